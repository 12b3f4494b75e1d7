// From what a teammate wrote to a campaign's definition: checked, numbered, with its seed.
import type { CampaignInput } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { selectFeeds } from '../../catalog/feeds/index.ts';
import { deleteComments } from '../../configuration/comments/index.ts';
import { deleteJournalEntry } from '../../configuration/journal/index.ts';
import {
  deleteApprovalRequests,
  deletePublication,
  selectPublication,
} from '../../configuration/publications/index.ts';
import { completeSettings, selectSite } from '../../configuration/sites/index.ts';
import { type ObjectKind, selectObjects } from '../../configuration/versioned-objects/index.ts';
import { selectIdentifierTypes } from '../../people/identifier-types/index.ts';
import {
  selectStrategies,
  definitionOf as strategyOf,
} from '../../recommendations/strategies/index.ts';
import { audienceMap } from '../audiences/index.ts';
import { metricKind } from '../metrics/index.ts';
import { selectTemplates } from '../templates/index.ts';
import { acceptAllocation, acceptMembership, acceptTags } from './allocation.ts';
import { acceptPayload } from './payload.ts';
import { deleteRollout } from './rollout/store.ts';
import { acceptSchedule } from './schedule.ts';
import { deleteScheduled } from './scheduled/store.ts';
import {
  definitionOf,
  inputOf,
  newSeed,
  type StoredCampaign,
  type StoredExperience,
} from './stored.ts';
import { acceptUnit } from './unit.ts';
import { type CampaignDependencies, validateCampaign } from './validate.ts';

type ExperienceInput = CampaignInput['experiences'][number];

/** What a file refers to by null: an id that nothing has. */
export const goneId = 0;

export const campaignKind: ObjectKind<CampaignInput> = {
  kind: 'campaign',
  noun: 'campaign',
  nameOf: ({ selector }) => selector,
  inputOf,
  accept: (input, at) => acceptCampaign(input, at, false),
  async release(tx, siteId, { id, name }, confirmed) {
    const publication = await selectPublication(tx, siteId, id);
    if (publication?.status === 'live' && confirmed !== 'live') {
      const detail =
        `The campaign "${name}" is live: visitors see it. To delete it all the same, repeat the ` +
        'request with ?confirm=live. Archiving it keeps its history.';
      throw new ApiError('conflict', detail);
    }
    await deletePublication(tx, siteId, id);
    await deleteApprovalRequests(tx, siteId, id);
    await deleteComments(tx, siteId, id);
    await deleteRollout(tx, siteId, id);
    await deleteScheduled(tx, siteId, id);
    await deleteJournalEntry(tx, siteId, id);
  },
};

/**
 * The same of a draft that a file carries: it may refer to what was deleted, by `goneId`, and count
 * by a kind of account that the site does not have yet.
 */
export const carriedCampaignKind: ObjectKind<CampaignInput> = {
  ...campaignKind,
  accept: (input, at) => acceptCampaign(input, at, true),
};

async function acceptCampaign(
  given: CampaignInput,
  { tx, siteId, id, before, restored, newIds }: Parameters<typeof campaignKind.accept>[1],
  mayReferToGone: boolean,
): Promise<StoredCampaign> {
  const previous = before === undefined ? undefined : withParts(before, restored);
  const own = await dependenciesOf(tx, siteId);
  const dependencies = mayReferToGone ? withAccountType(withGone(own), given) : own;
  const input = withTemplateSchema(given, dependencies);
  refuseInvalid(validateCampaign(input, previous, dependencies));
  const parts = input.experiences.flatMap((experience) => [experience, ...experience.variations]);
  const fresh = await newIds(parts.filter((part) => part.id === undefined).length);
  const number = (part: { id?: number }) => part.id ?? (fresh.shift() as number);
  const { name, selector, groups = [], traffic = 1, stickiness = 'user' } = input;
  const { notes, template, payloadSchema, metrics, design, rollout, rollback } = input;
  const { layer, ...withoutLayer } = input;
  const schedule = acceptSchedule(input.schedule, dependencies.timeZone);
  const experiences = input.experiences.map((experience) =>
    acceptExperience(input.type, experience, number, traffic, previous),
  );
  const isLayerGone = mayReferToGone && layer?.id === goneId;
  const drawn = isLayerGone ? withoutLayer : input;
  return {
    id,
    name,
    selector,
    groups,
    ...(notes !== undefined && { notes }),
    type: input.type,
    ...(schedule && { schedule }),
    ...(template !== undefined && { template }),
    ...(payloadSchema && { payloadSchema }),
    ...(metrics && { metrics }),
    ...(design && { design }),
    traffic,
    ...(rollout && { rollout }),
    ...(rollback && { rollback }),
    stickiness,
    ...acceptUnit(input, previous),
    ...(isLayerGone && { layer: { ...layer, seed: '', slots: 1_000, held: [] } }),
    ...(await acceptMembership(tx, siteId, id, drawn, experiences)),
    seed: previous?.seed ?? newSeed(),
    experiences,
  };
}

