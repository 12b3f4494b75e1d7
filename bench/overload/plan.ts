// What arrives when, and what became of it.
import { median } from '../support/load.ts';

export interface Stream {
  readonly name: string;
  /** Arrivals at a factor of 1. */
  readonly perSecond: number;
  /** The most at once. */
  readonly connections: number;
  /** Whole HTTP requests, sent in turn, with places for user ids. */
  readonly requests: readonly string[];
  readonly users: number;
}

export interface ArrivalPlan {
  readonly port: number;
  readonly seed: number;
  readonly streams: readonly Stream[];
  readonly phases: readonly {
    readonly seconds: number;
    /** By stream; a stream that is not named is silent. */
    readonly factors: Readonly<Record<string, number>>;
  }[];
}

export interface Second {
  arrivals: number;
  /** Good answers that came in this second, whenever they were requested. */
  served: number;
  /** Found no connection. */
  unsent: number;
  /** Answered 503 with Retry-After. */
  shed: number;
  /** Answered otherwise, or not at all. */
  failed: number;
  readonly latencies: Samples;
  readonly shedLatencies: Samples;
  /** From arrival until the request was sent: the client's own delay, not the node's. */
  readonly delays: Samples;
}

/** Milliseconds, outside of the heap: collecting it would make the client late. */
export interface Samples {
  readonly add: (ms: number) => void;
  /** To hundredths, in ascending order. */
  readonly sorted: () => readonly number[];
}

export function openSamples(): Samples {
  let values = new Float64Array(1024);
  let count = 0;
  return {
    add(ms) {
      if (count === values.length) {
        const larger = new Float64Array(4 * count);
        larger.set(values);
        values = larger;
      }
      values[count] = ms;
      count += 1;
    },
    sorted: () => Array.from(values.subarray(0, count).sort(), (ms) => Math.round(100 * ms) / 100),
  };
}

export interface SecondResult {
  readonly arrivals: number;
  readonly served: number;
  readonly unsent: number;
  readonly shed: number;
  readonly failed: number;
  readonly good: number;
  /** Milliseconds to a good answer, sorted. */
  readonly latencies: readonly number[];
  readonly shedLatencies: readonly number[];
  readonly delays: readonly number[];
}

export interface ArrivalResult {
  readonly streams: readonly {
    readonly name: string;
    readonly seconds: readonly SecondResult[];
    /** Sent, and neither answered nor ended with its connection. */
    readonly unanswered: number;
    readonly firstFailure: string | undefined;
  }[];
}

export function summarise(second: Second): SecondResult {
  const latencies = second.latencies.sorted();
  return {
    ...second,
    good: latencies.length,
    latencies,
    shedLatencies: second.shedLatencies.sorted(),
    delays: second.delays.sorted(),
  };
}

type Rate = 'arrivals' | 'unsent' | 'shed' | 'failed' | 'good' | 'served';

export interface Summary {
  readonly seconds: number;
  readonly perSecond: Readonly<Record<Rate, number>>;
  readonly p50Ms: number;
  /** Of the median second: on a shared machine other programs always take a few seconds. */
  readonly p99Ms: number;
  /** Of all seconds: what the median does not show. */
  readonly p999Ms: number;
  readonly shedP99Ms: number;
  /** Of the median second: how late requests were sent. Part of the latencies. */
  readonly delayP99Ms: number;
}

/** Several seconds as one. */
export function summaryOf(seconds: readonly SecondResult[]): Summary {
  const all = seconds.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
  const refused = seconds.flatMap(({ shedLatencies }) => shedLatencies).sort((a, b) => a - b);
  const medianP99 = (of: (second: SecondResult) => readonly number[]) =>
    median(seconds.map((second) => quantile(of(second), 0.99)));
  const rate = (name: Rate) => seconds.reduce((sum, one) => sum + one[name], 0) / seconds.length;
  return {
    seconds: seconds.length,
    perSecond: {
      arrivals: rate('arrivals'),
      unsent: rate('unsent'),
      shed: rate('shed'),
      failed: rate('failed'),
      good: rate('good'),
      served: rate('served'),
    },
    p50Ms: quantile(all, 0.5),
    p99Ms: medianP99(({ latencies }) => latencies),
    p999Ms: quantile(all, 0.999),
    shedP99Ms: quantile(refused, 0.99),
    delayP99Ms: medianP99(({ delays }) => delays),
  };
}

function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(share * (ascending.length - 1))] ?? Number.NaN;
}
