// The metrics of the site that a campaign can be judged by.
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';

type Metrics = Answer<'listMetrics'>['items'];

export function useMetrics(): Metrics {
  const { name: site } = useSite();
  const query = { limit: '100' };
  return useAnswer(consoleApi.listMetrics, { params: { site }, query }).data?.items ?? [];
}

/** By id; the chosen one is listed even if it is unknown. */
export function metricChoices(metrics: Metrics, chosen: number | undefined) {
  const known = metrics.map(({ id, metric }) => ({ value: String(id), label: metric.name }));
  const isKnown = chosen === undefined || metrics.some(({ id }) => id === chosen);
  return isKnown ? known : [...known, { value: String(chosen), label: `Metric ${chosen}` }];
}
