// Puts a report of recommendations together from what was counted and found.
import type { RecommendationReportOutput } from '@attune/contract';
import type { SiteSnapshot } from '../../../context.ts';
import type { RecommendationCount } from '../../events/recommended/index.ts';
import type { Traffic } from '../../experiences/excluded-traffic/index.ts';
import { excludedSentence } from '../reports/index.ts';
import type { Figures } from './figures/figures.ts';
import type { Days } from './question.ts';
import type { Foreign, Part, Question } from './store.ts';

export interface Found extends Figures {
  /** By strategy, the skus that it showed. */
  readonly shown: ReadonlyMap<number, readonly string[]>;
  /** By feed, how many items it has, and which of those that were shown it still has. */
  readonly covered: readonly {
    readonly feed: string;
    readonly items: number;
    readonly there: ReadonlySet<string>;
  }[];
  readonly excluded: Readonly<Record<Traffic, number>>;
}

type Strategies = Pick<SiteSnapshot, 'strategies'>;

/** The report. */
export function assemble(
  { strategies }: Strategies,
  question: Question & { readonly strategy: number | undefined },
  { first, last, asked }: Days,
  found: Found,
): RecommendationReportOutput {
  const { currency, windowDays, asOf, strategy } = question;
  const of = countedOf(found, strategy);
  const { counts } = of;
  const total = figuresOf(of, 'total', null);
  const siteRevenue = found.siteRevenue.reduce((sum, { value }) => sum + value, 0);
  const otherCurrencies = foreignOf(found.foreign, strategy);
  const { excluded } = found;
  const notCounted = { ...excluded, sentence: excludedSentence(excluded) };
  const wanted = (id: number) => strategy === undefined || id === strategy;
  return {
    ...{ from: first, to: last, asOf: asOf.toISOString(), windowDays, currency },
    total: {
      ...listsOf(counts),
      ...total,
      coverage: coverageOf({ strategies }, found, wanted),
      siteRevenue,
      revenueShare: shareOf(total.direct.revenue + total.assisted.revenue, siteRevenue),
    },
    strategies: valuesOf(of, 'strategy').map((id) => ({
      ...{ id, name: strategies.get(id)?.definition.name ?? `Strategy ${id} (deleted)` },
      ...listsOf(counts.filter(({ strategyId }) => strategyId === id)),
      ...figuresOf(of, 'strategy', id),
      coverage: strategies.has(id) ? coverageOf({ strategies }, found, (one) => one === id) : null,
    })),
    slots: valuesOf(of, 'slot').map((slot) => ({ slot, ...figuresOf(of, 'slot', slot) })),
    pages: valuesOf(of, 'page').map((page) => ({
      page: page === '' ? null : page,
      ...listsOf(counts.filter((one) => one.page === page)),
      ...figuresOf(of, 'page', page),
    })),
    daily: daysFrom(first, last).map((day) => ({ day, ...figuresOf(of, 'day', day) })),
    otherCurrencies,
    notCounted,
    notes: notesOf(otherCurrencies, windowDays, first > asked ? first : undefined),
  };
}

type Kind = keyof Part | 'total';
type Value<K extends Kind> = K extends keyof Part ? NonNullable<Part[K]> : null;
type Counted = Pick<Figures, 'counts' | 'clicks' | 'bought'> & {
  readonly strategy: number | undefined;
};

/** What counts for a report of all strategies, or of one: its parts are of slots and pages. */
function countedOf({ counts, clicks, bought }: Figures, strategy: number | undefined): Counted {
  const isOf = (part: Part) =>
    strategy === undefined
      ? part.strategy === null || (part.page === null && part.slot === null)
      : part.strategy === strategy;
  return {
    strategy,
    counts: counts.filter((one) => strategy === undefined || one.strategyId === strategy),
    clicks: clicks.filter(isOf),
    bought: bought.filter(isOf),
  };
}

/** Is a day's figure a part of this one? */
function isPartOf(of: Counted, part: Part, kind: Kind, value: unknown): boolean {
  if (kind === 'slot') return part.slot === value;
  if (kind === 'page') return part.page === value && part.slot === null;
  const isWhole = part.page === null && part.slot === null;
  if (kind === 'strategy') return isWhole && part.strategy === value;
  const isOfAsked = part.strategy === (of.strategy ?? null);
  return isWhole && isOfAsked && (kind === 'total' || part.day === value);
}

