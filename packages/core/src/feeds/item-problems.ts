// What is wrong with single items of a feed, and what the values are that cost a row.
import type { Alarm, MeasuredColumn } from './health.ts';
import type { Item } from './item.ts';

export interface ItemProblem {
  readonly sku: string;
  readonly problem: string;
  /** As the feed or its file has it; null: it has none. */
  readonly value: string | number | null;
}

const needed = ['categories', 'price', 'image_url', 'publish_time'];

/**
 * The columns that an item should fill: those of affinity and recommendations, and those that lost
 * values. One that no item has is a matter of the feed, and of its mapping.
 */
export function expectedColumns(
  measured: readonly MeasuredColumn[],
  affinity: readonly string[],
  alarms: readonly Alarm[],
): readonly string[] {
  const emptier = alarms.flatMap(({ kind, column }) =>
    kind === 'emptier' && column ? [column] : [],
  );
  const filled = new Set(measured.filter((one) => one.filled > 0).map(({ column }) => column));
  return [...new Set([...affinity, ...needed, ...emptier])].filter((one) => filled.has(one));
}

/** What an item lacks of the columns that it should fill, and a price of nothing. */
export function problemsOfItem(item: Item, expected: readonly string[]): ItemProblem[] {
  const missing = expected
    .filter((column) => isEmpty(item[column]))
    .map((column) => ({ sku: item.sku, problem: `${column} is missing`, value: null }));
  if (item['price'] !== 0) return missing;
  return [...missing, { sku: item.sku, problem: 'price is 0', value: 0 }];
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** A rejected row: `price must be a number, not "x"` has the value `x`. */
export function problemOfRow(item: string, message: string): ItemProblem {
  const end = message.indexOf(', not "');
  if (end === -1) return { sku: item, problem: `rejected: ${message}`, value: null };
  const quoted = message.slice(end + ', not '.length);
  return { sku: item, problem: `rejected: ${message.slice(0, end)}`, value: unquoted(quoted) };
}

/** What was cut has no quote at its end. */
function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replace(/^"/, '');
  }
}
