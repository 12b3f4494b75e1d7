// Knows what can be worked out about a campaign before anybody asks for it.

import { hashSeed } from '../bucketing/hash.ts';
import { type BucketRange, bucketRanges } from '../bucketing/ranges.ts';
import {
  type CompiledCondition,
  type ConditionOptions,
  compileCondition,
  type PathReader,
} from '../conditions/index.ts';
import { parseInstant } from '../text/instant.ts';
import type { CampaignDefinition, ExperienceDefinition } from './definition.ts';

/** A campaign ready to be decided; immutable, and good for as long as its definition. */
export interface CompiledCampaign {
  readonly definition: CampaignDefinition;
  /** What its conditions refer to; kept to explain them. */
  readonly options: ConditionOptions;
  /** Milliseconds since 1970; serves from `start`, no longer at `end`. */
  readonly start: number;
  readonly end: number;
  /** `definition.traffic` held to [0, 1]. */
  readonly traffic: number;
  readonly experiences: readonly CompiledExperience[];
  /** The attributes that its decisions may ask for, each once. */
  readonly reads: readonly PathReader[];
}

/** An experience with its condition and its draw prepared. */
export interface CompiledExperience {
  readonly definition: ExperienceDefinition;
  /** Null where everybody is meant. */
  readonly targeting: CompiledCondition | null;
  readonly seed: string;
  /** The seed as `hashSeeded` takes it. */
  readonly seedHash: number;
  readonly assignmentKey: string;
  /** Each variation's share of the weight; they sum to 1, or are all 0. */
  readonly shares: readonly number[];
  /** The share of those targeted who get a variation: the traffic; 0 where nothing has weight. */
  readonly participation: number;
  /** Which buckets each variation gets under that participation. */
  readonly ranges: readonly BucketRange[];
}

/**
 * Prepares a campaign: conditions become closures, weights and traffic become ranges.
 *
 * Never throws. A start that is no RFC 3339 instant is never reached, an end that is none has
 * passed: what cannot be read serves nobody.
 */
export function compileCampaign(
  definition: CampaignDefinition,
  options: ConditionOptions = {},
): CompiledCampaign {
  const traffic = Math.min(Math.max(definition.traffic, 0), 1) || 0;
  const { start, end } = definition.schedule ?? {};
  const experiences = definition.experiences.map((experience) =>
    compileExperience(definition, experience, traffic, options),
  );
  return Object.freeze({
    definition,
    options,
    start: start === undefined ? -Infinity : (parseInstant(start) ?? Infinity),
    end: end === undefined ? Infinity : (parseInstant(end) ?? -Infinity),
    traffic,
    experiences: Object.freeze(experiences),
    reads: [...new Set(experiences.flatMap(({ targeting }) => targeting?.reads ?? []))],
  });
}

/**
 * Names a user's assignment within an experience: the same whatever its weights, its targeting and
 * the traffic, another one once the campaign is restarted under a new seed.
 */
export function assignmentKey(campaign: CampaignDefinition, experience: ExperienceDefinition) {
  return `${campaign.id}:${experience.id}:${campaign.seed}`;
}

function compileExperience(
  campaign: CampaignDefinition,
  experience: ExperienceDefinition,
  traffic: number,
  options: ConditionOptions,
): CompiledExperience {
  const { targeting } = experience;
  const shares = sharesOf(experience.variations.map((variation) => variation.weight));
  const participation = shares.some((share) => share > 0) ? traffic : 0;
  const seed = `${campaign.seed}:${experience.id}`;
  return Object.freeze({
    definition: experience,
    targeting: targeting === undefined ? null : compileCondition(targeting, options),
    seed,
    seedHash: hashSeed(seed),
    assignmentKey: assignmentKey(campaign, experience),
    shares,
    participation,
    ranges: bucketRanges(shares.length, participation, shares),
  });
}

function sharesOf(weights: readonly number[]): number[] {
  const usable = weights.map((weight) => (weight > 0 && weight < Infinity ? weight : 0));
  const sum = usable.reduce((total, weight) => total + weight, 0);
  return usable.map((weight) => (sum === 0 ? 0 : weight / sum));
}
