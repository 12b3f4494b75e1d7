// When an event happened: which texts and numbers name a time, and which times are believed.
import { parseInstant } from '../text/instant.ts';

/** No event is dated earlier. */
export const earliestTime = Date.UTC(2000, 0, 1);

/** A time in ms since the epoch, or why there is none. */
export type TimeReading = { readonly time: number } | { readonly detail: string };

/**
 * Reads an RFC 3339 text or an integer of ms since the epoch; fractions finer than a ms are cut.
 * Times before 2000 are refused: mostly they are seconds sent as ms.
 */
export function readTime(raw: unknown): TimeReading {
  const time = typeof raw === 'string' ? parseInstant(raw) : raw;
  if (typeof time !== 'number' || !Number.isInteger(time)) {
    return { detail: 'must be an RFC 3339 date-time, or an integer of ms since 1970-01-01' };
  }
  if (time < earliestTime) return { detail: 'must not be before 2000-01-01 (numbers are in ms)' };
  return { time };
}
