// When a request that failed is worth sending again, and after how long.
import type { AttuneError } from './problem.ts';

/** Refused before any work was done: also what must not be done twice may be sent again. */
const untouched = new Set(['rate_limited', 'overloaded', 'not_ready', 'key_lease_expired']);
const passing = new Set([429, 502, 503, 504]);
const baseMs = 100;
const mostMs = 5_000;

/** May the request be sent again? `isIdempotent`: it does no more if it has arrived already. */
export function isWorthRetrying({ problem }: AttuneError, isIdempotent: boolean): boolean {
  if (untouched.has(problem.code)) return true;
  return isIdempotent && (problem.code === 'network' || passing.has(problem.status));
}

/**
 * How long to wait before the next attempt: what `Retry-After` says, else twice as long each time.
 * A random part keeps clients from coming back together; `random` is in [0, 1).
 */
export function retryDelayMs(
  { retryAfterSeconds }: AttuneError,
  attempt: number,
  random: number,
): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + random * baseMs;
  const ceiling = Math.min(mostMs, baseMs * 2 ** attempt);
  return ceiling / 2 + (random * ceiling) / 2;
}
