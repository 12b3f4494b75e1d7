// How often passwords, codes and links may be tried, and what the log says of each try.

import { ApiError } from '../../../api-error.ts';
import type { RateLimit } from '../../../buckets.ts';
import type { Context } from '../../../context.ts';
import type { Device } from './devices.ts';
import type { Place } from './passwords/queue.ts';

/** Some at once, then one in so many seconds. */
const tries = {
  address: { burst: 60, perSecond: 1 / 2 },
  /** Of a device that signed in before, or of a session. */
  device: { burst: 10, perSecond: 1 / 60 },
  /** Of all such devices of a teammate together, of which a thief of a cookie has one. */
  devices: { burst: 60, perSecond: 1 / 10 },
  /** So slow that ten addresses, however long they try, leave others a try. */
  teammateFromAddress: { burst: 10, perSecond: 1 / 300 },
  /** From everywhere together, but for those devices. */
  teammate: { burst: 100, perSecond: 1 / 20 },
  /** Requests for a mail that resets a password: of all addresses of e-mail together. */
  resetsFromAddress: { burst: 10, perSecond: 1 / 120 },
  /** To one address of e-mail from one place, and from everywhere. */
  resetFromAddress: { burst: 3, perSecond: 1 / 1_200 },
  reset: { burst: 10, perSecond: 1 / 360 },
};

/** By what was checked lately from an address: the fewer, the sooner its next is. */
const checked = { burst: 1_000, perSecond: 1 / 60 };

/** What each name has left, and taking one of it if there is one. */
interface Buckets {
  readonly look: (name: string, bound: RateLimit) => { remaining: number; waitMs: number };
  readonly take: (name: string, bound: RateLimit) => { isTaken: boolean; waitMs: number };
}

/** A try that may be made: its place in the queue, and what it then takes. */
export interface Allowed extends Place {
  /** Counts the try as it begins. Throws `rate_limited` where others were faster. */
  readonly count: () => void;
}

export interface Tries {
  /** Counts a request of an address. Throws `rate_limited`. */
  readonly ofAddress: (address: string) => void;
  /** A password from a device of the teammate's; undefined where it has used up its own tries. */
  readonly ofDevice: (device: Device) => Allowed | undefined;
  /**
   * A password from anywhere for an address of e-mail. Throws `rate_limited`, and counts nothing of
   * the teammate then.
   */
  readonly ofSignIn: (address: string, email: string) => Allowed;
  /** A code of a second factor, from an address or a device of those. Throws `rate_limited`. */
  readonly ofCode: (address: string, devices: readonly Device[]) => void;
  /** A try of the teammate who is signed in. Throws `rate_limited`. */
  readonly ofTeammate: (teammateId: string) => Allowed;
  /** A link that is used to set a new password. Throws `rate_limited`. */
  readonly ofLink: (name: string) => Allowed;
  /** Counts a request for a mail that resets a password, sent or not. Throws `rate_limited`. */
  readonly ofResetRequest: (address: string, email: string) => void;
}

type Bound = readonly [name: string, bound: RateLimit];

/** Refuses what is beyond the bounds. What is not checked counts against no teammate. */
export function limitTries(buckets: Buckets): Tries {
  const refuse = (waitMs: number): never => {
    const seconds = Math.max(Math.ceil(waitMs / 1000), 1);
    throw new ApiError('rate_limited', `Too many tries; try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  };
  const waitMsOf = (bounds: readonly Bound[]) =>
    Math.max(...bounds.map((bound) => buckets.look(...bound).waitMs));
  const refuseUsedUp = (bounds: readonly Bound[]) => {
    const waitMs = waitMsOf(bounds);
    if (waitMs > 0) refuse(waitMs);
  };
  const counting = (...bounds: readonly Bound[]) => {
    refuseUsedUp(bounds);
    return () => {
      refuseUsedUp(bounds);
      for (const bound of bounds) buckets.take(...bound);
    };
  };
  const trusted = (name: string, ...bounds: readonly Bound[]): Allowed => {
    const standing = buckets.look(...bounds[0]!).remaining;
    return { isTrusted: true, name, standing, count: counting(...bounds) };
  };
  const ofAddress = (address: string) => {
    const { isTaken, waitMs } = buckets.take(`address ${networkOf(address)}`, tries.address);
    if (!isTaken) refuse(waitMs);
  };
  return {
    ofAddress,
    ofCode(address, devices) {
      const free = devices.find(({ id }) => waitMsOf([[`device ${id}`, tries.device]]) === 0);
      if (free) buckets.take(`device ${free.id}`, tries.device);
      else ofAddress(address);
    },
    ofTeammate: (id) => trusted(`session of ${id}`, [`session of ${id}`, tries.device]),
    ofLink: (name) => trusted(name, [name, tries.device]),
    ofResetRequest(address, email) {
      ofAddress(address);
      const name = networkOf(address);
      counting(
        [`resets from ${name}`, tries.resetsFromAddress],
        [`reset of ${email} from ${name}`, tries.resetFromAddress],
        [`reset of ${email}`, tries.reset],
      )();
    },
    ofDevice({ id, teammateId }) {
      const own: readonly Bound[] = [
        [`device ${id}`, tries.device],
        [`devices of ${teammateId}`, tries.devices],
      ];
      return waitMsOf(own) === 0 ? trusted(`device ${id}`, ...own) : undefined;
    },
    ofSignIn(address, email) {
      ofAddress(address);
      const name = networkOf(address);
      const lately: Bound = [`checked from ${name}`, checked];
      const { remaining: standing } = buckets.look(...lately);
      const count = counting(
        [`teammate ${email} from ${name}`, tries.teammateFromAddress],
        [`teammate ${email}`, tries.teammate],
      );
      const counted = () => {
        count();
        buckets.take(...lately);
      };
      return { isTrusted: false, name, standing, count: counted };
    },
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