function foreignOf(
  foreign: readonly Foreign[],
  strategy: number | undefined,
): RecommendationReportOutput['otherCurrencies'] {
  const those = foreign.filter((one) => one.strategy === (strategy ?? null));
  return [...Map.groupBy(those, ({ currency }) => currency)].sort().map(([currency, days]) => ({
    currency,
    events: days.reduce((sum, { events }) => sum + events, 0),
    value: days.reduce((sum, { value }) => sum + value, 0),
  }));
}

/** The values that anything was counted of, in ascending order. */
function valuesOf<K extends 'strategy' | 'page' | 'slot'>(
  { counts, clicks, bought }: Counted,
  kind: K,
): Value<K>[] {
  const counted = counts.flatMap(({ strategyId, page, shown }): unknown[] => {
    if (kind === 'slot') return [...shown.keys()];
    return [kind === 'page' ? page : strategyId];
  });
  const done = [...clicks, ...bought].flatMap((one) => one[kind] ?? []);
  const all = new Set([...counted, ...done] as Value<K>[]);
  return [...all].sort((one, other) => (one < other ? -1 : 1));
}

function shownOf({ counts }: Counted, kind: Kind, value: unknown): number {
  return counts.reduce((sum, { strategyId, page, day, shown }) => {
    if (kind === 'slot') return sum + (shown[value as number] ?? 0);
    const own = { strategy: strategyId, page, day, total: null }[kind];
    return own === value ? sum + shown.reduce((all, one) => all + one, 0) : sum;
  }, 0);
}

function figuresOf(of: Counted, kind: Kind, value: unknown) {
  const shown = shownOf(of, kind, value);
  const own = <T extends Part>(all: readonly T[]) =>
    all.filter((one) => isPartOf(of, one, kind, value));
  const clicks = own(of.clicks).reduce((sum, one) => sum + one.clicks, 0);
  const sales = own(of.bought);
  const bought = (isDirect: boolean) => {
    const those = sales.filter((one) => one.isDirect === isDirect);
    const sum = (what: 'orders' | 'items' | 'revenue') =>
      those.reduce((all, one) => all + one[what], 0);
    return { orders: sum('orders'), items: sum('items'), revenue: sum('revenue') };
  };
  return {
    ...{ shown, clicks, clickRate: shareOf(clicks, shown) },
    ...{ direct: bought(true), assisted: bought(false) },
  };
}

function listsOf(counts: readonly RecommendationCount[]) {
  const sum = (of: 'lists' | 'fullLists' | 'fallbackLists') =>
    counts.reduce((all, one) => all + one[of], 0);
  const lists = sum('lists');
  return {
    lists,
    fullShare: shareOf(sum('fullLists'), lists),
    fallbackShare: shareOf(sum('fallbackLists'), lists),
  };
}

/** Of the feeds of some strategies, what these showed. */
function coverageOf(
  { strategies }: Strategies,
  { shown, covered }: Pick<Found, 'shown' | 'covered'>,
  wanted: (id: number) => boolean,
) {
  let [items, of] = [0, 0];
  for (const { feed, items: all, there } of covered) {
    const those = [...shown].filter(([id]) => wanted(id) && strategies.get(id)?.feed === feed);
    if (those.length === 0) continue;
    items += new Set(those.flatMap(([, skus]) => skus)).intersection(there).size;
    of += all;
  }
  return { items, of, share: shareOf(items, of) };
}

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const dayMs = 86_400_000;

function daysFrom(first: string, last: string): string[] {
  const start = Date.parse(first);
  const length = 1 + Math.round((Date.parse(last) - start) / dayMs);
  return Array.from({ length }, (_, at) => new Date(start + at * dayMs).toISOString().slice(0, 10));
}

function notesOf(
  foreign: RecommendationReportOutput['otherCurrencies'],
  windowDays: number,
  cutAt: string | undefined,
): string[] {
  const days = windowDays === 1 ? 'a day' : `${windowDays} days`;
  return [
    `An item counts once: for the last click on it within ${days} before its purchase (direct), ` +
      'else for the last click on any recommendation (assisted).',
    ...(cutAt === undefined
      ? []
      : [`The report begins at ${cutAt}: older events are past the site's retention.`]),
    ...(foreign.length === 0
      ? []
      : ["Purchases in other currencies than the site's are in no revenue; see otherCurrencies."]),
  ];
}
