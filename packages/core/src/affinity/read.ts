// How scores become ranks: normalised by what the whole site likes, the best first, without ties.

import type { Profile } from '../profile/profile.ts';
import { compareByCodePoint } from '../text/characters.ts';
import { type AffinityEdits, editsOf, mutedValues, noEdits } from './edits.ts';
import type { Normaliser } from './normaliser.ts';
import { averageOf, popularityOf, siteWeightOf } from './normaliser.ts';
import { type ChosenSettings, propertiesRead } from './properties.ts';
import { type Score, scoreValues } from './score.ts';
import type { AffinitySettings } from './settings.ts';

/** The most values of a property that are ranked. */
const maxRanked = 100;
/** Scores closer than one part in 2^32 of a doubling are equal: rounding must not rank. */
const steps = 2 ** 32;

/** A value with its normalised score and its rank, 1 for the strongest. */
export interface RankedValue {
  readonly value: string;
  /** What the person has shown, and a teammate edited. */
  readonly score: number;
  /** What it is ranked by: the score, with what the site likes counted in. */
  readonly expected: number;
  readonly rank: number;
  /** The last UTC day on which it was observed, days since the epoch. */
  readonly lastDay: number;
}

/** By property, in code-point order, its values in rank order; none is empty. */
export type RankedAffinity = ReadonlyMap<string, readonly RankedValue[]>;

/**
 * Reads a profile's affinity as of `today` (UTC, days since the epoch). A score is divided by the
 * value's popularity on the site to the power of `settings.normalisation`; what the average profile
 * has of it counts as well, as far as `siteWeightOf` says. Without a normaliser raw scores rank. A
 * value that the person never had is never ranked. What a teammate has edited counts over that.
 * Among equals comes first of what there was more beyond the daily cap, then the later observed,
 * then the smaller by code points.
 */
export function readAffinity(
  profile: Profile,
  settings: ChosenSettings,
  normaliser: Normaliser | undefined,
  today: number,
  edits: AffinityEdits = noEdits,
): RankedAffinity {
  const ranked = new Map<string, readonly RankedValue[]>();
  for (const property of propertiesRead(profile, settings, edits)) {
    const values = rankValues(profile, property, settings, normaliser, today, edits);
    if (values.length > 0) ranked.set(property, values);
  }
  return ranked;
}

/** One property's values in rank order, as `readAffinity` has them; its caller has chosen it. */
export function rankValues(
  profile: Profile,
  property: string,
  settings: AffinitySettings,
  normaliser: Normaliser | undefined,
  today: number,
  edits: AffinityEdits = noEdits,
): readonly RankedValue[] {
  const raw = scoreValues(profile, property, settings, normaliser, today);
  const { factor, byValue } = editsOf(edits, property);
  const muted = mutedValues(settings, property);
  const weight = siteWeightOf(settings, normaliser, property);
  const scored: RankableValue[] = [];
  for (const [value, { score, uncapped, lastDay }] of raw) {
    const edit = byValue.get(value);
    if (edit?.action === 'set' || edit?.action === 'mute' || muted.values.has(value)) continue;
    const popularity = popularityOf(normaliser, property, value);
    const boost = factor * (edit?.amount ?? 1);
    const own = score / popularity ** settings.normalisation;
    const site = weight === 0 ? 0 : weight * averageOf(normaliser, property, value);
    const expected = (own + site) * boost;
    scored.push({ value, score: own * boost, expected, uncapped, lastDay });
  }
  for (const [value, { action, amount = 0, day: lastDay }] of byValue) {
    if (action === 'set' && amount > 0 && !muted.values.has(value)) {
      scored.push({ value, score: amount, expected: amount, uncapped: amount, lastDay });
    }
  }
  return inRankOrder(scored);
}

/** A value before it has a rank; its score is above 0. */
export type RankableValue = Omit<RankedValue, 'rank'> & Pick<Score, 'uncapped'>;

/** Ranks values, the best 100 of them. */
export function inRankOrder(scored: readonly RankableValue[]): readonly RankedValue[] {
  const best = scored.map(rankable).sort(compareRankable).slice(0, maxRanked);
  return best.map(({ value, score, expected, lastDay }, at) => ({
    ...{ value, score, expected, rank: at + 1, lastDay },
  }));
}

interface Rankable extends RankableValue {
  /** Logarithms in whole steps. */
  readonly step: number;
  readonly uncappedStep: number;
}

function rankable(one: RankableValue): Rankable {
  return { ...one, step: stepOf(one.expected), uncappedStep: stepOf(one.uncapped) };
}

/** What is not above 0 comes behind all that is. */
const stepOf = (score: number) =>
  score > 0 ? Math.round(Math.log2(score) * steps) : Number.MIN_SAFE_INTEGER;

function compareRankable(a: Rankable, b: Rankable): number {
  return (
    b.step - a.step ||
    b.uncappedStep - a.uncappedStep ||
    b.lastDay - a.lastDay ||
    compareByCodePoint(a.value, b.value)
  );
}
