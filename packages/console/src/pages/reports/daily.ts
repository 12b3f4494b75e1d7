// What the daily chart shows: which days, and how high.
import type { ReportOutput } from '@attune/contract';
import { type Scale, scaleOf } from '../../ui/scale.ts';

type Variation = ReportOutput['experiences'][number]['variations'][number];
type Day = Variation['daily'][number];

export interface Line {
  readonly hue: number;
  readonly name: string;
  /** Segments of the estimate and of its band: x is the day's number, y the value. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly band: readonly { readonly x: number; readonly low: number; readonly high: number }[];
}

export interface DailyChart {
  readonly days: readonly string[];
  readonly lines: readonly Line[];
  readonly scale: Scale;
}

/** Part of the days, the last ones, whose bands must have room; the first are wide as the page. */
const roomyPart = 0.5;

/** undefined: fewer than two days have anything to show. */
export function dailyChart(variations: readonly Variation[]): DailyChart | undefined {
  const days = [...new Set(variations.flatMap(({ daily }) => daily.map(({ day }) => day)))].sort();
  const lines = variations.map(({ name, daily }, hue) => lineOf(name, hue, daily, days));
  if (lines.every(({ points }) => points.length < 2)) return undefined;
  const since = days.length * (1 - roomyPart);
  const roomy = lines.flatMap(({ points, band }) => [
    ...points.map(({ y }) => y),
    ...band.filter(({ x }) => x >= since).flatMap(({ low, high }) => [low, high]),
  ]);
  return { days, lines, scale: scaleOf(roomy) };
}

/** A day of the chart: `value0` is the estimate of the first variation, `band0` its interval. */
export type DayData = { readonly day: string } & {
  readonly [value: `value${number}`]: number | undefined;
  readonly [band: `band${number}`]: readonly [number, number] | undefined;
};

const written = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
});

/** "8 Nov", of a day as a report has it: `2026-11-08`. */
export const sayDay = (day: string) => written.format(new Date(`${day}T00:00:00Z`));

/** The chart's lines by day. */
export function dataOf({ days, lines }: Pick<DailyChart, 'days' | 'lines'>): readonly DayData[] {
  return days.map((day, x) =>
    Object.assign(
      { day },
      ...lines.map(({ hue, points, band }) => {
        const point = points.find((one) => one.x === x);
        const interval = band.find((one) => one.x === x);
        return {
          ...(point && { [`value${hue}`]: point.y }),
          ...(interval && { [`band${hue}`]: [interval.low, interval.high] }),
        };
      }),
    ),
  );
}

function lineOf(name: string, hue: number, daily: readonly Day[], days: readonly string[]): Line {
  const known = daily.map(({ day, mean }) => ({ x: days.indexOf(day), ...mean }));
  return {
    hue,
    name,
    points: known.flatMap(({ x, estimate }) => (estimate === null ? [] : [{ x, y: estimate }])),
    band: known.flatMap(({ x, low, high }) =>
      low === null || high === null ? [] : [{ x, low, high }],
    ),
  };
}
