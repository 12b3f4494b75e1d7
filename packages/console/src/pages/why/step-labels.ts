// The steps of a decision in words: layer, draw, holdouts, and who is always given something.
import type { Explanation } from '@attune/core';

type Layer = NonNullable<Explanation['layer']>;
type Allocation = NonNullable<Explanation['allocation']>;
type Holdout = Explanation['holdouts'][number];

/** What the campaign counts a visitor as. */
export function sayUnit({ campaign: { unit, accountType } }: Explanation): string {
  const whats = {
    device: 'Device: it keeps its variation, even when people sign in and out.',
    person: 'Person: the same variation on all of their devices, once they are identified.',
    account: `Account (${accountType}): all of its people get the same variation.`,
  };
  return whats[unit];
}

export function sayLayer({ slot, slots, isIn }: Layer): string {
  const where = `The unit is in slot ${slot} of ${slots}`;
  return isIn
    ? `${where}, which this campaign holds.`
    : `${where}, which belongs to another campaign of the layer, or to none.`;
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
    ? `${by}, which is in the range of ${drawn.name}.`
    : `${by}, which is in no range: not in the traffic.`;
}

export function sayAssignment({ assignment, variations }: Allocation): string | undefined {
  if (assignment === null) return undefined;
  const { variationId, kept } = assignment;
  if (variationId === null) return 'No earlier assignment.';
  const name = variations.find(({ id }) => id === variationId)?.name ?? `variation ${variationId}`;
  return kept
    ? `The unit got ${name} before, and keeps it.`
    : `The unit got ${name} before, but does not keep it: the variation is gone, has no weight, or was rolled back.`;
}

/** Which way of allocating it was, and what is particular to it. */
export function sayKind({ kind, dynamicWeights, several }: Allocation): string {
  const way = {
    manual: 'Manual allocation.',
    dynamic:
      dynamicWeights === null
        ? 'Dynamic allocation: not computed yet, so the manual weights apply.'
        : `Dynamic allocation: weights of version ${dynamicWeights.version}.`,
    affinity:
      'Affinity allocation: the variation whose tags rank highest for the user, or by weight.',
  }[kind];
  return several === null
    ? way
    : `${way} ${several.count} variations are shown, one for each point: ${several.points.join(', ')}.`;
}

export function sayTestUser(explanation: Explanation): string | undefined {
  const { testUser, allocation } = explanation;
  if (testUser === null) return undefined;
  const { by, variationId } = testUser;
  const who = typeof by === 'string' ? `User ID ${by}` : `${by.value} (${by.type})`;
  const given = allocation?.variations.find(({ id }) => id === variationId)?.name;
  return `${who} is a test user and always gets ${given ?? `variation ${variationId}`}. Test users never count.`;
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
  no_experience_matched: 'No match',
  not_in_traffic: 'Not in the traffic',
  preview_not_found: 'No such preview',
};
