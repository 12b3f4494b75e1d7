// Compares a report of recommendations with what is worked out by hand.
import type { RecommendationReportOutput } from '@attune/contract';
import { openTally } from '../reports/by-hand.fixture.ts';
import { dayOf, figuresOf, moneyOf, partOf, type Sent, type Span } from './by-hand.fixture.ts';

type Numbers = ReturnType<typeof figuresOf>;
type Reported = Pick<
  RecommendationReportOutput['slots'][number],
  'shown' | 'clicks' | 'clickRate' | 'direct' | 'assisted'
>;

type Listed = Pick<RecommendationReportOutput['total'], 'lists' | 'fullShare' | 'fallbackShare'>;

/** Counts the figures that it compares. */
export function comparison(sent: Sent) {
  const tally = openTally();

  function compare(reported: Reported, expected: Numbers, what: string): void {
    const { shown, clicks: clicked, clickRate, direct, assisted } = reported;
    tally.same(shown, expected.shown, `${what}, shown`);
    tally.same(clicked, expected.clicks, `${what}, clicks`);
    tally.same(clickRate, expected.clickRate, `${what}, click rate`);
    for (const [name, own, other] of [
      ['direct', direct, expected.direct],
      ['assisted', assisted, expected.assisted],
    ] as const) {
      tally.same(own.orders, other.orders, `${what}, ${name} orders`);
      tally.same(own.items, other.items, `${what}, ${name} items`);
      tally.same(own.revenue, other.revenue, `${what}, ${name} revenue`);
    }
  }

  function compareLists(reported: Listed, expected: Numbers, what: string): void {
    tally.same(reported.lists, expected.lists, `${what}, lists`);
    tally.same(reported.fullShare, expected.fullShare, `${what}, full`);
    tally.same(reported.fallbackShare, expected.fallbackShare, `${what}, fallback`);
  }

  function compareAll(reported: RecommendationReportOutput, span: Span): void {
    const { total } = reported;
    const whole = figuresOf(sent, span, partOf({}));
    compare(total, whole, 'total');
    compareLists(total, whole, 'total');
    const money = moneyOf(sent, span);
    tally.same(total.siteRevenue, money.site, 'revenue of the site');
    const others = new Map(reported.otherCurrencies.map((one) => [one.currency, one]));
    tally.same(others.size, money.others.length, 'other currencies');
    for (const { currency, events, value } of money.others) {
      tally.same(others.get(currency)?.events, events, currency);
      tally.same(others.get(currency)?.value, value, currency);
    }
    for (const one of reported.strategies) {
      const part = figuresOf(sent, span, partOf({ list: ({ strategy }) => strategy === one.id }));
      compare(one, part, one.name);
      compareLists(one, part, one.name);
    }
    for (const one of reported.slots) {
      compare(
        one,
        figuresOf(sent, span, partOf({ at: (slot) => slot === one.slot })),
        `slot ${one.slot}`,
      );
    }
    for (const one of reported.pages) {
      const part = figuresOf(sent, span, partOf({ list: ({ page }) => page === (one.page ?? '') }));
      compare(one, part, `page ${one.page}`);
      compareLists(one, part, `page ${one.page}`);
    }
    for (const one of reported.daily) {
      compare(
        one,
        figuresOf(sent, span, partOf({ day: (time) => dayOf(time) === one.day })),
        one.day,
      );
    }
  }

  return { compareAll, count: tally.count };
}

/** PostgreSQL adds up in any order. */
export const rounded = (figures: object) =>
  JSON.parse(JSON.stringify(figures), (_, value) =>
    typeof value === 'number' ? Number(value.toFixed(6)) : value,
  );
