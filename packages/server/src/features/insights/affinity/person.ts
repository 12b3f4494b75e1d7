// The person that a request about an affinity names, and what is known of them now.
import type { Identifier } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { SiteSnapshot } from '../../../context.ts';
import { CachedProfile } from '../../people/profiles/index.ts';
import type { UserCache } from '../../people/user-cache/index.ts';

export interface Person {
  readonly userId: string;
  readonly profile: CachedProfile;
}

/**
 * Throws `not_found` for an unknown person, and `not_ready` while the database cannot confirm that.
 */
export async function findPerson(
  users: UserCache,
  { site }: SiteSnapshot,
  name: Identifier,
): Promise<Person> {
  const found = await users.find(site, { device: undefined, identifiers: [name] });
  if (found.isStale) throw new ApiError('not_ready', 'The profile cannot be read at the moment.');
  const { personId, isSeen, profile } = found;
  if (!isSeen || personId === undefined) {
    const remedy = 'Look for the kind of name that your events send as cuidType.';
    throw new ApiError('not_found', `There is no person with this name on this site. ${remedy}`);
  }
  return { userId: personId, profile: profile ?? new CachedProfile([]) };
}
