// Knows what a campaign is made into before anybody asks for it.

import type { BucketRange } from '../bucketing/ranges.ts';
import type { CompiledCondition, ConditionOptions, PathReader } from '../conditions/index.ts';
import type {
  CampaignDefinition,
  DynamicWeights,
  ExperienceDefinition,
  Unit,
  VariationDefinition,
} from './definition.ts';
import type { CompiledHoldout } from './holdout.ts';
import type { CompiledLayer } from './layer.ts';
import type { PreferenceReader } from './preference.ts';

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
  readonly unit: Unit;
  /** '' where the unit is none. */
  readonly accountType: string;
  /** Null where the campaign is in no layer; null below where nothing of it applies either. */
  readonly layer: CompiledLayer | null;
  readonly holdouts: readonly CompiledHoldout[] | null;
  readonly testUsers: CompiledTestUsers | null;
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
  /** The campaign's unit, unless its stickiness has it otherwise. */
  readonly drawsBy: Unit | 'session' | 'request';
  readonly accountType: string;
  /** Does an exposure decide what the unit is given from then on? */
  readonly isSticky: boolean;
  readonly assignmentKey: string;
  /** The definition's; of dynamic weights, theirs. */
  readonly allocationVersion: number;
  /** The last computed; null before the first, and where weights are written by hand. */
  readonly dynamicWeights: DynamicWeights | null;
  /** How many variations a decision gives. */
  readonly served: number;
  /** Where the points of a draw of several begin: its seed, as `hashSeeded` takes it. */
  readonly servedSeedHash: number;
  /** By variation; null where affinity does not allocate. */
  readonly preferences: readonly PreferenceReader[] | null;
  /** Is anything but one variation drawn by weight? */
  readonly isSpecial: boolean;
  /** Each variation's share of the weight; they sum to 1, or are all 0. */
  readonly shares: readonly number[];
  /** The share of those targeted who get a variation: the traffic; 0 where nothing has weight. */
  readonly participation: number;
  /** Which buckets each variation gets under that participation. */
  readonly ranges: readonly BucketRange[];
}

/** What a test user is given. */
export interface Forced {
  readonly experience: CompiledExperience;
  readonly variation: VariationDefinition;
}

/** By user id, or by the key of a name. */
export type CompiledTestUsers = ReadonlyMap<string, Forced>;
