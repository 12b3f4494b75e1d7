// Days in a row, also those on which nothing happened.

const dayMs = 86_400_000;
const shown = 30;

interface Day {
  readonly day: string;
  readonly views: number;
  readonly carts: number;
  readonly purchases: number;
}

/** The last 30 days in UTC up to `nowMs`, the oldest first. */
export function lastDays(days: readonly Day[], nowMs: number): readonly Day[] {
  const known = new Map(days.map((one) => [one.day.slice(0, 10), one]));
  return Array.from({ length: shown }, (_, at) => {
    const day = new Date(nowMs - (shown - 1 - at) * dayMs).toISOString().slice(0, 10);
    return { views: 0, carts: 0, purchases: 0, ...known.get(day), day };
  });
}
