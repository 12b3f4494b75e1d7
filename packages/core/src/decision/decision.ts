// Knows every outcome of a decision, and what each one says.

import type { Attributes } from '../conditions/index.ts';
import type { ExperienceDefinition, Unit, VariationDefinition } from './definition.ts';

/** Everything that a decision depends on besides the campaign. */
export interface DecisionInput {
  /** Whether the campaign is published and not paused. */
  live: boolean;
  /** Milliseconds since 1970. */
  now: number;
  attributes: Attributes;
  units: Units;
  /** The variation id that an earlier exposure gave a unit under an assignment key. */
  assigned(key: string, unit: Unit, id: string): number | undefined;
  /** Who the user is, by ids and verified names; only campaigns with test users ask. */
  who?: { ids: readonly string[]; names: readonly { type: string; value: string }[] };
  /** The user has said no, or nothing where a yes is needed. */
  lacksConsent?: boolean;
  /** Forces parts of the decision for a preview; what is absent is decided as usual. */
  preview?: Preview;
}

/** The ids that a visitor may be drawn by. */
export interface Units {
  device: string;
  /** Of the person, or of the device that they were first seen on. */
  person: string;
  /** Of the accounts that the request named, by identifier type. */
  accounts?: Readonly<Record<string, string>>;
  session: string;
  /** Random for each request. */
  request: string;
}

/** What a preview asks to see. */
export interface Preview {
  experienceId?: number;
  variationId?: number;
}

/** What was decided for one campaign, and why. */
export type Decision = NothingApplies | NotInTraffic | Withheld | Served;

/** No experience was reached, so that nobody takes part in anything. */
export interface NothingApplies {
  /**
   * `paused`: not published, or paused. `not_started`, `ended`: outside its schedule.
   * `no_consent`: the user has not consented, and the campaign is only for those who have.
   * `no_account`: it counts by account, and the request names none of the type.
   * `not_in_layer`: the user's slot belongs to another campaign of the layer, or to none.
   * `no_experience_matched`: no experience's targeting does (in a preview too).
   * `preview_not_found`: the campaign has no such experience or variation to preview.
   */
  reason:
    | 'paused'
    | 'not_started'
    | 'ended'
    | 'no_consent'
    | 'no_account'
    | 'not_in_layer'
    | 'no_experience_matched'
    | 'preview_not_found';
  experience: null;
  variation: null;
  isControl: false;
  /** 1, since no chance was involved; the share of the layer's other slots for `not_in_layer`. */
  propensity: number;
}

/** The experience is meant for the user, but its draw gives them no variation. */
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

/** A variation, and the probability with which it is among what is given. */
export interface Draw {
  variation: VariationDefinition;
  propensity: number;
}

/** All was decided as for anybody, and what it gave is kept from a user who is held out. */
export interface Withheld {
  reason: 'holdout';
  experience: ExperienceDefinition;
  variation: null;
  isControl: false;
  bucket: number;
  /** Of the first variation that was withheld, as for those who are given it. */
  propensity: number;
  allocationVersion: number;
  holdoutId: number;
  /** What the user would have been given. */
  withheld: readonly Draw[];
}

/** A variation was given; control is a variation like the others, with nothing to show. */
export interface Served {
  /**
   * `preview`: asked for; not to be recorded. `forced`: a test user's; not to be recorded.
   * `assigned`: kept from an earlier exposure. `affinity`: the user's affinity chose, no chance.
   * `allocated`: drawn by the bucket.
   */
  reason: 'preview' | 'forced' | 'assigned' | 'affinity' | 'allocated';
  experience: ExperienceDefinition;
  variation: VariationDefinition;
  isControl: boolean;
  /** In [0, 1), a multiple of 1/10,000; an assigned or previewed variation need not lie there. */
  bucket: number;
  /**
   * The probability that the draw gives this variation: traffic x its share of the weight, as they
   * are now, among those who are in the campaign's slots of its layer. Of several variations, that
   * this one is among them. For `assigned` this may be 0 (its weight is); for `affinity` it is the
   * traffic; 1 where it is `preview` or `forced`.
   */
  propensity: number;
  allocationVersion: number;
  /** Further variations, where the experience gives several. */
  also?: readonly Draw[];
  /** What to remember of an exposure, where the campaign is sticky; null elsewhere. */
  assignment: { key: string; variationId: number } | null;
}

/** Every variation that a decision gives, or would have given to a user who is held out. */
export function drawsOf(decision: Decision): readonly Draw[] {
  if (decision.reason === 'holdout') return decision.withheld;
  if (decision.variation === null) return [];
  const { variation, propensity, also } = decision;
  return also === undefined ? [{ variation, propensity }] : [{ variation, propensity }, ...also];
}
