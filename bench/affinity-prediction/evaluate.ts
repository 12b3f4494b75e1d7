// What each ranking is worth to each household, over all cut dates.

import type { CompleteEvent, Profile } from '@attune/core';
import {
  addToTotals,
  binOf,
  dayOf,
  defaultAffinitySettings,
  emptyProfile,
  foldEvents,
  makeNormaliser,
  startTotals,
  valuesNdcg,
} from '@attune/core';
import type { Journeys } from './journey.ts';
import type { Series } from './metrics.ts';
import { mean, overlap, recall } from './metrics.ts';
import type { Prepare } from './rankers.ts';

const horizon = 60 * 86_400_000;

/** One household at one cut: only those with a profile then and a purchase after it are judged. */
interface Trial {
  readonly household: string;
  readonly bought: ReadonlySet<string>;
  readonly rareBought: ReadonlySet<string>;
}

/** Every user's profile on a day, and the users judged by what they bought after it. */
export interface Cut {
  readonly day: number;
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly trials: readonly Trial[];
}

/** By household, in the order given to `evaluate`, the mean over its trials. */
export interface Evaluation {
  readonly ndcg: Series;
  readonly recall: Series;
  /** NDCG@10 in which only values beyond the site's most popular ones count as found. */
  readonly rareNdcg: Series;
  /** Mean overlap of the first five between two households, over the cuts. */
  readonly overlap: number;
}

/** What cuts are made of one property. */
export interface CutOptions {
  readonly dates: readonly string[];
  readonly property: string;
  /** Ranks what the site likes; its first `popular` values do not count as rare. */
  readonly preparePopular: Prepare;
  readonly popular: number;
  /** Read numbers in so many bands of what was bought before the day. */
  readonly bands?: number;
}

/** Profiles and trials of one property at each cut. */
export function makeCuts(given: Journeys, options: CutOptions): Cut[] {
  const { dates, property, preparePopular, popular, bands } = options;
  return dates.map((date) => {
    const start = Date.parse(`${date}T00:00:00Z`);
    const journeys = bands === undefined ? given : inBands(given, property, bands, start);
    const profiles = profilesBefore(journeys, start);
    const site = preparePopular(profiles, dayOf(start))('', property);
    const common = new Set(site.slice(0, popular));
    const trials: Trial[] = [];
    for (const [household, events] of journeys) {
      const bought = valuesBetween(events, property, start, start + horizon);
      if (bought.size === 0 || !profiles.get(household)!.properties.has(property)) continue;
      const rareBought = new Set([...bought].filter((value) => !common.has(value)));
      trials.push({ household, bought, rareBought });
    }
    if (trials.length === 0) throw new Error(`nobody can be judged at ${date}`);
    return { day: dayOf(start), profiles, trials };
  });
}

function profilesBefore(journeys: Journeys, start: number): Map<string, Profile> {
  const profiles = new Map<string, Profile>();
  for (const [household, events] of journeys) {
    const before = events.filter(({ event }) => event.time < start);
    profiles.set(household, foldEvents(emptyProfile(), before));
  }
  return profiles;
}

/** Events with bins instead of numbers, at the boundaries that a site would have had then. */
function inBands(journeys: Journeys, property: string, bands: number, start: number): Journeys {
  const settings = {
    ...defaultAffinitySettings,
    properties: [property],
    bandsByProperty: { [property]: bands },
  };
  const totals = startTotals();
  for (const profile of profilesBefore(journeys, start).values()) {
    addToTotals(totals, profile, settings, dayOf(start));
  }
  const { boundaries } = makeNormaliser(totals, 1, dayOf(start), settings).bands.get(property)!;
  const read = (reported: readonly string[]) =>
    reported.flatMap((value) => binOf(boundaries, value) ?? []);
  const binned = (event: CompleteEvent): CompleteEvent => ({
    ...event,
    observations: event.observations.map((observation) => ({
      ...observation,
      values: new Map(
        [...observation.values].flatMap(([name, reported]) =>
          name === property ? [[name, read(reported)] as const] : [],
        ),
      ),
    })),
  });
  return new Map([...journeys].map(([household, events]) => [household, events.map(binned)]));
}

/** Judges rankings on some households. */
export function evaluate(
  prepare: Prepare,
  cuts: readonly Cut[],
  property: string,
  households: readonly string[],
): Evaluation {
  const wanted = new Set(households);
  const found = new Map(households.map((household) => [household, noFindings()]));
  const overlaps: number[] = [];
  for (const cut of cuts) {
    const ranking = prepare(cut.profiles, cut.day);
    const trials = cut.trials.filter(({ household }) => wanted.has(household));
    for (const { household, bought, rareBought } of trials) {
      const values = ranking(household, property);
      const findings = found.get(household)!;
      findings.ndcg.push(valuesNdcg(values, bought));
      findings.recall.push(recall(values, bought));
      if (rareBought.size > 0) findings.rareNdcg.push(valuesNdcg(values, rareBought));
    }
    overlaps.push(overlap(trials.map(({ household }) => ranking(household, property))));
  }
  const series = (metric: keyof Findings): Series =>
    households.map((household) => mean(found.get(household)![metric]));
  return {
    ndcg: series('ndcg'),
    recall: series('recall'),
    rareNdcg: series('rareNdcg'),
    overlap: mean(overlaps) ?? Number.NaN,
  };
}

interface Findings {
  readonly ndcg: number[];
  readonly recall: number[];
  readonly rareNdcg: number[];
}

function noFindings(): Findings {
  return { ndcg: [], recall: [], rareNdcg: [] };
}

function valuesBetween(
  events: readonly CompleteEvent[],
  property: string,
  start: number,
  end: number,
): Set<string> {
  const inside = events.filter(({ event }) => event.time >= start && event.time < end);
  const observations = inside.flatMap((each) => each.observations);
  return new Set(observations.flatMap(({ values }) => values.get(property) ?? []));
}
