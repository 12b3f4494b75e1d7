// What a condition refers to.

/** The audiences that conditions refer to: ids, or in files names. */
export function audiencesIn(json: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof json !== 'object' || json === null) return found;
  for (const [name, value] of Object.entries(json)) {
    if (name === '$audience') found.add(value);
    else audiencesIn(value, found);
  }
  return found;
}
