// A campaign while it is being edited: texts that may not be finished yet, and ids of this page.
import type { CampaignInput } from '@attune/contract';
import {
  type ExplanationNames,
  experienceName,
  payloadToBeginWith,
  referenceTo,
} from '@attune/core';
import { completeRows } from '../../../conditions/rows.ts';
import {
  conditionOf,
  forEverybody,
  type Targeting,
  targetingOf,
} from '../../../conditions/targeting.ts';
import { formatJson, parseTyped, sayFault } from '../../../json/fault.ts';
import { newKey } from '../../../ui/new-key.ts';
import type { Fault } from '../../../versioned/kind.ts';
import {
  nothingYet,
  payloadOf,
  type RecommendationDraft,
  recommendationOf,
} from './recommendation/recommendation.ts';

type ExperienceInput = CampaignInput['experiences'][number];
type VariationInput = ExperienceInput['variations'][number];

export type Variation = Omit<VariationInput, 'payload'> & {
  readonly key: string;
  /** JSON as it is typed, or what is recommended; null: the control. */
  readonly payload: string | RecommendationDraft | null;
};
export type Experience = Omit<ExperienceInput, 'targeting' | 'variations'> & {
  readonly key: string;
  readonly targeting: Targeting;
  readonly variations: readonly Variation[];
};
/** A test user: always given the same, by the keys of experience and variation. */
export interface TestUser {
  readonly id?: string;
  readonly cuid?: string;
  readonly cuidType?: string;
  readonly given: string;
}
export type Draft = Omit<CampaignInput, 'experiences' | 'payloadSchema' | 'testUsers'> & {
  readonly experiences: readonly Experience[];
  /** JSON as it is typed; '': none. */
  readonly payloadSchema: string;
  readonly testUsers: readonly TestUser[];
};

/** What an experience is called: as it was typed, or after its targeting so far. */
export function nameOf({ name, targeting }: Experience, names?: ExplanationNames): string {
  if (isTyped(name)) return name;
  const { rows } = completeRows(targeting.rows);
  return experienceName({ targeting: conditionOf({ ...targeting, rows }).condition }, names);
}

const isTyped = (name: string | undefined): name is string =>
  name !== undefined && name.trim() !== '';

/** What a test user is given, whatever it is called by now. */
export const givenOf = (experience: Experience, variation: Variation) =>
  `${experience.key}/${variation.key}`;

export function draftOf(body: CampaignInput): Draft {
  const { experiences: all, payloadSchema, testUsers = [], ...rest } = body;
  const experiences = all.map(({ targeting, variations, ...experience }) => ({
    ...experience,
    key: String(experience.id ?? newKey()),
    targeting: targetingOf(targeting),
    variations: variations.map(({ payload, ...variation }) => ({
      ...variation,
      key: String(variation.id ?? newKey()),
      payload: payloadDraftOf(payload),
    })),
  }));
  return {
    ...rest,
    payloadSchema: payloadSchema === undefined ? '' : formatJson(payloadSchema),
    experiences,
    testUsers: testUsers.map(({ experience: name, variation: of, ...user }) => {
      const experience = experiences.find((one, at) => referenceTo(one, at) === name);
      const variation = experience?.variations.find((one) => one.name === of);
      return { ...user, given: experience && variation ? givenOf(experience, variation) : '' };
    }),
  };
}

function payloadDraftOf(payload: VariationInput['payload']): Variation['payload'] {
  if (payload === null) return null;
  return 'strategy' in payload ? recommendationOf(payload) : formatJson(payload.data);
}

type Tell = (pointer: string, detail: string) => void;

/** What to send for a draft, and what of it cannot be sent as it is typed. */
export function bodyOf(draft: Draft): { body: CampaignInput; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const tell: Tell = (pointer, detail) => faults.push({ pointer, detail });
  const { experiences, payloadSchema, testUsers, ...rest } = draft;
  const body = {
    ...rest,
    ...(payloadSchema.trim() !== '' && {
      payloadSchema: readText(payloadSchema, '/payloadSchema', tell),
    }),
    ...(testUsers.length > 0 && {
      testUsers: testUsers.map((user, at) =>
        testUserOf(user, experiences, `/testUsers/${at}`, tell),
      ),
    }),
    experiences: experiences.map((experience, at) =>
      experienceOf(experience, `/experiences/${at}`, tell),
    ),
  };
  return { body: body as CampaignInput, faults };
}

function readText(text: string, pointer: string, tell: Tell): unknown {
  const parsed = parseTyped(text);
  if (parsed.fault) tell(pointer, sayFault(parsed.fault));
  return parsed.fault ? text : parsed.json;
}

