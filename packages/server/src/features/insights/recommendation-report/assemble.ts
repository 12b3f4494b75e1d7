// Puts a report of recommendations together from what was counted and found.
import type { RecommendationReportOutput } from '@attune/contract';
import type { SiteSnapshot } from '../../../context.ts';
import type { RecommendationCount } from '../../events/recommended/index.ts';
import type { Traffic } from '../../experiences/excluded-traffic/index.ts';
import { excludedSentence } from '../reports/index.ts';
import type { Bought, Clicks, Part, Question } from './store.ts';

/** YYYY-MM-DD, both included; `asked`: the first one before retention cut it. */
export interface Days {
  readonly first: string;
  readonly last: string;
  readonly asked: string;
}

export interface Found {
  readonly counts: readonly RecommendationCount[];
  /** By strategy, the skus that it showed. */
  readonly shown: ReadonlyMap<number, readonly string[]>;
  /** By feed, how many items it has, and which of those that were shown it still has. */
  readonly covered: readonly {
    readonly feed: string;
    readonly items: number;
    readonly there: ReadonlySet<string>;
  }[];
  readonly clicks: readonly Clicks[];
  readonly bought: readonly Bought[];
  readonly foreign: RecommendationReportOutput['otherCurrencies'];
  readonly siteRevenue: number;
  readonly excluded: Readonly<Record<Traffic, number>>;
}

type Strategies = Pick<SiteSnapshot, 'strategies'>;

/** The report. */
export function assemble(
  { strategies }: Strategies,
  question: Question,
  { first, last, asked }: Days,
  found: Found,
): RecommendationReportOutput {
  const { currency, windowDays, asOf, strategy } = question;
  const counts = found.counts.filter(
    (one) => strategy === undefined || one.strategyId === strategy,
  );
  const of = { ...found, counts };
  const total = figuresOf(of, 'total', null);
  const { siteRevenue, excluded } = found;
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
    otherCurrencies: found.foreign,
    notCounted,
    notes: notesOf(found, windowDays, first > asked ? first : undefined),
  };
}

type Kind = keyof Part | 'total';
type Value<K extends Kind> = K extends keyof Part ? NonNullable<Part[K]> : null;
type Counted = Pick<Found, 'counts' | 'clicks' | 'bought'>;

const valueIn = (part: Part, kind: Kind) => (kind === 'total' ? null : part[kind]);
const isTotal = ({ strategy, page, slot, day }: Part) =>
  strategy === null && page === null && slot === null && day === null;
const isOf = (part: Part, kind: Kind, value: unknown) =>
  kind === 'total' ? isTotal(part) : valueIn(part, kind) === value;

/** The values that anything was counted of, in ascending order. */
function valuesOf<K extends 'strategy' | 'page' | 'slot'>(
  { counts, clicks, bought }: Counted,
  kind: K,
): Value<K>[] {
  const counted = counts.flatMap(({ strategyId, page, shown }): unknown[] => {
    if (kind === 'slot') return [...shown.keys()];
    return [kind === 'page' ? page : strategyId];
  });
  const done = [...clicks, ...bought].flatMap((one) => valueIn(one, kind) ?? []);
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
  const clicks = of.clicks.find((one) => isOf(one, kind, value))?.clicks ?? 0;
  const bought = (isDirect: boolean) => {
    const one = of.bought.find((each) => each.isDirect === isDirect && isOf(each, kind, value));
    return { orders: one?.orders ?? 0, items: one?.items ?? 0, revenue: one?.revenue ?? 0 };
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

function notesOf({ foreign }: Found, windowDays: number, cutAt: string | undefined): string[] {
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
