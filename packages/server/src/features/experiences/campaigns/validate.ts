// Validates a campaign: every error, each where it stands.
import type { CampaignInput, Fault, TemplateInput } from '@attune/contract';
import { checkCondition } from '@attune/core';
import { validateAllocation } from './allocation.ts';
import { validateDesign } from './design.ts';
import { validateRecommending } from './payload.ts';
import { validatePayloads } from './payload-schema.ts';
import { validateRollout } from './rollout/validate.ts';
import { validateSchedule } from './schedule.ts';
import type { StoredCampaign } from './stored.ts';
import { validatePublishedUnit, validateUnit } from './unit.ts';

type ExperienceInput = CampaignInput['experiences'][number];

/** What a campaign depends on. */
export interface CampaignDependencies {
  readonly audiences: ReadonlyMap<number, unknown>;
  /** The site's. */
  readonly timeZone: string;
  /** Identifier types that name accounts. */
  readonly accountTypes: readonly string[];
  readonly strategies: ReadonlySet<number>;
  readonly metrics: ReadonlySet<number>;
  readonly templates: ReadonlyMap<number, TemplateInput>;
  readonly layers: ReadonlySet<number>;
  /** Those whose feed was deleted. */
  readonly strategiesWithoutFeed: ReadonlySet<number>;
  readonly hasFeed: boolean;
}

type Previous = Pick<StoredCampaign, 'experiences' | 'unit' | 'accountType' | 'template'>;

/** Everything wrong with a campaign whose parts may keep the ids that they have in `previous`. */
export function validateCampaign(
  input: CampaignInput,
  previous: Previous | undefined,
  { audiences, timeZone, accountTypes, strategies, metrics, templates }: CampaignDependencies,
): Fault[] {
  const ids = new Set<number>();
  return [
    ...validateSchedule(input.schedule, timeZone),
    ...validateUnit(input, previous, accountTypes),
    ...validateAllocation(input),
    ...validateDesign(input),
    ...validateRollout(input, metrics),
    ...validateRecommending(input, strategies),
    ...validateTemplate(input, previous, templates),
    ...validatePayloads(input),
    ...input.experiences.flatMap((experience, at) => {
      const pointer = `/experiences/${at}`;
      const before = previous?.experiences.find(({ id }) => id === experience.id);
      const known = new Set(before?.variations.map(({ id }) => id));
      return [
        ...validateId(experience.id, pointer, before !== undefined, ids),
        ...experience.variations.flatMap((variation, of) =>
          validateId(
            variation.id,
            `${pointer}/variations/${of}`,
            known.has(variation.id ?? 0),
            ids,
          ),
        ),
        ...validateExperience(experience, pointer, audiences),
      ];
    }),
  ];
}

/** An archived template is for the campaigns that have it already. */
function validateTemplate(
  { type, template }: CampaignInput,
  previous: Previous | undefined,
  templates: CampaignDependencies['templates'],
): Fault[] {
  if (template === undefined) return [];
  const of = templates.get(template);
  const wrong = (detail: string) => [{ pointer: '/template', detail }];
  if (!of) return wrong('is not a template of the site');
  const { type: made = 'custom' } = of;
  if (type !== made) return wrong(`is for campaigns of type ${made}`);
  const isNew = template !== previous?.template;
  return of.archived && isNew ? wrong('is archived; take it out of the archive first') : [];
}

/** What forbids that a draft be served, though it may be written; feeds may come later. */
export function validateServing(
  definition: StoredCampaign,
  dependencies: CampaignDependencies,
  published: readonly StoredCampaign[],
  needsFeed = true,
): Fault[] {
  const { layer } = definition;
  const isKnown = layer === undefined || dependencies.layers.has(layer.id);
  const gone = { pointer: '/layer', detail: 'was deleted: choose another layer, or none' };
  return [
    ...(isKnown ? [] : [gone]),
    ...validatePublishedUnit(definition, published),
    ...(needsFeed ? validateItems(definition, dependencies) : []),
  ];
}

/** The published campaign that has a draft's placement. */
export const rivalOf = (
  { id, selector }: StoredCampaign,
  published: readonly StoredCampaign[],
): StoredCampaign | undefined =>
  published.find((other) => other.id !== id && other.selector === selector);

/** May a draft be live beside what is published? */
export const goesWith = (draft: StoredCampaign, published: readonly StoredCampaign[]): boolean =>
  !rivalOf(draft, published) && validatePublishedUnit(draft, published).length === 0;

function validateItems(
  { type, experiences }: StoredCampaign,
  { hasFeed, strategiesWithoutFeed }: CampaignDependencies,
): Fault[] {
  if (type === 'custom') return [];
  if (!hasFeed) return [{ pointer: '/type', detail: `needs items: the site has no feed` }];
  const detail = 'recommends from a feed that was deleted: give the strategy another one';
  return experiences.flatMap(({ variations }, at) =>
    variations.flatMap(({ payload }, of) =>
      isWithin(strategiesWithoutFeed, payload)
        ? [{ pointer: `/experiences/${at}/variations/${of}/payload/strategy`, detail }]
        : [],
    ),
  );
}

const isWithin = (strategies: ReadonlySet<number>, payload: unknown) =>
  strategies.has((payload as { strategy?: number } | null)?.strategy ?? 0);

function validateExperience(
  { targeting, variations }: ExperienceInput,
  pointer: string,
  audiences: CampaignDependencies['audiences'],
): Fault[] {
  const errors = targeting === undefined ? [] : checkCondition(targeting, { audiences });
  const isGivenOut = variations.some(({ weight }) => weight > 0);
  const shipped = variations.flatMap((one, at) => (one.shipped ? [at] : []));
  return [
    ...errors.map((fault) => ({ ...fault, pointer: `${pointer}/targeting${fault.pointer}` })),
    ...shipped.slice(1).map((at) => ({
      pointer: `${pointer}/variations/${at}/shipped`,
      detail: 'another variation of the experience is for everyone already',
    })),
    ...(isGivenOut
      ? []
      : [{ pointer: `${pointer}/variations`, detail: 'at least one weight must be above 0' }]),
  ];
}

function validateId(
  id: number | undefined,
  pointer: string,
  isKnown: boolean,
  seen: Set<number>,
): Fault[] {
  if (id === undefined) return [];
  const detail = seen.has(id)
    ? 'is used twice'
    : 'is not an id of what is replaced; leave it out for something new';
  const isFault = seen.has(id) || !isKnown;
  seen.add(id);
  return isFault ? [{ pointer: `${pointer}/id`, detail }] : [];
}
