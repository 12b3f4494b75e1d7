// Weak entity tags (RFC 9110, 8.8.3): answers with the same tag serve alike, byte for byte or not.
import { hash } from 'node:crypto';

/** The weak entity tag of what an answer shows. */
export const entityTag = (shown: string | Buffer): string =>
  `W/"${hash('sha256', shown, 'base64url').slice(0, 22)}"`;

/** Does `If-None-Match` name an entity tag? Compares weakly (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => opaque(tag.trim()));
  return tags.includes('*') || tags.includes(opaque(etag));
}

const opaque = (tag: string) => tag.replace(/^W\//, '');
