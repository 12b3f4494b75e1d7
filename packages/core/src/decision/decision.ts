// Knows every outcome that deciding can have, and what each one tells.

import type { Attributes } from '../conditions/index.ts';
import type { ExperienceDefinition, VariationDefinition } from './definition.ts';

/** Everything that a decision depends on besides the campaign. */
export interface DecisionInput {
  /** Whether the campaign is published and not paused. */
  live: boolean;
  /** Milliseconds since 1970. */
  now: number;
  attributes: Attributes;
  /** What is drawn by, for each stickiness; `request` is random for each request. */
  units: { user: string; session: string; request: string };
  /** The variation id that an earlier exposure gave under an assignment key. */
  assigned(key: string): number | undefined;
  /** Shows the campaign to whom it would not be shown; what is absent is decided as usual. */
  preview?: Preview;
}

/** What a preview asks to see. */
export interface Preview {
  experienceId?: number;
  variationId?: number;
}

/** What was decided for one campaign, and why. */
export type Decision = NothingApplies | NotInTraffic | Served;

/** No experience was reached, so that nobody takes part in anything. */
export interface NothingApplies {
  /**
   * `paused`: not published, or paused. `not_started`, `ended`: outside its schedule.
   * `no_experience_matched`: no experience's targeting does (in a preview too).
   * `preview_not_found`: the campaign has no such experience or variation to preview.
   */
  reason: 'paused' | 'not_started' | 'ended' | 'no_experience_matched' | 'preview_not_found';
  experience: null;
  variation: null;
  isControl: false;
  /** 1: no chance was involved. */
  propensity: 1;
}

/** The experience is meant for the user, but its draw gives him no variation. */
export interface NotInTraffic {
  /** Outside the traffic, or no variation has any weight. */
  reason: 'not_in_traffic';
  experience: ExperienceDefinition;
  variation: null;
  isControl: false;
  /** In [0, 1), a multiple of 1/10,000. */
  bucket: number;
  /** The probability of being left out. */
  propensity: number;
  allocationVersion: number;
}

/** A variation was given; control is a variation like the others, with nothing to show. */
export interface Served {
  /**
   * `preview`: asked for; not to be recorded. `assigned`: kept from an earlier exposure.
   * `allocated`: drawn by the bucket.
   */
  reason: 'preview' | 'assigned' | 'allocated';
  experience: ExperienceDefinition;
  variation: VariationDefinition;
  isControl: boolean;
  /** In [0, 1), a multiple of 1/10,000; an assigned or previewed variation need not lie there. */
  bucket: number;
  /**
   * The probability that the draw gives this variation: traffic x its share of the weight, as they
   * are now. For `assigned` this may be 0 (its weight is). 1 in a preview.
   */
  propensity: number;
  allocationVersion: number;
  /** What to remember of an exposure, where the campaign is sticky by user; null elsewhere. */
  assignment: { key: string; variationId: number } | null;
}
