// The steps of a decision in words: layer, draw, holdouts, and who is always given something.
import type { Explanation } from '@attune/core';
import type { Tone } from '../../ui/mark.tsx';
import { sayShare } from '../../ui/say-amount.ts';

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

export function sayLayer({ isIn }: Layer, { campaign: { unit } }: Explanation): string {
  return isIn
    ? `In this layer, the ${unit} belongs to this campaign.`
    : `In this layer, the ${unit} belongs to another campaign, or to none.`;
}

/** Who the holdout keeps out, and whether this visitor is one of them. */
export function sayHoldout({ name, share, isHeldOut }: Holdout): string {
  const part = `${sayShare(share)} of users get no experiences`;
  return isHeldOut
    ? `${name} holds this visitor out: ${part}, so that the effect of all of them can be measured.`
    : `${name} does not hold this visitor out: ${part}, and this visitor is not one of them.`;
}

export function sayHoldoutBucket({ share, bucket, isHeldOut }: Holdout): string {
  return `The bucket is ${bucket}, ${isHeldOut ? 'below' : 'not below'} ${share}.`;
}

const drawnOf = ({ bucket, variations }: Allocation) =>
  variations.find(({ range: [from, to] }) => bucket >= from && bucket < to);

/** What was drawn, before what an earlier assignment makes of it. */
export function sayDrawn(allocation: Allocation): string {
  const drawn = drawnOf(allocation);
  return drawn
    ? `The draw gives ${drawn.name}.`
    : 'The draw leaves this visitor out of the traffic.';
}

/** How the draw went, in numbers. */
export function sayDraw(allocation: Allocation): string {
  const { bucket, unit } = allocation;
  const drawn = drawnOf(allocation);
  const by = `By ${unit.kind} ${unit.value} the bucket is ${bucket}`;
  return drawn
    ? `${by}, which is in the range of ${drawn.name}.`
    : `${by}, which is in no range: not in the traffic.`;
}

/** What a draw or a holdout computes, to be done again by hand. */
export const hashRecipe =
  'To recompute the bucket: hash the text below with FNV-1a (32 bits), hash the decimal digits of ' +
  'the result again, and divide that modulo 10,000 by 10,000.';

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
  const { reason, draws, isControl } = decision;
  const names = draws.map(
    ({ variationId }) => allocation?.variations.find(({ id }) => id === variationId)?.name ?? '',
  );
  if (reason === 'holdout') return 'Held out';
  if (names.length === 0) return nothings[reason] ?? 'Nothing';
  return `${names.join(', ')}${isControl ? ' (control)' : ''}`;
}

/** Good is content that was shown; a control, and what was kept back, show what the site has. */
export function toneOfOutcome({ decision }: Explanation): Tone {
  return decision.variationId === null || decision.isControl ? 'neutral' : 'good';
}

/** What became of a variation that a decision drew. */
export function markOfDrawn(
  { reason }: Pick<Explanation['decision'], 'reason'>,
  isControl: boolean,
): readonly [Tone, string] {
  if (reason === 'holdout') return ['neutral', 'held out, not shown'];
  return isControl ? ['neutral', 'site’s default'] : ['good', 'shown'];
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
