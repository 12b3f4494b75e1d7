// Buckets of rate limits: how much each name may still take, the same on all processes of a node.
//
// A bucket is one number (GCRA): the moment at which it will be full again. One that is full is not
// kept, so that memory is bounded by the names that took something in the last while.

/** How many requests a name may send. */
export interface RateLimit {
  readonly perSecond: number;
  /** At once, after a pause. */
  readonly burst: number;
}

/** Milliseconds of a clock that is never set. */
export type Clock = () => number;

export interface Bucket {
  /** How many requests are left now. */
  readonly remaining: number;
  /** Until one more request is allowed; 0 when one is. */
  readonly waitMs: number;
}

export interface Buckets {
  /** Takes one if there is one. */
  readonly take: (name: string, limit: RateLimit) => Bucket & { readonly isTaken: boolean };
  /** Looks, and takes nothing. */
  readonly look: (name: string, limit: RateLimit) => Bucket;
  readonly size: () => number;
}

/** What was taken of a bucket: so much longer it is not full. */
export type Take = readonly [name: string, ms: number];

/** All buckets of a process. */
export interface NodeBuckets {
  /** Those of one kind of limit, whose names are its own. */
  readonly of: (kind: string) => Buckets;
  /** Takes what another process has taken, whether there is any left or not. */
  readonly apply: (taken: Iterable<Take>) => void;
  /** What is taken of all buckets, for a process that begins. */
  readonly list: () => Take[];
}

/** More buckets than this are looked through for those that are full again. */
const bucketsMax = 10_000;

export function createBuckets(
  clock: Clock = () => performance.now(),
  onTaken?: (taken: Take) => void,
): Buckets & Pick<NodeBuckets, 'apply' | 'list'> {
  const fullAt = new Map<string, number>();
  let sweepAt = bucketsMax;

  function look(name: string, { perSecond, burst }: RateLimit): Bucket {
    const lacking = Math.max((fullAt.get(name) ?? 0) - clock(), 0) * (perSecond / 1000);
    // Sums of fractions are a little off; a request is not lost for that.
    const remaining = Math.max(Math.floor(burst - lacking + 1e-6), 0);
    return { remaining, waitMs: remaining > 0 ? 0 : (1000 * (lacking - burst + 1)) / perSecond };
  }

  function lengthen(name: string, ms: number): void {
    fullAt.set(name, Math.max(fullAt.get(name) ?? 0, clock()) + ms);
    if (fullAt.size > sweepAt) sweep();
  }

  function sweep(): void {
    const now = clock();
    for (const [name, at] of fullAt) if (at <= now) fullAt.delete(name);
    sweepAt = Math.max(bucketsMax, 2 * fullAt.size);
  }

  return {
    look,
    take(name, limit) {
      const { remaining, waitMs } = look(name, limit);
      if (remaining === 0) return { remaining, waitMs, isTaken: false };
      const ms = 1000 / limit.perSecond;
      lengthen(name, ms);
      onTaken?.([name, ms]);
      return { remaining: remaining - 1, waitMs: 0, isTaken: true };
    },
    size: () => fullAt.size,
    apply(taken) {
      for (const [name, ms] of taken) lengthen(name, ms);
    },
    list() {
      const now = clock();
      return [...fullAt].flatMap(([name, at]) => (at > now ? [[name, at - now] as const] : []));
    },
  };
}

/** Makes the buckets of a process; `onTaken` is told of each take, for the other processes. */
export function nodeBuckets(onTaken?: (taken: Take) => void): NodeBuckets {
  const { look, take, size, apply, list } = createBuckets(undefined, onTaken);
  return {
    of: (kind) => ({
      look: (name, limit) => look(`${kind} ${name}`, limit),
      take: (name, limit) => take(`${kind} ${name}`, limit),
      size,
    }),
    apply,
    list,
  };
}
