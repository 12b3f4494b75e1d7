// Short proofs that a site made a text itself: they guard statistics and previews, not access.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key of a site; what one has signed is known as long as it is among the site's keys. */
export interface SigningKey {
  /** From 1 to 255, unlike that of the site's other keys. */
  readonly id: number;
  readonly secret: Buffer;
  /** Milliseconds since the epoch; nothing is signed with it before. */
  readonly activeAt: number;
}

/** The keys of a site, the newest first; at least one. */
export type SigningKeys = readonly SigningKey[];

/** The key that signs at a moment. */
export const signingKeyAt = (keys: SigningKeys, now: number): SigningKey =>
  keys.find(({ activeAt }) => activeAt <= now) ?? keys.at(-1)!;

/** 96 bits. */
const macCharacters = 16;

function macOf(secret: Buffer, purpose: string, text: string): string {
  const mac = createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
  return mac.slice(0, macCharacters);
}

/** `text.mac`, the MAC being 96 bits of HMAC-SHA256 in base64url. */
export function sign(secret: Buffer, purpose: string, text: string): string {
  return `${text}.${macOf(secret, purpose, text)}`;
}

/** The text of what `sign` made with one of the secrets and the purpose; undefined for all else. */
export function verify(
  secrets: readonly Buffer[],
  purpose: string,
  signed: string,
): string | undefined {
  const dot = signed.lastIndexOf('.');
  if (dot < 0) return undefined;
  const text = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1));
  const isRight = (secret: Buffer) => {
    const right = Buffer.from(macOf(secret, purpose, text));
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return secrets.some(isRight) ? text : undefined;
}

/** The secrets of a site's keys. */
export const secretsOf = (keys: SigningKeys): Buffer[] => keys.map(({ secret }) => secret);
