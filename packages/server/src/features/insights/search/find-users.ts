// Finds people by a whole name of theirs, of whatever type.
import type { FoundOutput } from '@attune/contract';
import type { SiteSnapshot } from '../../../context.ts';
import { ownIdType, readName } from '../../people/identity/index.ts';
import { observationOf, type UserCache } from '../../people/user-cache/index.ts';

/** A site has fewer types; each costs a look. */
const typesMax = 20;
const pointers = { type: '', value: '' };

/** Users who have a text as a name: one for each type of name. */
export async function findUsers(
  users: Pick<UserCache, 'find'>,
  snapshot: SiteSnapshot,
  text: string,
): Promise<FoundOutput[]> {
  const types = ['external', 'he', ownIdType, ...snapshot.identifierTypes].slice(0, typesMax);
  const looked = await Promise.all(
    types.map(async (cuidType) => {
      const read = readName(snapshot, { cuid: text, cuidType }, pointers);
      if (!('name' in read)) return [];
      const { isSeen } = await users.find(snapshot.site, observationOf(read.name));
      return isSeen ? [{ id: text, name: text, detail: cuidType }] : [];
    }),
  );
  const items = looked.flat();
  return items.length === 0 ? [] : [{ kind: 'user', total: items.length, items }];
}
