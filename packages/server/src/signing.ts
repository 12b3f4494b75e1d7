// Short proofs that a site made a text itself: they guard statistics and previews, not access.
import { createHmac, timingSafeEqual } from 'node:crypto';

const macBytes = 12;

function macOf(salt: Buffer, purpose: string, text: string): Buffer {
  return createHmac('sha256', salt).update(`${purpose}\n${text}`).digest().subarray(0, macBytes);
}

/** `text.mac`, the MAC being 96 bits of HMAC-SHA256 in base64url. */
export function sign(salt: Buffer, purpose: string, text: string): string {
  return `${text}.${macOf(salt, purpose, text).toString('base64url')}`;
}

/** The text of what `sign` made with the same salt and purpose; undefined for anything else. */
export function verify(salt: Buffer, purpose: string, signed: string): string | undefined {
  const dot = signed.lastIndexOf('.');
  if (dot < 0) return undefined;
  const text = signed.slice(0, dot);
  const mac = Buffer.from(signed.slice(dot + 1), 'base64url');
  return mac.length === macBytes && timingSafeEqual(mac, macOf(salt, purpose, text))
    ? text
    : undefined;
}
