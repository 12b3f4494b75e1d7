// Axes of charts: where values lie on them, and which round numbers are written beside them.

/** Part of the line that a domain without any length is given on both sides. */
const emptyMargin = 0.1;

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Round numbers within, from low to high. */
  readonly ticks: readonly number[];
  /** Where a value lies, 0 (low) to 1 (high); what is beyond lies at the end. */
  readonly placeOf: (value: number) => number;
}

/** An axis on which all of `values` have room, in about as many steps. */
export function scaleOf(values: readonly number[], steps = 4): Scale {
  const [low, high] = domainOf(values.filter(Number.isFinite));
  const step = roundStep((high - low) / steps);
  // Away from the noise of binary fractions: a tick is a whole number of steps.
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  const from = first * step;
  const length = (last - first) * step;
  const placeOf = (value: number) => Math.min(Math.max((value - from) / length, 0), 1);
  return { low: from, high: from + length, ticks, placeOf };
}

function domainOf(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1];
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  if (low < high) return [low, high];
  const margin = Math.abs(low) * emptyMargin || 1;
  return [low - margin, low + margin];
}

/** The nearest of 1, 2, 5 and 10 times a power of ten that is not smaller. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((times) => times * power >= least) ?? 10) * power;
}

/** Which side of its place a word is written on, so that it stays within the chart. */
export function anchorAt(place: number): 'start' | 'middle' | 'end' {
  if (place < 0.12) return 'start';
  return place > 0.88 ? 'end' : 'middle';
}
