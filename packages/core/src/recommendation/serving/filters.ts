// Knows what the filters of a strategy let through, for one request.

import { orderableWord } from '../../feeds/index.ts';
import type { Json } from '../../feeds/json.ts';
import type { ItemComparison, ItemFilter } from '../definition.ts';
import { compareColumn, isAny, type RowIndex, type Scalar } from './compare.ts';
import type { Around } from './request.ts';

/** A filter ready to be asked of rows. */
export interface BoundFilter {
  /** The same for what lets the same rows of a catalogue through; null: of this request alone. */
  readonly key: string | null;
  readonly passes: (row: number) => boolean;
  /** Rows among which all are that it lets through; null: not indexed. */
  readonly index: RowIndex | null;
  readonly words: string;
}

const comparisons: Readonly<Record<ItemComparison, string>> = {
  ...{ IS: 'is', IS_NOT: 'is not', CONTAINS: 'contains', EQ: 'is' },
  ...{ GT: 'is above', GTE: 'is at least', LT: 'is below', LTE: 'is at most' },
};

/** Binds filters; those that let everything through, since the page has no item, are left out. */
export function bindFilters(filters: readonly ItemFilter[], around: Around): BoundFilter[] {
  return filters.flatMap((filter) => bind(filter, around) ?? []);
}

function bind(filter: ItemFilter, around: Around): BoundFilter | null {
  switch (filter.type) {
    case 'column': {
      const { column, is, value } = filter;
      const compared = compareColumn(around.catalogue, column, is, value);
      const words = `${column} ${comparisons[is]} ${JSON.stringify(value)}`;
      return { ...compared, key: JSON.stringify([column, is, value]), words };
    }
    case 'same':
      return bindSame(filter.column, around);
    case 'price-near':
      return bindPrice(filter.from, filter.to, around);
    case 'in-stock':
      return bindStock(around);
    case 'not-in-cart':
      return notAmong(around.cartRows, 'not in the cart');
    case 'not-on-page':
      return notAmong(around.pageRows, 'not on the page');
    case 'not-purchased':
      return notAmong(
        around.recentRows('purchased', filter.days),
        `not bought within ${filter.days} days`,
      );
    case 'not-viewed':
      return notAmong(
        around.recentRows('viewed', filter.days),
        `not seen within ${filter.days} days`,
      );
  }
}

function notAmong(rows: ReadonlySet<number>, words: string): BoundFilter | null {
  if (rows.size === 0) return null;
  return { key: null, passes: (row) => !rows.has(row), index: null, words };
}

function bindSame(name: string, { catalogue, pageRow }: Around): BoundFilter | null {
  const column = catalogue.column(name);
  if (pageRow < 0 || !column) return null;
  const values = scalarsOf(column.value(pageRow));
  if (values.length === 0) return null;
  const words = `the same ${name} as the page’s item`;
  return {
    ...isAny(catalogue, column, values),
    key: JSON.stringify(['same', name, values]),
    words,
  };
}

function scalarsOf(value: Json | undefined): Scalar[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)) as Scalar[];
}

function bindPrice(from: number, to: number, { catalogue, pageRow }: Around): BoundFilter | null {
  const column = catalogue.column('price');
  const price = pageRow < 0 || !column ? Number.NaN : column.number(pageRow);
  if (!column || Number.isNaN(price)) return null;
  const [least, most] = [price * from, price * to];
  const passes = (row: number) => {
    const own = column.number(row);
    return own >= least && own <= most;
  };
  const words = `costs ${least} to ${most}`;
  return { key: JSON.stringify(['price', least, most]), passes, index: null, words };
}

/**
 * An item that does not say whether it is in stock is: many feeds list only what they sell. One
 * that says how it can be ordered is as far as the feed counts that, whatever `in_stock` says.
 */
function bindStock({ catalogue, orderable }: Around): BoundFilter | null {
  const column = catalogue.column('in_stock');
  const availability = catalogue.column('availability');
  if (!column && !availability) return null;
  const passes = (row: number) => {
    const word = availability && orderableWord(availability.value(row));
    return word === undefined ? column?.number(row) !== 0 : orderable.includes(word);
  };
  const key = JSON.stringify(['in-stock', orderable]);
  return { key, passes, index: null, words: 'in stock' };
}
