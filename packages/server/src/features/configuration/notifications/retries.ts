// When a message that could not be delivered is tried again: soon, then ever more rarely.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the first attempt, the second, and so on: about three days in all. */
const waits = [
  ...[5 * second, minute, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];
const longestAskedMs = 24 * hour;
/** Receivers that were away are not asked by all at the same moment. */
const spread = 0.2;

/**
 * Milliseconds until the next attempt after so many; undefined: there is none. `askedMs` is what
 * the receiver asked for; `chance` is from 0 to 1.
 */
export function waitAfter(
  attempts: number,
  { askedMs = 0, chance }: { readonly askedMs?: number | undefined; readonly chance: number },
): number | undefined {
  const wait = waits[attempts - 1];
  if (wait === undefined) return undefined;
  const spreadMs = Math.round(wait * (1 + spread * (chance - 0.5)));
  return Math.max(spreadMs, Math.min(askedMs, longestAskedMs));
}
