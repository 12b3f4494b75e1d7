// Which If-Match lets a change of a feed through (RFC 9110, section 13.1.1).
import { ApiError } from '../../../../api-error.ts';

/** A feed's revision as an entity tag. */
export const etagOf = (revision: number) => `"${revision}"`;

/** Refuses a change that is based on another revision than the present one. */
export function checkMatch(revision: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes(etagOf(revision))) return;
  throw new ApiError(
    'revision_mismatch',
    `The feed is at revision ${etagOf(revision)} now; look at it again and repeat the change.`,
  );
}