/** With a template and no schema: the template's, which stays when that changes (decision 0071). */
function withTemplateSchema(
  input: CampaignInput,
  { templates }: Pick<CampaignDependencies, 'templates'>,
): CampaignInput {
  const made = templates.get(input.template ?? 0);
  return made && !input.payloadSchema ? { ...input, payloadSchema: made.schema } : input;
}

const withGone = (own: CampaignDependencies): CampaignDependencies => ({
  ...own,
  audiences: new Map([...own.audiences, [goneId, {}]]),
  strategies: new Set([...own.strategies, goneId]),
  metrics: new Set([...own.metrics, goneId]),
});

/** As if the site had the kind of account that a campaign counts by. */
export const withAccountType = (
  own: CampaignDependencies,
  { accountType }: Pick<CampaignInput, 'accountType'>,
): CampaignDependencies =>
  accountType === undefined ? own : { ...own, accountTypes: [...own.accountTypes, accountType] };

function acceptExperience(
  type: CampaignInput['type'],
  input: ExperienceInput,
  number: (part: { id?: number }) => number,
  traffic: number,
  previous: StoredCampaign | undefined,
): StoredExperience {
  const id = number(input);
  const variations = input.variations.map((variation) => {
    const { name, weight, shipped } = variation;
    const payload = acceptPayload(type, variation.payload);
    const ended = shipped === true && { shipped };
    return { id: number(variation), name, weight, payload, ...ended, ...acceptTags(variation) };
  });
  const before = previous?.experiences.find((experience) => experience.id === id);
  const allocation = (of: StoredExperience['variations'], ...how: unknown[]) =>
    JSON.stringify([how, of.map((one) => [one.id, one.weight, one.shipped])]);
  const isSame =
    before &&
    allocation(before.variations, previous?.traffic ?? 1, before.allocation, before.served) ===
      allocation(variations, traffic, input.allocation, input.served);
  return {
    id,
    ...(input.name !== undefined && { name: input.name }),
    ...(input.targeting && { targeting: input.targeting }),
    ...acceptAllocation(input),
    allocationVersion: (before?.allocationVersion ?? 0) + (isSame ? 0 : 1),
    variations,
  };
}

/** What a site's campaigns depend on. */
export async function dependenciesOf(db: Db, siteId: number): Promise<CampaignDependencies> {
  const { settings = {} } = (await selectSite(db, siteId)) ?? {};
  const { timeZone } = completeSettings(settings);
  const strategies = (await selectStrategies(db, siteId)).map(strategyOf);
  const feeds = new Set((await selectFeeds(db, siteId)).map((feed) => feed.id));
  const { accounts } = await selectIdentifierTypes(db, siteId);
  const metrics = await selectObjects(db, siteId, 'metric');
  const orphans = strategies.filter(({ feed }) => feed !== undefined && !feeds.has(feed));
  return {
    audiences: await audienceMap(db, siteId),
    timeZone,
    accountTypes: accounts,
    strategies: new Set(strategies.map(({ id }) => id)),
    metrics: new Set([...(metricKind.builtIn ?? []), ...metrics].map(({ id }) => id)),
    templates: await selectTemplates(db, siteId),
    layers: new Set((await selectObjects(db, siteId, 'layer')).map(({ id }) => id)),
    strategiesWithoutFeed: new Set(orphans.map(({ id }) => id)),
    hasFeed: feeds.size > 0,
  };
}

/** What is replaced, with those parts of an earlier version that it no longer has. */
function withParts(before: string, restored: string | undefined): StoredCampaign {
  const previous = definitionOf(before);
  if (restored === undefined) return previous;
  const older = definitionOf(restored).experiences;
  const known = new Map(older.map((experience) => [experience.id, experience]));
  const experiences = previous.experiences.map((experience) => {
    const was = known.get(experience.id)?.variations ?? [];
    known.delete(experience.id);
    const ids = new Set(experience.variations.map(({ id }) => id));
    const gone = was.filter(({ id }) => !ids.has(id));
    return { ...experience, variations: [...experience.variations, ...gone] };
  });
  return { ...previous, experiences: [...experiences, ...known.values()] };
}
