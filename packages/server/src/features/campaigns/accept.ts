// From what a teammate wrote to a campaign's definition: checked, numbered, with its seed.
import { randomBytes } from 'node:crypto';
import type { CampaignInput, Fault } from '@attune/contract';
import {
  type CampaignDefinition,
  checkCondition,
  type ExperienceDefinition,
  parseInstant,
} from '@attune/core';
import { refuseFaults } from '../../refusal.ts';
import { audienceMap } from '../audiences/index.ts';
import type { ObjectKind } from '../managed/index.ts';
import { deletePublication } from '../publications/index.ts';
import { acceptAllocation, acceptMembership, acceptTags, allocationFaults } from './allocation.ts';

type Audiences = ReadonlyMap<number, unknown>;
type ExperienceInput = CampaignInput['experiences'][number];

export const campaignKind: ObjectKind<CampaignInput> = {
  kind: 'campaign',
  noun: 'campaign',
  nameOf: ({ selector }) => selector,
  async accept(input, { tx, siteId, id, before, newIds }) {
    const previous = before === undefined ? undefined : (JSON.parse(before) as CampaignDefinition);
    refuseFaults(faultsOf(input, previous, await audienceMap(tx, siteId)));
    const parts = input.experiences.flatMap((experience) => [experience, ...experience.variations]);
    const fresh = await newIds(parts.filter((part) => part.id === undefined).length);
    const number = (part: { id?: number }) => part.id ?? (fresh.shift() as number);
    const { name, selector, groups = [], schedule, traffic = 1, stickiness = 'user' } = input;
    const experiences = input.experiences.map((experience) =>
      acceptExperience(experience, number, traffic, previous),
    );
    return {
      id,
      name,
      selector,
      groups,
      type: 'custom',
      ...(schedule && { schedule }),
      traffic,
      stickiness,
      ...(await acceptMembership(tx, siteId, id, input, experiences)),
      seed: previous?.seed ?? randomBytes(8).toString('hex'),
      experiences,
    } satisfies CampaignDefinition;
  },
  async release(tx, siteId, { id }) {
    await deletePublication(tx, siteId, id);
  },
};

function acceptExperience(
  input: ExperienceInput,
  number: (part: { id?: number }) => number,
  traffic: number,
  previous: CampaignDefinition | undefined,
): ExperienceDefinition {
  const id = number(input);
  const variations = input.variations.map((variation) => {
    const { name, weight, payload } = variation;
    return { id: number(variation), name, weight, payload, ...acceptTags(variation) };
  });
  const before = previous?.experiences.find((experience) => experience.id === id);
  const allocation = (of: readonly { id: number; weight: number }[], ...how: unknown[]) =>
    JSON.stringify([how, of.map(({ id: variationId, weight }) => [variationId, weight])]);
  const isSame =
    before &&
    allocation(before.variations, previous?.traffic ?? 1, before.allocation, before.served) ===
      allocation(variations, traffic, input.allocation, input.served);
  return {
    id,
    name: input.name,
    ...(input.targeting && { targeting: input.targeting }),
    ...acceptAllocation(input),
    allocationVersion: (before?.allocationVersion ?? 0) + (isSame ? 0 : 1),
    variations,
  };
}

function faultsOf(
  input: CampaignInput,
  previous: CampaignDefinition | undefined,
  audiences: Audiences,
): Fault[] {
  const ids = new Set<number>();
  return [
    ...allocationFaults(input),
    ...scheduleFaults(input.schedule),
    ...input.experiences.flatMap((experience, at) => {
      const pointer = `/experiences/${at}`;
      const before = previous?.experiences.find(({ id }) => id === experience.id);
      const known = new Set(before?.variations.map(({ id }) => id));
      return [
        ...idFaults(experience.id, pointer, before !== undefined, ids),
        ...experience.variations.flatMap((variation, of) =>
          idFaults(variation.id, `${pointer}/variations/${of}`, known.has(variation.id ?? 0), ids),
        ),
        ...experienceFaults(experience, pointer, audiences),
      ];
    }),
  ];
}

function experienceFaults(
  { targeting, variations }: ExperienceInput,
  pointer: string,
  audiences: Audiences,
): Fault[] {
  const faults = targeting === undefined ? [] : checkCondition(targeting, { audiences });
  const isGivenOut = variations.some(({ weight }) => weight > 0);
  return [
    ...faults.map((fault) => ({ ...fault, pointer: `${pointer}/targeting${fault.pointer}` })),
    ...(isGivenOut
      ? []
      : [{ pointer: `${pointer}/variations`, detail: 'at least one weight must be above 0' }]),
  ];
}

function idFaults(
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

function scheduleFaults(schedule: CampaignInput['schedule']): Fault[] {
  const { start, end } = schedule ?? {};
  const wrong = (name: string) => ({
    pointer: `/schedule/${name}`,
    detail: 'must be an RFC 3339 time with its zone, such as 2026-11-01T00:00:00Z',
  });
  const from = start === undefined ? Number.NEGATIVE_INFINITY : parseInstant(start);
  const to = end === undefined ? Number.POSITIVE_INFINITY : parseInstant(end);
  if (from === undefined || to === undefined) {
    return [
      ...(from === undefined ? [wrong('start')] : []),
      ...(to === undefined ? [wrong('end')] : []),
    ];
  }
  return from < to ? [] : [{ pointer: '/schedule/end', detail: 'must be after the start' }];
}
