// Audiences: named conditions that campaigns and other audiences refer to.
import type { AudienceInput, CampaignInput } from '@attune/contract';
import { checkCondition } from '@attune/core';
import type { Db } from '../../db/schema.ts';
import { ApiError, refuseFaults } from '../../refusal.ts';
import { type ObjectKind, selectObjects } from '../managed/index.ts';
import { selectPublications } from '../publications/index.ts';

export interface AudienceRow {
  readonly id: number;
  readonly condition: unknown;
}

/** A site's audiences, by id. */
export async function selectAudiences(db: Db, siteId: number): Promise<AudienceRow[]> {
  const rows = await selectObjects(db, siteId, 'audience');
  return rows.map(({ id, body }) => ({
    id,
    condition: (JSON.parse(body) as AudienceInput).condition,
  }));
}

/** A site's audiences as the core wants them. */
export async function audienceMap(db: Db, siteId: number): Promise<ReadonlyMap<number, unknown>> {
  return new Map((await selectAudiences(db, siteId)).map(({ id, condition }) => [id, condition]));
}

/** Names of a site's audiences, by id. */
export async function audienceNames(db: Db, siteId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await selectObjects(db, siteId, 'audience');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const audienceKind: ObjectKind<AudienceInput> = {
  kind: 'audience',
  noun: 'audience',
  nameOf: ({ name }) => name,
  async accept(input, { tx, siteId, id }) {
    const audiences = new Map(await audienceMap(tx, siteId)).set(id, input.condition);
    refuseFaults(
      checkCondition(input.condition, { audiences }).map(({ pointer, detail }) => ({
        pointer: `/condition${pointer}`,
        detail,
      })),
    );
    return { name: input.name, condition: input.condition };
  },
  async release(tx, siteId, { id }) {
    const users = (await selectUses(tx, siteId))
      .filter((use) => use.id !== id && audiencesIn(use.conditions).has(id))
      .map(({ name }) => `"${name}"`);
    if (users.length === 0) return;
    throw new ApiError('conflict', `The audience is used by ${[...new Set(users)].join(', ')}.`);
  },
};

/** Whatever may refer to an audience: audiences, drafts, and what is live, which may be older. */
async function selectUses(tx: Db, siteId: number) {
  const audiences = await selectObjects(tx, siteId, 'audience');
  // Who takes a campaign out of the archive is told what it refers to in vain.
  const drafts = (await selectObjects(tx, siteId, 'campaign')).filter(
    ({ isArchived }) => !isArchived,
  );
  const published = (await selectPublications(tx, siteId)).map(({ campaignId, body }) => {
    const { selector } = JSON.parse(body) as CampaignInput;
    return { id: campaignId, name: selector, body };
  });
  return [
    ...audiences.map(({ id, name, body }) => ({
      ...{ id, name },
      conditions: (JSON.parse(body) as AudienceInput).condition as unknown,
    })),
    ...[...drafts, ...published].map(({ id, name, body }) => ({
      ...{ id, name },
      conditions: (JSON.parse(body) as CampaignInput).experiences.map((one) => one.targeting),
    })),
  ];
}

/** The audiences that conditions refer to. */
function audiencesIn(json: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof json !== 'object' || json === null) return found;
  for (const [name, value] of Object.entries(json)) {
    if (name === '$audience') found.add(value);
    else audiencesIn(value, found);
  }
  return found;
}
