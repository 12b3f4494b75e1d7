// Knows the shape of a campaign as it is stored: JSON, before anything is compiled.

/** From when (included) until when (excluded) a campaign serves; RFC 3339 with an offset. */
export interface Schedule {
  start?: string;
  end?: string;
}

/** What keeps a variation: the unit (`user`), the session, or nothing (each request anew). */
export type Stickiness = 'user' | 'session' | 'none';

/**
 * What a campaign draws by, keeps with a variation and counts in its reports: a device with
 * all who use it, a person on all of their devices, or an account with all of its people.
 */
export type Unit = 'device' | 'person' | 'account';

/** What is asked for under one selector: experiences, of which the first that fits is served. */
export interface CampaignDefinition {
  id: number;
  name: string;
  selector: string;
  groups: string[];
  /** By which holdouts, lists and reports take campaigns together. */
  labels?: string[];
  /** Which form the payloads of its variations have. */
  type: 'custom' | 'recommendations' | 'sorting';
  schedule?: Schedule;
  /** The share of those targeted who take part, 0 to 1. */
  traffic: number;
  stickiness: Stickiness;
  /** Absent: person. */
  unit?: Unit;
  /** Of the unit `account`: the identifier type that names accounts. */
  accountType?: string;
  /** Takes out who is outside the traffic, also those who were given a variation before. */
  rollback?: boolean;
  /** The part of a layer that the campaign holds; who is elsewhere in it is not in the campaign. */
  layer?: LayerPart;
  /** Also serves users that a holdout keeps out of everything else. */
  ignoresHoldouts?: boolean;
  /** Also serves users who have not consented; nothing of that is recorded. */
  servesWithoutConsent?: boolean;
  /** Who is always given a certain variation. */
  testUsers?: TestUser[];
  /** Changes on a restart only: another seed is another draw, and forgets assignments. */
  seed: string;
  /** In order of priority. */
  experiences: ExperienceDefinition[];
}

/** From and to, both included. */
export type SlotRange = readonly [from: number, to: number];

/** The slots of a layer that one campaign holds; of the layer's campaigns a user is in one. */
export interface LayerPart {
  id: number;
  /** As it was asked for. */
  share: number;
  /** The layer's: where a user is in it is the same for all of its campaigns. */
  seed: string;
  /** How many slots the layer has. */
  slots: number;
  /** In the order in which they were given: a smaller share gives back the last. */
  held: SlotRange[];
}

/** A part of all users who are kept out, so that what they miss can be measured. */
export interface HoldoutDefinition {
  id: number;
  name: string;
  /** 0 to 0.5. */
  share: number;
  seed: string;
  /** Of the campaigns that have one of them; absent: of all. */
  labels?: string[];
}

/** Weights that were computed from how variations did. */
export interface DynamicWeights {
  version: number;
  /** Milliseconds since 1970. */
  computedAt: number;
  /** By variation id. */
  weights: Record<string, number>;
}

/** A user, by id or by a name, who is given a certain variation whatever else holds. */
export interface TestUser {
  /** The user id, or the identifier's type and value. */
  user: string | { type: string; value: string };
  experienceId: number;
  variationId: number;
}

/**
 * How a variation is found: by the weights as they were written, by weights that follow a metric,
 * or by the user's affinity.
 */
export type Allocation = 'manual' | 'dynamic' | 'affinity';

/** Its targeting, and the variations that it may give. */
export interface ExperienceDefinition {
  id: number;
  name: string;
  /** A condition; absent means everybody. */
  targeting?: unknown;
  /** Absent: manual. */
  allocation?: Allocation;
  /** The id of the metric that dynamic weights follow. */
  metric?: number;
  /** How many variations a decision gives; absent: 1. */
  served?: number;
  /** Counts the changes of weights, so that reports can keep them apart. */
  allocationVersion: number;
  variations: VariationDefinition[];
}

/** One of the things that are compared. */
export interface VariationDefinition {
  id: number;
  name: string;
  /** From 0, relative to the other variations' weights. */
  weight: number;
  /** Handed back as it came, never looked into; null is the control. */
  payload: unknown;
  /** The test has ended with it: everyone gets it, whatever they were given before. */
  shipped?: boolean;
  /** Affinity properties and values that it is meant for. */
  tags?: { property: string; value: string }[];
}
