// The rankings that compete: our affinity at several settings, and what it has to be better than.

import type { AffinitySettings, Normaliser, Profile, RankedAffinity } from '@attune/core';
import {
  addToTotals,
  defaultAffinitySettings,
  learnSiteWeight,
  makeNormaliser,
  rankValues,
  readAffinity,
  sampleProfiles,
  startTotals,
} from '@attune/core';
import { hashOf, seededRandom } from './metrics.ts';

/** A household's values of a property at a cut, the best first. */
export type Ranking = (household: string, property: string) => readonly string[];

/** Given everybody's profile on a UTC day, the rankings of that day. */
export type Prepare = (profiles: ReadonlyMap<string, Profile>, day: number) => Ranking;

/** A competitor. */
export interface Ranker {
  readonly name: string;
  readonly prepare: Prepare;
}

/** Our score. `halfLifeDays` may be infinite: no decay. */
export function affinityRanker(name: string, normalisation: number, halfLifeDays = 30): Ranker {
  const settings = { ...defaultAffinitySettings, normalisation, halfLifeDays };
  return { name, prepare: (profiles, day) => prepareAffinity(settings, profiles, day) };
}

/**
 * Our score with the site's share as a prior: (score + prior x share) / (sum of scores + prior), by
 * which the method `affinity` ranks items. It ranks what the household never had too.
 */
export function posteriorRanker(name: string, prior: number, halfLifeDays = 30): Ranker {
  const settings = { ...defaultAffinitySettings, halfLifeDays };
  return {
    name,
    prepare: (profiles, day) => {
      const { totals } = normaliserOf(rawCounts, profiles, day);
      return (household, property) => {
        const { sum, scores } = totals.get(property)!;
        const profile = profiles.get(household)!;
        const own = rankValues(profile, property, settings, undefined, day);
        const expected = new Map(
          [...scores].map(([value, score]) => [value, (prior * score) / sum]),
        );
        for (const { value, score } of own) {
          expected.set(value, (expected.get(value) ?? 0) + score);
        }
        // Ranks of the site decide among equals: a sort keeps their order.
        return [...expected].sort((a, b) => b[1] - a[1]).map(([value]) => value);
      };
    },
  };
}

/**
 * Our ranks by default: with the weight that the rule of `learnSiteWeight` finds in what some
 * households did before the day. They rank what the household has had, and nothing else.
 */
export function defaultRanker(name: string, learnFrom: readonly string[]): Ranker {
  return {
    name,
    prepare: (profiles, day) => {
      const normaliser = learnedNormaliser(profiles, day, learnFrom);
      return rankAll(profiles, (profile) =>
        readAffinity(profile, defaultAffinitySettings, normaliser, day),
      );
    },
  };
}

/** The normaliser of a day, as a worker would make it for the first time. */
export function learnedNormaliser(
  profiles: ReadonlyMap<string, Profile>,
  day: number,
  learnFrom: readonly string[],
): Normaliser {
  const settings = defaultAffinitySettings;
  const normaliser = normaliserOf(settings, profiles, day);
  const properties = [...normaliser.totals.keys()];
  const sample = sampleProfiles(properties);
  for (const household of learnFrom) {
    const profile = profiles.get(household);
    if (profile) sample.add(household, profile);
  }
  const learned = properties.map((property) => {
    const learning = { sample, settings, bins: normaliser, before: undefined };
    return [property, learnSiteWeight(learning, property)] as const;
  });
  return { ...normaliser, siteWeights: new Map(learned) };
}

/** Any values of the site in any order, drawn anew for each household. */
export function chanceRanker(name: string, seed: number): Ranker {
  return {
    name,
    prepare: (profiles, day) => {
      const { totals } = normaliserOf(rawCounts, profiles, day);
      return (household, property) => {
        const random = seededRandom(seed ^ hashOf(`${household} ${day} ${property}`));
        return [...totals.get(property)!.scores.keys()]
          .map((value) => [value, random()] as const)
          .sort((a, b) => a[1] - b[1])
          .map(([value]) => value);
      };
    },
  };
}

/** How often a value was bought, as it is: every line, no decay, no cap, no normalisation. */
export function rawCountRanker(name: string): Ranker {
  return { name, prepare: (profiles, day) => prepareAffinity(rawCounts, profiles, day) };
}

/** What the whole site bought most; of all values, or of those that the household has bought. */
export function popularityRanker(name: string, ownOnly: boolean): Ranker {
  return {
    name,
    prepare: (profiles, day) => {
      const { totals } = normaliserOf(rawCounts, profiles, day);
      const own = prepareAffinity(rawCounts, profiles, day);
      const popular = new Map(
        [...totals].map(([property, { scores }]) => [property, [...scores.keys()]] as const),
      );
      return (household, property) => {
        const values = popular.get(property) ?? [];
        if (!ownOnly) return values;
        const bought = new Set(own(household, property));
        return values.filter((value) => bought.has(value));
      };
    },
  };
}

/** A ranking followed by what else the site buys: a profile knows only what was bought before. */
export function filledRanker(name: string, first: Ranker, rest: Ranker): Ranker {
  return {
    name,
    prepare: (profiles, day) => {
      const rankings = [first.prepare(profiles, day), rest.prepare(profiles, day)];
      return (household, property) => [
        ...new Set(rankings.flatMap((ranking) => ranking(household, property))),
      ];
    },
  };
}

export const rawCounts: AffinitySettings = {
  ...defaultAffinitySettings,
  halfLifeDays: Number.POSITIVE_INFINITY,
  dailyCap: Number.POSITIVE_INFINITY,
  normalisation: 0,
};

function prepareAffinity(
  settings: AffinitySettings,
  profiles: ReadonlyMap<string, Profile>,
  day: number,
): Ranking {
  const normaliser = normaliserOf(settings, profiles, day);
  return rankAll(profiles, (profile) =>
    // Only what the settings say: nothing is learned here.
    readAffinity(profile, { ...settings, siteWeight: 0 }, normaliser, day),
  );
}

function rankAll(
  profiles: ReadonlyMap<string, Profile>,
  read: (profile: Profile) => RankedAffinity,
): Ranking {
  const rankings = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [household, profile] of profiles) {
    const ranked = [...read(profile)];
    rankings.set(
      household,
      new Map(ranked.map(([property, values]) => [property, values.map(({ value }) => value)])),
    );
  }
  return (household, property) => rankings.get(household)?.get(property) ?? [];
}

function normaliserOf(
  settings: AffinitySettings,
  profiles: ReadonlyMap<string, Profile>,
  day: number,
): Normaliser {
  const totals = startTotals();
  for (const profile of profiles.values()) addToTotals(totals, profile, settings, day);
  return makeNormaliser(totals, 1, day);
}
