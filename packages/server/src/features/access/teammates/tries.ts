// How often passwords, codes and links may be tried, and what the log says of each try.

import { ApiError } from '../../../api-error.ts';
import type { Context, RateLimit } from '../../../context.ts';

/** Some at once, then one in so many seconds. */
const tries = {
  address: { burst: 60, perSecond: 1 / 2 },
  teammateFromAddress: { burst: 10, perSecond: 1 / 60 },
  /** From everywhere together. One address alone cannot use it up, and so lock a teammate out. */
  teammate: { burst: 100, perSecond: 1 / 20 },
};

/** Takes one of what a name has, if there is one. */
type Take = (name: string, bound: RateLimit) => { isTaken: boolean; waitMs: number };

export type Limit = (address: string, teammate?: string) => void;

/** Throws `rate_limited` for an address, or for the teammate tried, once there were too many. */
export function limitTries(takeFrom: Take): Limit {
  const take = (name: string, bound: RateLimit) => {
    const { isTaken, waitMs } = takeFrom(name, bound);
    if (isTaken) return;
    const seconds = Math.max(Math.ceil(waitMs / 1000), 1);
    throw new ApiError('rate_limited', `Too many tries; try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  };
  return (address, teammate) => {
    const network = networkOf(address);
    take(`address ${network}`, tries.address);
    if (teammate === undefined) return;
    const tried = teammate.toLowerCase();
    take(`teammate ${tried} from ${network}`, tries.teammateFromAddress);
    take(`teammate ${tried}`, tries.teammate);
  };
}

/** An IPv6 client has all 2^64 addresses of its network. */
export function networkOf(address: string): string {
  if (!address.includes(':') || /^::ffff:[\d.]+$/i.test(address)) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array(Math.max(8 - before.length - after.length, 0));
  return [...before, ...zeros.fill('0'), ...after].slice(0, 4).join(':');
}

/** What the log has of a try, which is never what was tried. */
interface Tried {
  readonly traceId: string;
  readonly address: string;
  readonly teammate?: { readonly email: string };
  readonly body?: { readonly email?: string };
}

interface Proof {
  readonly endpoint: { readonly id: string };
  readonly handle: (call: never) => Promise<unknown>;
}

/** Logs each try of a route: whether it succeeded, and of which teammate, if that is known. */
export function logged<R extends Proof>({ log }: Pick<Context, 'log'>, route: R): R {
  const { id: endpoint } = route.endpoint;
  return {
    ...route,
    handle: async (call: never) => {
      const { traceId, address, teammate, body }: Tried = call;
      const about = { traceId, endpoint, address };
      try {
        const reply = await route.handle(call);
        log.info({ ...about, teammate: teammate?.email ?? body?.email }, 'proof accepted');
        return reply;
      } catch (error) {
        const reason = error instanceof ApiError ? error.code : 'internal';
        // A person who is not known yet may have typed a password as the address.
        log.info({ ...about, teammate: teammate?.email, reason }, 'proof refused');
        throw error;
      }
    },
  };
}
