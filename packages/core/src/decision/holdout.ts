// Knows who is held out: decided as anybody, and given nothing of what was decided.

import { hashSeed, hashSeeded } from '../bucketing/hash.ts';
import { type Decision, drawsOf } from './decision.ts';
import type { CampaignDefinition, HoldoutDefinition } from './definition.ts';

/** A holdout that applies to a campaign. */
export interface CompiledHoldout {
  readonly definition: HoldoutDefinition;
  readonly seedHash: number;
}

/** The holdouts that apply to a campaign: without labels, or with one of the campaign's. */
export function compileHoldouts(
  { ignoresHoldouts, labels = [] }: CampaignDefinition,
  holdouts: readonly HoldoutDefinition[],
): readonly CompiledHoldout[] | null {
  if (ignoresHoldouts) return null;
  const applying = holdouts.filter(
    ({ labels: meant }) => meant === undefined || meant.some((label) => labels.includes(label)),
  );
  if (applying.length === 0) return null;
  return Object.freeze(
    applying.map((definition) =>
      Object.freeze({ definition, seedHash: hashSeed(definition.seed) }),
    ),
  );
}

/** Where a user is in a holdout's draw, in [0, 1): below its share they are held out. */
export function holdoutBucket({ seedHash }: CompiledHoldout, user: string): number {
  return hashSeeded(seedHash, user);
}

/** The first holdout that a unit is in: whatever the stickiness, in all campaigns of it alike. */
export function holdoutOf(
  holdouts: readonly CompiledHoldout[],
  user: string,
): HoldoutDefinition | undefined {
  return holdouts.find((one) => holdoutBucket(one, user) < one.definition.share)?.definition;
}

/**
 * Withholds what was decided from users who are held out. A user who would have been given nothing
 * stays undecided: those counted on either side would have been given something.
 */
export function withhold(
  holdouts: readonly CompiledHoldout[],
  decision: Decision,
  user: string,
): Decision {
  if (decision.variation === null) return decision;
  const holdout = holdoutOf(holdouts, user);
  if (holdout === undefined) return decision;
  const { experience, bucket, propensity, allocationVersion } = decision;
  return {
    reason: 'holdout',
    experience,
    variation: null,
    isControl: false,
    bucket,
    propensity,
    allocationVersion,
    holdoutId: holdout.id,
    withheld: drawsOf(decision),
  };
}
