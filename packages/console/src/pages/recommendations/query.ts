// Which report of recommendations is shown, from the page's address.
import type { RecommendationReportOutput } from '@attune/contract';
import { addressOf } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';

export type Report = RecommendationReportOutput;
export type Figures = Pick<
  Report['slots'][number],
  'shown' | 'clicks' | 'clickRate' | 'direct' | 'assisted'
>;

/** What the report can be asked for; '' where the server decides. */
export interface Query {
  readonly from: string;
  readonly to: string;
  readonly windowDays: string;
  readonly strategy: string;
}

const parts = ['from', 'to', 'windowDays', 'strategy'] as const;

export function queryOf(search: URLSearchParams): Query {
  const [from = '', to = '', windowDays = '', strategy = ''] = parts.map(
    (part) => search.get(part) ?? '',
  );
  return { from, to, windowDays, strategy };
}

/** What is not left to the server. */
export const chosenIn = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

export function useRecommendationReport(query: Query) {
  const { name: site } = useSite();
  const sent = { params: { site }, query: chosenIn(query) };
  return useAnswer(consoleApi.reportRecommendations, sent, { keepsPrevious: true });
}

/** Where the same is as CSV. */
export function csvOf(query: Query, site: string): string {
  const { path } = consoleApi.reportRecommendations;
  return addressOf(path, { site }, { ...chosenIn(query), format: 'csv' });
}
