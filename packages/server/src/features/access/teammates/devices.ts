// Devices on which a teammate has signed in: a signed cookie, one for each teammate, tells tries
// from there from those of others (OWASP, "Slow down online guessing attacks with device cookies").
import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { sign, verify } from '../../../signing.ts';
import { cookiesOf } from './request-cookies.ts';

/** It opens nothing: it has tries of its own, and goes before others in the queue. */
export interface Device {
  readonly teammateId: string;
  /** Differs from device to device. */
  readonly id: string;
}

export interface Devices {
  /** The devices that a request's cookies prove. */
  readonly of: (headers: Headers) => Device[];
  /** The cookie that proves it from now on that the teammate has signed in on this device. */
  readonly cookieOf: (teammateId: string, headers: Headers) => string;
}

const prefix = '__Host-attune.device.';
const purpose = 'device of a teammate';
const daySeconds = 86_400;
const validSeconds = 180 * daySeconds;
const idBytes = 9;

/** Cookies outlive a rotation of the master key, while the earlier one is still listed. */
export function openDevices({ now, secrets }: Pick<Context, 'now' | 'secrets'>): Devices {
  const keys = secrets.derive(purpose).map(({ value }) => Buffer.from(value, 'hex'));
  const [newest] = keys as [Buffer];

  function read(signed: string): Device | undefined {
    const text = verify(keys, purpose, signed);
    const [id = '', since = '', teammateId = ''] = text?.split('.') ?? [];
    if (Number(since) + validSeconds <= now() / 1000) return undefined;
    return { id, teammateId };
  }

  const of = (headers: Headers) =>
    cookiesOf(headers, prefix).flatMap((signed) => read(signed) ?? []);

  return {
    of,
    cookieOf(teammateId, headers) {
      // The same device as before: cookies that are kept, or thrown away, give no further tries.
      const known = of(headers).find((device) => device.teammateId === teammateId);
      const id = known?.id ?? randomBytes(idBytes).toString('base64url');
      const text = `${id}.${Math.floor(now() / 1000)}.${teammateId}`;
      const attributes = `Path=/; Max-Age=${validSeconds}; Secure; HttpOnly; SameSite=Strict`;
      return `${prefix}${teammateId}=${sign(newest, purpose, text)}; ${attributes}`;
    },
  };
}
