// Holdouts: users who are kept out of campaigns, drawn by a seed that stays for good.
import { randomBytes } from 'node:crypto';
import type { HoldoutInput } from '@attune/contract';
import type { HoldoutDefinition } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { type ObjectKind, selectObjects } from '../../configuration/versioned-objects/index.ts';

type HoldoutBody = Omit<HoldoutDefinition, 'id'>;

export const holdoutKind: ObjectKind<HoldoutInput> = {
  kind: 'holdout',
  noun: 'holdout',
  nameOf: ({ name }) => name,
  async accept({ name, share, labels }, { before }) {
    const previous = before === undefined ? undefined : (JSON.parse(before) as HoldoutBody);
    const seed = previous?.seed ?? randomBytes(8).toString('hex');
    return { name, share, ...(labels && { labels }), seed } satisfies HoldoutBody;
  },
  // Nothing refers to a holdout: without it, all users are served.
  release: async () => undefined,
};

/** A site's holdouts, by id. */
export async function selectHoldouts(db: Db, siteId: number): Promise<HoldoutDefinition[]> {
  const rows = await selectObjects(db, siteId, 'holdout');
  return rows.map(({ id, body }) => ({ id, ...(JSON.parse(body) as HoldoutBody) }));
}