function experienceOf(
  { key: _key, name, targeting, variations, ...experience }: Experience,
  pointer: string,
  tell: Tell,
) {
  const parsed = conditionOf(targeting);
  for (const { pointer: at, detail } of parsed.faults) tell(`${pointer}/targeting${at}`, detail);
  const { condition } = parsed;
  return {
    ...experience,
    ...(isTyped(name) && { name }),
    ...(Object.keys(condition).length > 0 && { targeting: condition }),
    variations: variations.map(({ key: _of, payload, ...variation }, of) => ({
      ...variation,
      payload: payloadBodyOf(payload, `${pointer}/variations/${of}/payload`, tell),
    })),
  };
}

function payloadBodyOf(payload: Variation['payload'], pointer: string, tell: Tell) {
  if (payload === null) return null;
  if (typeof payload !== 'string') return payloadOf(payload, pointer, tell);
  return { type: 'CUSTOM_JSON' as const, data: readText(payload, pointer, tell) };
}

function testUserOf(
  { given, ...user }: TestUser,
  experiences: readonly Experience[],
  pointer: string,
  tell: Tell,
) {
  for (const [at, experience] of experiences.entries()) {
    const variation = experience.variations.find((one) => givenOf(experience, one) === given);
    const { name } = experience;
    const reference = referenceTo(isTyped(name) ? { name } : undefined, at);
    if (variation) return { ...user, experience: reference, variation: variation.name };
  }
  tell(pointer, 'This variation is no longer there. Choose another one.');
  return { ...user, experience: '', variation: '' };
}

type Members = Readonly<Record<string, unknown>>;

/** The schema of payloads that a form can be made of; undefined: there is none, or it is typed. */
export function schemaIn(text: string): Members | undefined {
  const parsed = parseTyped(text);
  const json = parsed.fault ? undefined : parsed.json;
  const isOne = typeof json === 'object' && json !== null && 'type' in json;
  return isOne ? (json as Members) : undefined;
}

/** What makes the payloads of a campaign. */
type Making = Pick<Draft, 'type' | 'payloadSchema'>;

/** What a variation of a campaign begins with. */
export function newPayload({ type, payloadSchema }: Making): string | RecommendationDraft {
  const begun = payloadToBeginWith(schemaIn(payloadSchema));
  if (type === 'custom') return formatJson(begun ?? {});
  if (type === 'sorting') return { strategy: null };
  return { ...nothingYet, ...(begun !== undefined && { custom: formatJson(begun) }) };
}

/** What changes in a draft without a template when it gets one: what is written already stays. */
export function withTemplate(
  { type, experiences }: Pick<Draft, 'type' | 'experiences'>,
  template: number,
  schema: Members,
): Pick<Draft, 'template' | 'payloadSchema' | 'experiences'> {
  const payloadSchema = formatJson(schema);
  const begun = newPayload({ type, payloadSchema });
  const filled = (payload: Variation['payload']) =>
    isRecommended(payload) && isRecommended(begun) && payload.text === undefined
      ? { ...(begun.custom !== undefined && { custom: begun.custom }), ...payload }
      : payload;
  return {
    ...{ template, payloadSchema },
    experiences: experiences.map((experience) => ({
      ...experience,
      variations: experience.variations.map((variation) => ({
        ...variation,
        payload: filled(variation.payload),
      })),
    })),
  };
}

const isRecommended = (payload: Variation['payload']): payload is RecommendationDraft =>
  typeof payload === 'object' && payload !== null;

export function newVariation(among: readonly Variation[], making: Making): Variation {
  // Numbers, not letters: beside "Control", A would be read as the A of an A/B test.
  let number = 1;
  while (among.some((one) => one.name === `Variation ${number}`)) number += 1;
  const name = `Variation ${number}`;
  return { key: newKey(), name, weight: among[0]?.weight ?? 1, payload: newPayload(making) };
}

export function newExperience(making: Making): Experience {
  return {
    key: newKey(),
    targeting: forEverybody,
    variations: [{ ...newVariation([], making), weight: 1 }],
  };
}

/** A list with one of its entries a place further up (-1) or down (1). */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const other = list[at + by];
  if (other === undefined) return list;
  return list.with(at + by, list[at]!).with(at, other);
}

/** Each variation's share of those who are drawn, 0 to 1. */
export function sharesOf(variations: readonly Pick<Variation, 'weight'>[]): readonly number[] {
  const sum = variations.reduce((all, { weight }) => all + weight, 0);
  return variations.map(({ weight }) => (sum > 0 ? weight / sum : 0));
}
