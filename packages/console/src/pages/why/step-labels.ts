// The steps of a decision in words: layer, draw, holdouts, and who is always given something.
import type { Explanation } from '@attune/core';

type Layer = NonNullable<Explanation['layer']>;
type Allocation = NonNullable<Explanation['allocation']>;
type Holdout = Explanation['holdouts'][number];

/** What the campaign counts a visitor as. */
export function sayUnit({ campaign: { unit, accountType } }: Explanation): string {
  const whats = {
    device: 'A device: it keeps its variation, also when people sign in and out on it.',
    person: 'A person: the same on all of their devices, once they are identified.',
    account: `An account, named by ${accountType}: everybody of it gets the same.`,
  };
  return whats[unit];
}

export function sayLayer({ slot, slots, isIn }: Layer): string {
  const where = `The unit is in slot ${slot} of ${slots}`;
  return isIn
    ? `${where}, which this campaign holds.`
    : `${where}, which this campaign does not hold: another campaign of the layer has it, or none.`;
}

export function sayHoldout({ name, share, bucket, isHeldOut }: Holdout): string {
  const where = `The unit’s bucket in ${name} is ${bucket}`;
  return isHeldOut
    ? `${where}, below ${share}: held out.`
    : `${where}, not below ${share}: not held out.`;
}

/** How the draw went, before what an earlier assignment makes of it. */
export function sayDraw({ bucket, variations, unit }: Allocation): string {
  const drawn = variations.find(({ range: [from, to] }) => bucket >= from && bucket < to);
  const by = `By ${unit.kind} ${unit.value} the bucket is ${bucket}`;
  return drawn
    ? `${by}, which is on the range of ${drawn.name}.`
    : `${by}, which is on nobody’s range: not in the traffic.`;
}

export function sayAssignment({ assignment, variations }: Allocation): string | undefined {
  if (assignment === null) return undefined;
  const { variationId, kept } = assignment;
  if (variationId === null) return 'No earlier assignment is known.';
  const name = variations.find(({ id }) => id === variationId)?.name ?? `variation ${variationId}`;
  return kept
    ? `The unit has been given ${name} before, and stays with it.`
    : `The unit has been given ${name} before, which is not kept: it is no longer there, no longer given, or rolled back.`;
}

/** Which way of allocating it was, and what is particular to it. */
export function sayKind({ kind, dynamicWeights, several }: Allocation): string {
  const way = {
    manual: 'Weights are set by hand.',
    dynamic:
      dynamicWeights === null
        ? 'Weights follow a metric, and have not been computed yet: those set by hand hold.'
        : `Weights follow a metric; these are version ${dynamicWeights.version}.`,
    affinity: 'The variation whose tags rank highest for the user; without any, by weight.',
  }[kind];
  return several === null
    ? way
    : `${way} ${several.count} variations are given: one for each point, ${several.points.join(', ')}.`;
}

export function sayTestUser(explanation: Explanation): string | undefined {
  const { testUser, allocation } = explanation;
  if (testUser === null) return undefined;
  const { by, variationId } = testUser;
  const who = typeof by === 'string' ? `user id ${by}` : `${by.value} (${by.type})`;
  const given = allocation?.variations.find(({ id }) => id === variationId)?.name;
  return `${who} is a test user, always given ${given ?? `variation ${variationId}`}; it never counts.`;
}

/** What came of it, in a word or two. */
export function sayOutcome({ decision, allocation }: Explanation): string {
  const { reason, draws } = decision;
  const names = draws.map(
    ({ variationId }) => allocation?.variations.find(({ id }) => id === variationId)?.name ?? '',
  );
  if (reason === 'holdout') return 'Held out';
  return names.length > 0 ? names.join(', ') : (nothings[reason] ?? 'Nothing');
}

const nothings: Readonly<Partial<Record<Explanation['decision']['reason'], string>>> = {
  paused: 'Not live',
  not_started: 'Not started',
  ended: 'Ended',
  no_consent: 'No consent',
  no_account: 'No account',
  not_in_layer: 'Not in its layer',
  no_experience_matched: 'Not meant',
  not_in_traffic: 'Not in the traffic',
  preview_not_found: 'No such preview',
};
