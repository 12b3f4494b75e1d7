// The report of recommendations as a table (RFC 4180): a line for each part of each kind.
import type { RecommendationReportOutput } from '@attune/contract';
import { type CsvValue, csvLine } from '@attune/core';

type Report = RecommendationReportOutput;
type Figures = Report['slots'][number];
type Part = Omit<Figures, 'slot'> &
  Partial<Omit<Report['total'], 'coverage'> & Pick<Report['strategies'][number], 'coverage'>>;

/** Writes the table. */
export function recommendationCsv(report: Report): string {
  const { total, strategies, slots, pages, daily, notCounted } = report;
  const lines = [
    lineOf('total', '', total),
    ...strategies.map((one) => lineOf('strategy', one.name, one)),
    ...slots.map((one) => lineOf('slot', one.slot + 1, one)),
    ...pages.map((one) => lineOf('page', one.page ?? '', one)),
    ...daily.map((one) => lineOf('day', one.day, one)),
  ].map(
    (line): Record<string, CsvValue> => ({
      ...line,
      ...{ window_days: report.windowDays, currency: report.currency, as_of: report.asOf },
      ...{ not_counted_bots: notCounted.bots, not_counted_internal: notCounted.internal },
    }),
  );
  const names = Object.keys(lines[0] ?? {});
  return [names, ...lines.map((line) => names.map((name) => line[name] ?? null))]
    .map(csvLine)
    .join('');
}

function lineOf(by: string, of: string | number, part: Part): Record<string, CsvValue> {
  const { direct, assisted, coverage } = part;
  return {
    ...{ by, of, lists: part.lists ?? null },
    ...{ full_share: part.fullShare ?? null, fallback_share: part.fallbackShare ?? null },
    ...{ shown: part.shown, clicks: part.clicks, click_rate: part.clickRate },
    ...{ direct_orders: direct.orders, direct_items: direct.items, direct_revenue: direct.revenue },
    ...{ assisted_orders: assisted.orders, assisted_items: assisted.items },
    assisted_revenue: assisted.revenue,
    ...{ items_shown: coverage?.items ?? null, items_of_feed: coverage?.of ?? null },
    site_revenue: part.siteRevenue ?? null,
  };
}
