// When a site is to be exported: each night has a number of tries, and those that fail are made up.
import type { NightlyConfig } from '../../../nightly-config.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const retryMs = { least: 5 * 60_000, most: 2 * hourMs };

type Hour = Pick<NightlyConfig, 'hour'>;

/** The last night that has begun, YYYY-MM-DD: the days before this one (UTC) are to be exported. */
export const nightAt = (now: number, { hour }: Hour): string =>
  new Date(now - hour * hourMs).toISOString().slice(0, 10);

/** When the night after one begins, in ms since the epoch. */
export const nextNightAt = (night: string, { hour }: Hour): number =>
  Date.parse(`${night}T00:00:00Z`) + dayMs + hour * hourMs;

/** How long to wait after so many failures in a row, in ms. */
export const retryAfter = (failures: number): number =>
  Math.min(retryMs.most, retryMs.least * 2 ** Math.min(failures - 1, 10));

interface Exported {
  /** Null: never so far. */
  readonly night: string | null;
  readonly heldUntil: Date | null;
  readonly retryAt: Date | null;
}

/** Is a site to be exported now, and by no worker yet? */
export function isDue(
  { night, heldUntil, retryAt }: Exported,
  now: number,
  wanted: string,
): boolean {
  const isDone = night !== null && night >= wanted;
  const isHeld = heldUntil !== null && heldUntil.getTime() > now;
  return !isDone && !isHeld && (retryAt === null || retryAt.getTime() <= now);
}
