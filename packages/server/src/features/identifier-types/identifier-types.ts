// Kinds of names that a site gives to people, beside the built-in `he` and `external`.
import type { IdentifierTypeInput } from '@attune/contract';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { ApiError, refuseFaults } from '../../refusal.ts';
import { isTypeInUse } from '../identity/index.ts';
import {
  createObject,
  type ObjectKind,
  removeObject,
  selectObjects,
  type Who,
} from '../managed/index.ts';

/** The types that every site has. */
const builtInTypes: readonly string[] = ['he', 'external'];

export const identifierTypeKind: ObjectKind<IdentifierTypeInput> = {
  kind: 'identifier-type',
  noun: 'identifier type',
  nameOf: ({ name }) => name,
  async accept({ name }, { before }) {
    if (builtInTypes.includes(name)) {
      refuseFaults([{ pointer: '/name', detail: 'is a built-in identifier type' }]);
    }
    const previous = before && (JSON.parse(before) as IdentifierTypeInput).name;
    if (previous !== undefined && previous !== name) {
      refuseFaults([{ pointer: '/name', detail: 'cannot be changed: people are known by it' }]);
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

/** Defines a type. Throws `invalid_request`, or `conflict` for one that there is already. */
export async function addIdentifierType(ctx: Context, who: Who, name: string): Promise<void> {
  await createObject(ctx, who, identifierTypeKind, { name });
}

/** Removes a type by its name. Throws `not_found`, or `conflict` while people are known by it. */
export async function removeIdentifierType(ctx: Context, who: Who, name: string): Promise<void> {
  const types = await selectObjects(ctx.db, who.siteId, 'identifier-type');
  const found = types.find((type) => type.name === name);
  if (!found) throw new ApiError('not_found', `The site defines no identifier type "${name}".`);
  await removeObject(ctx, who, identifierTypeKind, { id: found.id, ifMatch: undefined });
}
