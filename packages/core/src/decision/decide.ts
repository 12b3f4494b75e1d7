// Knows the order in which a campaign is decided; docs/decisions gives the reasons.

import { chooseRange } from '../bucketing/ranges.ts';
import type { CompiledCampaign, CompiledExperience } from './compiled.ts';
import type { Decision, DecisionInput, NothingApplies, NotInTraffic } from './decision.ts';
import { withhold } from './holdout.ts';
import { slotOf } from './layer.ts';
import { decidePreview } from './preview.ts';
import { bucketOf, firstMatching, giveSpecially, keptVariation } from './steps.ts';
import { forcedFor } from './test-users.ts';
import { unitId } from './unit.ts';

/** Made once each: what is decided most often allocates nothing. */
const NOTHING = {
  paused: nothing('paused'),
  not_started: nothing('not_started'),
  ended: nothing('ended'),
  no_consent: nothing('no_consent'),
  no_account: nothing('no_account'),
  no_experience_matched: nothing('no_experience_matched'),
  preview_not_found: nothing('preview_not_found'),
};

/**
 * Decides what a campaign gives one user: preview, test users, live, schedule, consent,
 * account, layer, targeting, allocation, holdouts.
 *
 * Only the first experience whose targeting matches allocates: a user outside its traffic gets
 * nothing, even where a later experience would match. An earlier assignment (stickiness `user`)
 * holds while its variation exists and the traffic is above 0, whatever the weights are now, unless
 * a rollback takes it out. A user who is held out is decided like anyone else, and then given
 * nothing.
 */
export function decide(campaign: CompiledCampaign, input: DecisionInput): Decision {
  if (input.preview !== undefined) {
    const shown = decidePreview(campaign, input, input.preview);
    return typeof shown === 'string' ? NOTHING[shown] : shown;
  }
  if (campaign.testUsers !== null) {
    const forced = forcedFor(campaign.testUsers, input);
    if (forced !== undefined) return forced;
  }
  if (!input.live) return NOTHING.paused;
  if (input.now < campaign.start) return NOTHING.not_started;
  if (input.now >= campaign.end) return NOTHING.ended;
  if (input.lacksConsent && !campaign.definition.servesWithoutConsent) return NOTHING.no_consent;
  const { layer, holdouts } = campaign;
  const id = unitId(campaign, input);
  if (id === '' && campaign.unit === 'account') return NOTHING.no_account;
  if (layer !== null && layer.isHeld[slotOf(layer, id)] !== 1) return layer.outside;
  const experience = firstMatching(campaign, input);
  if (experience === undefined) return NOTHING.no_experience_matched;
  const decision = experience.isSpecial
    ? allocateSpecially(experience, input)
    : allocate(campaign, experience, input);
  return holdouts === null ? decision : withhold(holdouts, decision, id);
}

function allocate(
  campaign: CompiledCampaign,
  experience: CompiledExperience,
  input: DecisionInput,
): Decision {
  const { definition, participation, allocationVersion } = experience;
  const { variations } = definition;
  const bucket = bucketOf(experience, input);
  const kept = keptVariation(campaign, experience, input);
  const variation = kept ?? variations[chooseRange(bucket, experience.ranges)];
  if (variation === undefined) return leftOut(experience, bucket);
  const share = experience.shares[variations.indexOf(variation)] as number;
  return {
    reason: kept === undefined ? 'allocated' : 'assigned',
    experience: definition,
    variation,
    isControl: variation.payload === null,
    bucket,
    propensity: participation * share,
    allocationVersion,
    assignment: experience.isSticky
      ? { key: experience.assignmentKey, variationId: variation.id }
      : null,
  };
}

/** By affinity, or several at once: nothing sticks, and the draw is as stable as its weights. */
function allocateSpecially(experience: CompiledExperience, input: DecisionInput): Decision {
  const { definition, allocationVersion } = experience;
  const bucket = bucketOf(experience, input);
  const given = giveSpecially(experience, input, bucket, experience);
  if (given === undefined) return leftOut(experience, bucket);
  const [{ variation, propensity }, ...also] = given.draws;
  return {
    reason: given.reason,
    experience: definition,
    variation,
    isControl: given.draws.every((draw) => draw.variation.payload === null),
    bucket,
    propensity,
    allocationVersion,
    ...(also.length > 0 && { also }),
    assignment: null,
  };
}

function leftOut(
  { definition, participation, allocationVersion }: CompiledExperience,
  bucket: number,
): NotInTraffic {
  return {
    reason: 'not_in_traffic',
    experience: definition,
    variation: null,
    isControl: false,
    bucket,
    propensity: 1 - participation,
    allocationVersion,
  };
}

function nothing(reason: NothingApplies['reason']): NothingApplies {
  return Object.freeze({
    reason,
    experience: null,
    variation: null,
    isControl: false,
    propensity: 1,
  });
}
