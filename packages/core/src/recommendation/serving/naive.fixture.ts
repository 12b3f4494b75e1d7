// Which items may be recommended, written again as simply as possible, for tests to compare with.
import type { ItemFilter } from '../definition.ts';
import type { Item, Question } from './shop.fixture.ts';

type Values = Readonly<Record<string, unknown>>;

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function compares(item: Values, column: string, is: string, value: unknown): boolean {
  const values = listOf(item[column]);
  switch (is) {
    case 'IS':
      return values.includes(value);
    case 'IS_NOT':
      return !values.includes(value);
    case 'CONTAINS':
      return values.some((one) => typeof one === 'string' && one.includes(String(value)));
    default:
  }
  const [number] = values;
  if (typeof number !== 'number') return false;
  const bound = Number(value);
  if (is === 'EQ') return number === bound;
  if (is === 'GT') return number > bound;
  if (is === 'GTE') return number >= bound;
  return is === 'LT' ? number < bound : number <= bound;
}

function pageItem({ page, items }: Question): Item | undefined {
  return page.length === 1 ? items.find(({ sku }) => sku === page[0]) : undefined;
}

/** Does the filter say anything where the page has no such item? */
function applies(filter: ItemFilter, question: Question): boolean {
  const page = pageItem(question) as Values | undefined;
  if (filter.type === 'same') return listOf(page?.[filter.column]).length > 0;
  if (filter.type === 'price-near') return page?.['price'] !== undefined;
  const has = (skus: readonly string[]) =>
    skus.some((sku) => question.items.some((item) => item.sku === sku));
  if (filter.type === 'not-in-cart') return has(question.cart);
  if (filter.type === 'not-on-page') return has(question.page);
  if (filter.type === 'not-purchased' || filter.type === 'not-viewed') {
    return has(within(question, filter.days));
  }
  if (filter.type === 'in-stock') return question.items.some((item) => 'in_stock' in item);
  return true;
}

function within({ bought }: Question, days: number): string[] {
  return bought.filter(({ daysAgo }) => daysAgo <= days).map(({ sku }) => sku);
}

function passes(item: Item, filter: ItemFilter, question: Question): boolean {
  const { page, cart } = question;
  if (!applies(filter, question)) return true;
  const shown = pageItem(question);
  switch (filter.type) {
    case 'column':
      return compares(item as unknown as Values, filter.column, filter.is, filter.value);
    case 'same': {
      const own = listOf((item as unknown as Values)[filter.column]);
      return listOf((shown as unknown as Values)[filter.column]).some((one) => own.includes(one));
    }
    case 'price-near': {
      const price = shown?.price as number;
      return (
        item.price !== undefined &&
        item.price >= price * filter.from &&
        item.price <= price * filter.to
      );
    }
    case 'in-stock':
      return item.in_stock !== false;
    case 'not-in-cart':
      return !cart.includes(item.sku);
    case 'not-on-page':
      return !page.includes(item.sku);
    default:
      return !within(question, filter.days).includes(item.sku);
  }
}

/** May the item be in the slot? */
export function mayBe(item: Item, slot: number, question: Question): boolean {
  const { strategy, rules, realtimeRules } = question;
  if (!(strategy.filters ?? []).every((filter) => passes(item, filter, question))) return false;
  for (const { type, slots, filters } of rules) {
    if (slots && !slots.includes(slot)) continue;
    const telling = filters.filter((filter) => applies(filter, question));
    const matches = telling.every((filter) => passes(item, filter, question));
    if (type === 'include' && !matches) return false;
    if (type === 'exclude' && telling.length > 0 && matches) return false;
  }
  for (const { type, slots, query } of realtimeRules) {
    if (slots.length > 0 && !slots.includes(slot)) continue;
    const matches = query.conditions.every(({ field, arguments: given }) => {
      const is = given.map(({ action, value }) => ({
        action,
        does: compares(item as unknown as Values, field, action, value),
      }));
      const any = is.filter(({ action }) => ['IS', 'CONTAINS', 'EQ'].includes(action));
      const all = is.filter(({ action }) => !['IS', 'CONTAINS', 'EQ'].includes(action));
      return all.every(({ does }) => does) && (any.length === 0 || any.some(({ does }) => does));
    });
    if (matches !== (type === 'include')) return false;
  }
  return true;
}

/** How many slots can have an item at most, each item in one slot (Kuhn's algorithm). */
export function mostFilled(slots: readonly number[], items: readonly Item[], question: Question) {
  const slotOf = new Map<string, number>();
  const place = (slot: number, seen: Set<string>): boolean =>
    items.some((item) => {
      if (seen.has(item.sku) || !mayBe(item, slot, question)) return false;
      seen.add(item.sku);
      const other = slotOf.get(item.sku);
      if (other !== undefined && !place(other, seen)) return false;
      slotOf.set(item.sku, slot);
      return true;
    });
  return slots.filter((slot) => place(slot, new Set())).length;
}
