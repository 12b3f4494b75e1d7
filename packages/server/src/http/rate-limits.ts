// Rate limits of keys: a bucket a limit in this node's memory, and the headers that report it.
// Headers are those of draft-ietf-httpapi-ratelimit-headers-11.

import { ApiError } from '../api-error.ts';
import type { Bucket, Buckets, RateLimit } from '../buckets.ts';
import type { KeyRecord } from '../context.ts';
import type { Metrics } from '../log/metrics.ts';

/** The fields of an answer under a limit that has a name in the contract's documentation. */
function limitHeaders(name: string, limit: RateLimit, bucket: Bucket) {
  const { perSecond, burst } = limit;
  const windowSeconds = Math.max(Math.ceil(burst / perSecond), 1);
  // In how long a caller who spreads what remains evenly uses it up; or until there is some again.
  const seconds =
    bucket.remaining > 0 ? Math.ceil(bucket.remaining / perSecond) : secondsOf(bucket.waitMs);
  return {
    'ratelimit-policy': `"${name}";q=${burst};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${bucket.remaining};t=${seconds}`,
  };
}

const secondsOf = (ms: number) => Math.max(Math.ceil(ms / 1000), 1);

/** Throws `rate_limited` with everything that a caller needs to know. */
function refuseMore(name: string, limit: RateLimit, bucket: Bucket, detail: string): never {
  throw new ApiError('rate_limited', detail, {
    headers: {
      ...limitHeaders(name, limit, bucket),
      'retry-after': String(secondsOf(bucket.waitMs)),
    },
  });
}

/**
 * Makes the check of keys' own limits: gives the headers of the answer, none for a key without a
 * limit. A Client-side key is public: each address has its limit to itself, so that no script uses
 * up everybody's. Throws `rate_limited`.
 */
export function limitKeys(metrics: Metrics, buckets: Buckets) {
  return (
    { id, source, rateLimit }: KeyRecord,
    address: string,
  ): Readonly<Record<string, string>> | undefined => {
    if (!rateLimit) return undefined;
    const name = source === 'Client-side' ? `${id} ${address}` : String(id);
    const bucket = buckets.take(name, rateLimit);
    if (!bucket.isTaken) {
      metrics.requestsLimited.inc({ limit: 'key' });
      const { perSecond, burst } = rateLimit;
      const detail = `The key may ask ${perSecond} times a second, and ${burst} times at once.`;
      refuseMore('key', rateLimit, bucket, detail);
    }
    return limitHeaders('key', rateLimit, bucket);
  };
}

/**
 * A minute, for keys that set nothing else. A key that looks for existing people misses few a day.
 */
const usualMisses = 600;

/**
 * Makes the bound on reads of profiles that are not there, by which somebody might find out which
 * persons a site knows. Once a key has used it up, it reads no profile at all until there is more:
 * were only misses refused, the error would give them away.
 */
export function limitMisses(metrics: Metrics, buckets: Buckets) {
  const limitOf = ({ profileMisses = usualMisses }: KeyRecord): RateLimit => ({
    perSecond: profileMisses / 60,
    burst: profileMisses,
  });
  return {
    /** Throws `rate_limited` when the key has missed too often. */
    check(key: KeyRecord): void {
      const limit = limitOf(key);
      const bucket = buckets.look(String(key.id), limit);
      if (bucket.remaining > 0) return;
      metrics.requestsLimited.inc({ limit: 'profile-misses' });
      const detail = `The key has read ${limit.burst} profiles that are not there in a minute.`;
      refuseMore('profile-misses', limit, bucket, detail);
    },
    /** Counts a read that found no person. */
    count(key: KeyRecord): void {
      buckets.take(String(key.id), limitOf(key));
    },
  };
}
