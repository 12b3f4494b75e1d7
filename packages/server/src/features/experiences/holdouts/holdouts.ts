// Holdouts: users who are kept out of campaigns, drawn by a seed that stays for good.
import { randomBytes } from 'node:crypto';
import type { HoldoutInput } from '@attune/contract';
import { type CampaignDefinition, type HoldoutDefinition, parseWritten } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
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

interface Ignoring extends Pick<CampaignDefinition, 'id' | 'name' | 'labels'> {}

/** Live campaigns that serve held-out users as well, by name. */
export async function selectIgnoring(db: Db, siteId: number): Promise<Ignoring[]> {
  const publications = await selectPublications(db, siteId);
  return publications
    .filter(({ status }) => status === 'live')
    .map(({ body }) => parseWritten(body) as CampaignDefinition)
    .filter(({ ignoresHoldouts }) => ignoresHoldouts)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Those of them that a holdout of these labels concerns. */
export function ignoringOf(
  { labels }: Pick<HoldoutDefinition, 'labels'>,
  ignoring: readonly Ignoring[],
): { id: number; name: string }[] {
  return ignoring
    .filter((one) => !labels || labels.some((label) => one.labels?.includes(label)))
    .map(({ id, name }) => ({ id, name }));
}
