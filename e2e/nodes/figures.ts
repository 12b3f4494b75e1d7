// Many measurements in a line: what half of them, 99 of 100, and all of them stayed within.

export interface Figures {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The figures of some milliseconds, the larger neighbour where a quantile lies between two. */
export function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((one, other) => one - other);
  const quantile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { count: sorted.length, p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
}

/** For a person: whole milliseconds. */
export function describe(name: string, { count, p50, p99, max }: Figures): string {
  const ms = (value: number) => `${value.toFixed(0).padStart(5)} ms`;
  return `  ${name.padEnd(44)} ${count}: p50 ${ms(p50)}  p99 ${ms(p99)}  max ${ms(max)}`;
}
