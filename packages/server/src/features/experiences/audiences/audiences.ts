// Audiences: conditions with a name and lists of people, which campaigns and audiences refer to.
import type { AudienceInput, CampaignInput, Fault } from '@attune/contract';
import { checkCondition, experienceName } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
import { completeSettings, selectSite } from '../../configuration/sites/index.ts';
import { type ObjectKind, selectObjects } from '../../configuration/versioned-objects/index.ts';
import { deleteList } from '../../people/lists/index.ts';

export interface AudienceRow {
  readonly id: number;
  /** Absent in a file of the release before. */
  readonly name?: string;
  readonly condition: unknown;
}

/** A site's audiences, by id. */
export async function selectAudiences(db: Db, siteId: number): Promise<AudienceRow[]> {
  const rows = await selectObjects(db, siteId, 'audience');
  return rows.map(({ id, name, body }) => ({
    ...{ id, name },
    condition: conditionOf(id, JSON.parse(body) as AudienceInput),
  }));
}

/** An audience as a condition: members of a list have its id among `user.lists`. */
export function conditionOf(
  id: number,
  { kind, condition }: Pick<AudienceInput, 'kind' | 'condition'>,
) {
  return kind === 'list' ? { 'user.lists': { $in: [id] } } : condition;
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
  async accept(input, { tx, siteId, id, before }) {
    const { name, notes, kind = 'condition', condition } = input;
    refuseInvalid(validateKind(input, before));
    const common = { name, ...(notes !== undefined && { notes }) };
    if (kind === 'list') return { ...common, kind };
    const audiences = new Map(await audienceMap(tx, siteId)).set(id, condition);
    refuseInvalid(
      checkCondition(condition, { audiences }).map(({ pointer, detail }) => ({
        pointer: `/condition${pointer}`,
        detail,
      })),
    );
    return { ...common, condition };
  },
  async release(tx, siteId, { id, body }) {
    const uses = (await selectUses(tx, siteId))
      .filter((use) => use.id !== id && audiencesIn(use.conditions).has(id))
      .map(({ where }) => where);
    if (uses.length > 0) {
      const words = [...new Set(uses)].join(', ');
      throw new ApiError('conflict', `The audience is used by ${words}.`);
    }
    if ((JSON.parse(body) as AudienceInput).kind === 'list') {
      await deleteList(tx, { siteId, audienceId: id });
    }
  },
};

function validateKind(
  { kind = 'condition', condition }: AudienceInput,
  before: string | undefined,
): Fault[] {
  const errors: Fault[] = [];
  if (before !== undefined) {
    const { kind: was = 'condition' } = JSON.parse(before) as AudienceInput;
    const detail = `was "${was}" and stays so; make another audience`;
    if (was !== kind) errors.push({ pointer: '/kind', detail });
  }
  if (kind === 'list' && condition !== undefined) {
    errors.push({ pointer: '/condition', detail: 'is not for a list, which names its members' });
  }
  if (kind === 'condition' && condition === undefined) {
    errors.push({ pointer: '/condition', detail: 'is required' });
  }
  return errors;
}

/** Whatever may refer to an audience: audiences, drafts, and what is live, which may be older. */
async function selectUses(tx: Db, siteId: number) {
  const audiences = await selectObjects(tx, siteId, 'audience');
  // Taking a campaign out of the archive reports what it refers to in vain.
  const campaigns = await selectObjects(tx, siteId, 'campaign');
  const drafts = campaigns.filter(({ isArchived }) => !isArchived);
  const published = await selectPublications(tx, siteId);
  const { internalTraffic } = completeSettings((await selectSite(tx, siteId))?.settings ?? {});
  return [
    {
      id: 0,
      where: 'the settings of the site (internal traffic)',
      conditions: { $audience: internalTraffic.audience } as unknown,
    },
    ...audiences.map(({ id, name, body }) => ({
      id,
      where: `the audience "${name}"`,
      conditions: (JSON.parse(body) as AudienceInput).condition as unknown,
    })),
    ...drafts.flatMap(({ id, body }) => usesIn(id, body, 'draft of the')),
    ...published.flatMap(({ campaignId, body }) => usesIn(campaignId, body, 'published')),
  ];
}

function usesIn(id: number, body: string, state: string) {
  const { selector, experiences } = JSON.parse(body) as CampaignInput;
  return experiences.map((experience) => ({
    id,
    where: `the ${state} campaign "${selector}" (experience "${experienceName(experience)}")`,
    conditions: experience.targeting as unknown,
  }));
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
