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
  async accept({ name, identifies = 'person' }, { before }) {
    if (builtInTypes.includes(name)) {
      refuseInvalid([{ pointer: '/name', detail: 'is a built-in identifier type' }]);
    }
    const previous = before === undefined ? undefined : typeOf(before);
    if (previous && previous.name !== name) {
      refuseInvalid([{ pointer: '/name', detail: 'cannot be changed: people are known by it' }]);
    }
    if (previous && previous.identifies !== identifies) {
      const detail = `is "${previous.identifies}" and cannot be changed: make another type`;
      refuseInvalid([{ pointer: '/identifies', detail }]);
    }
    return { name, identifies };
  },
  async release(tx, siteId, { name }) {
    await refuseCounted(tx, siteId, name);
    if (await isTypeInUse(tx, siteId, name)) {
      throw new ApiError(
        'conflict',
        `The type "${name}" is in use: people of this site are known by it.`,
      );
    }
  },
};

/** A type as it is stored; those of before there was a choice are of people. */
export function typeOf(body: string): Required<IdentifierTypeInput> {
  return { identifies: 'person', ...(JSON.parse(body) as IdentifierTypeInput) };
}

/** Throws `conflict` where a campaign counts by accounts of this type. */
async function refuseCounted(tx: Db, siteId: number, name: string): Promise<void> {
  const campaigns = await selectObjects(tx, siteId, 'campaign');
  const counting = campaigns.filter(({ body }) => JSON.parse(body).accountType === name);
  if (counting.length === 0) return;
  const selectors = counting.map((one) => `"${one.name}"`).join(', ');
  throw new ApiError(
    'conflict',
    `Campaigns count by accounts of the type "${name}": ${selectors}.`,
  );
}

/** Names of the types that a site defines, of people or of accounts. */
export async function selectIdentifierTypes(
  db: Db,
  siteId: number,
): Promise<{ people: string[]; accounts: string[] }> {
  const rows = await selectObjects(db, siteId, 'identifier-type');
  const named = (of: 'person' | 'account') =>
    rows.filter(({ body }) => typeOf(body).identifies === of).map(({ name }) => name);
  return { people: named('person'), accounts: named('account') };
}
