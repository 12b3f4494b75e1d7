// Knows the shape of a campaign as it is stored: JSON, before anything is compiled.

/** From when (included) until when (excluded) a campaign serves; RFC 3339 with an offset. */
export interface Schedule {
  start?: string;
  end?: string;
}

/** What keeps a visitor with a variation: the user, the session, or nothing (each request anew). */
export type Stickiness = 'user' | 'session' | 'none';

/** What is asked for under one selector: experiences, of which the first that fits is served. */
export interface CampaignDefinition {
  id: number;
  name: string;
  selector: string;
  groups: string[];
  type: 'custom';
  schedule?: Schedule;
  /** The share of those targeted who take part, 0 to 1. */
  traffic: number;
  stickiness: Stickiness;
  /** Changes on a restart only: another seed is another draw, and forgets assignments. */
  seed: string;
  /** In order of priority. */
  experiences: ExperienceDefinition[];
}

/** Whom it is for, and what they may be given. */
export interface ExperienceDefinition {
  id: number;
  name: string;
  /** A condition; absent means everybody. */
  targeting?: unknown;
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
}
