// Knows the order in which a campaign is decided; docs/decisions gives the reasons.

import { chooseRange } from '../bucketing/ranges.ts';
import type { CompiledCampaign, CompiledExperience } from './compile-campaign.ts';
import type { Decision, DecisionInput, NothingApplies } from './decision.ts';
import { decidePreview } from './preview.ts';
import { bucketOf, firstMatching, keptVariation } from './steps.ts';

/** Made once each: what is decided most often allocates nothing. */
const NOTHING: Readonly<Record<NothingApplies['reason'], NothingApplies>> = {
  paused: nothing('paused'),
  not_started: nothing('not_started'),
  ended: nothing('ended'),
  no_experience_matched: nothing('no_experience_matched'),
  preview_not_found: nothing('preview_not_found'),
};

/**
 * Decides what a campaign gives one user: preview, live, schedule, targeting, allocation.
 *
 * Only the first experience whose targeting matches allocates: whom its traffic leaves out gets
 * nothing, also where a later experience would match. An earlier assignment (stickiness `user`)
 * holds while its variation exists and the traffic is above 0, whatever the weights are now.
 */
export function decide(campaign: CompiledCampaign, input: DecisionInput): Decision {
  if (input.preview !== undefined) {
    const shown = decidePreview(campaign, input, input.preview);
    return typeof shown === 'string' ? NOTHING[shown] : shown;
  }
  if (!input.live) return NOTHING.paused;
  if (input.now < campaign.start) return NOTHING.not_started;
  if (input.now >= campaign.end) return NOTHING.ended;
  const experience = firstMatching(campaign, input);
  if (experience === undefined) return NOTHING.no_experience_matched;
  return allocate(campaign, experience, input);
}

function allocate(
  campaign: CompiledCampaign,
  experience: CompiledExperience,
  input: DecisionInput,
): Decision {
  const { definition, participation } = experience;
  const { variations, allocationVersion } = definition;
  const bucket = bucketOf(campaign, experience, input);
  const kept = keptVariation(campaign, experience, input);
  const variation = kept ?? variations[chooseRange(bucket, experience.ranges)];
  if (variation === undefined) {
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
  const share = experience.shares[variations.indexOf(variation)] as number;
  const isSticky = campaign.definition.stickiness === 'user';
  return {
    reason: kept === undefined ? 'allocated' : 'assigned',
    experience: definition,
    variation,
    isControl: variation.payload === null,
    bucket,
    propensity: participation * share,
    allocationVersion,
    assignment: isSticky ? { key: experience.assignmentKey, variationId: variation.id } : null,
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
