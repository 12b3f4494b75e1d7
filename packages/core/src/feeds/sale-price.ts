// What an item costs at a moment: its price, or the reduced one while that holds.
import type { Item } from './item.ts';
import { type Period, readPeriod } from './values/period.ts';

/** A price at a moment. */
export interface PriceThen {
  readonly price: number;
  /** What it costs without the reduction; absent while there is none. */
  readonly regular?: number;
  /** Since when and until when it is this one, ms since the epoch; infinite where it is always. */
  readonly since: number;
  readonly until: number;
}

const always: Period = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/**
 * The price at a moment. `reduced` counts where it is lower than `regular` (NaN: there is none),
 * and `dates`, if there are any, hold.
 */
export function priceAt(regular: number, reduced: number, dates: unknown, now: number): PriceThen {
  const period = dates === undefined || dates === null ? always : periodOf(dates);
  // Some systems write 0 where nothing is reduced.
  if (!(reduced > 0 && reduced < regular) || !period) {
    return { price: regular, since: always.from, until: always.until };
  }
  const { from, until } = period;
  if (now < from) return { price: regular, since: always.from, until: from };
  if (now >= until) return { price: regular, since: until, until: always.until };
  return { price: reduced, regular, since: from, until };
}

/** Many items share their dates. */
const periods = new Map<string, Period | undefined>();
const periodsMost = 10_000;

function periodOf(dates: unknown): Period | undefined {
  if (typeof dates !== 'string') return undefined;
  const known = periods.get(dates);
  if (known || periods.has(dates)) return known;
  if (periods.size >= periodsMost) periods.clear();
  const period = readPeriod(dates);
  periods.set(dates, period);
  return period;
}

/** The price of a whole item at a moment; undefined: it has none. */
export function priceOfItem(item: Item, now: number): PriceThen | undefined {
  const { price, sale_price: reduced, sale_price_effective_date: dates } = item;
  if (typeof price !== 'number') return undefined;
  return priceAt(price, typeof reduced === 'number' ? reduced : Number.NaN, dates, now);
}

/** An item with the price that it has at a moment. */
export function itemAt(item: Item, now: number): Item {
  const then = priceOfItem(item, now);
  if (then?.regular === undefined) return item;
  return { ...item, price: then.price, regular_price: then.regular };
}
