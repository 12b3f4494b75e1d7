// Short proofs that a site made a text itself: they guard statistics and previews, not access.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** 96 bits. */
const macCharacters = 16;

function macOf(salt: Buffer, purpose: string, text: string): string {
  const mac = createHmac('sha256', salt).update(`${purpose}\n${text}`).digest('base64url');
  return mac.slice(0, macCharacters);
}

/** `text.mac`, the MAC being 96 bits of HMAC-SHA256 in base64url. */
export function sign(salt: Buffer, purpose: string, text: string): string {
  return `${text}.${macOf(salt, purpose, text)}`;
}

/** The text of what `sign` made with the same salt and purpose; undefined for anything else. */
export function verify(salt: Buffer, purpose: string, signed: string): string | undefined {
  const dot = signed.lastIndexOf('.');
  if (dot < 0) return undefined;
  const text = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1));
  const right = Buffer.from(macOf(salt, purpose, text));
  return given.length === right.length && timingSafeEqual(given, right) ? text : undefined;
}
