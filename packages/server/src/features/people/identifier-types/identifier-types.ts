// Kinds of names that a site gives to people, beside the built-in ones.
import type { IdentifierTypeInput } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { type ObjectKind, selectObjects } from '../../configuration/versioned-objects/index.ts';
import { isTypeInUse, ownIdType } from '../identity/index.ts';

/** The types that every site has. */
const builtInTypes: readonly string[] = ['he', 'external', ownIdType];

export const identifierTypeKind: ObjectKind<IdentifierTypeInput> = {
  kind: 'identifier-type',
  noun: 'identifier type',
  nameOf: ({ name }) => name,
  async accept({ name }, { before }) {
    if (builtInTypes.includes(name)) {
      refuseInvalid([{ pointer: '/name', detail: 'is a built-in identifier type' }]);
    }
    const previous = before && (JSON.parse(before) as IdentifierTypeInput).name;
    if (previous !== undefined && previous !== name) {
      refuseInvalid([{ pointer: '/name', detail: 'cannot be changed: people are known by it' }]);
    }
    return { name };
  },
  async release(tx, siteId, { name }) {
    if (await isTypeInUse(tx, siteId, name)) {
      throw new ApiError('conflict', `People of this site are known by the type "${name}".`);
    }
  },
};

/** Names of the types that a site defines. */
export async function selectIdentifierTypes(db: Db, siteId: number): Promise<string[]> {
  return (await selectObjects(db, siteId, 'identifier-type')).map(({ name }) => name);
}
