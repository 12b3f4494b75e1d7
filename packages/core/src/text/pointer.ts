// Knows JSON pointers (RFC 6901), by which faults say where they stand.

/** The pointer to a member, or a list's entry, of what `pointer` names. */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
