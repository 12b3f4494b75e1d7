// How long answers take, counted cheaply: a histogram by endpoint and status, in Prometheus' form.
import type { Metric, Registry } from 'prom-client';

const boundsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** By bound, and beyond the last one. */
  readonly counts: number[];
  sum: number;
}

export interface Latencies {
  readonly observe: (endpoint: string, status: number, seconds: number) => void;
}

/** Adds the histogram to a registry. The library's own hashes its labels at each observation. */
export function requestLatencies(registry: Registry): Latencies {
  const name = 'attune_request_seconds';
  const byEndpoint = new Map<string, Map<number, Series>>();
  const values = () =>
    [...byEndpoint.values()].flatMap((byStatus) => [...byStatus.values()]).flatMap(seriesValues);

  const metric = {
    name,
    get: async () => ({
      name,
      help: 'Time to answer, by endpoint and status',
      type: 'histogram',
      aggregator: 'sum',
      values: values(),
    }),
    reset: () => byEndpoint.clear(),
  };
  registry.registerMetric(metric as unknown as Metric);

  function seriesValues({ labels, counts, sum }: Series) {
    let count = 0;
    const buckets = counts.map((own, at) => {
      count += own;
      const le = at < boundsSeconds.length ? String(boundsSeconds[at]) : '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }

  return {
    observe(endpoint, status, seconds) {
      let byStatus = byEndpoint.get(endpoint);
      if (!byStatus) {
        byStatus = new Map();
        byEndpoint.set(endpoint, byStatus);
      }
      let series = byStatus.get(status);
      if (!series) {
        const counts = Array.from({ length: boundsSeconds.length + 1 }, () => 0);
        series = { labels: { endpoint, status: String(status) }, counts, sum: 0 };
        byStatus.set(status, series);
      }
      let at = 0;
      while (at < boundsSeconds.length && seconds > boundsSeconds[at]!) at += 1;
      series.counts[at]! += 1;
      series.sum += seconds;
    },
  };
}
