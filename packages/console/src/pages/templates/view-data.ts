// What a view is given of a payload: the same, with the item of the feed in place of each sku.
import type { Item } from '../feeds/item-labels.ts';

type Members = Readonly<Record<string, unknown>>;

/** The skus in the fields of a payload that hold products. */
export function skusIn(schema: unknown, data: unknown): string[] {
  const found = new Set<string>();
  mapped(schema, data, (sku) => {
    found.add(sku);
    return sku;
  });
  return [...found];
}

/**
 * A payload with each product as an object, which has at least its `sku`; beside its members,
 * `items` has what is recommended.
 */
export function viewData(
  schema: unknown,
  data: unknown,
  products: ReadonlyMap<string, Item>,
  items?: readonly Item[],
): unknown {
  const shown = mapped(schema, data, (sku) => ({ ...products.get(sku), sku }));
  return items && isMembers(shown) ? { ...shown, items } : shown;
}

/** `data` with what becomes of each sku. */
function mapped(schema: unknown, data: unknown, replace: (sku: string) => unknown): unknown {
  if (!isMembers(schema)) return data;
  const { format, items, properties } = schema;
  if (format === 'product' && typeof data === 'string' && data !== '') return replace(data);
  if (Array.isArray(data)) return data.map((one) => mapped(items, one, replace));
  if (!isMembers(data) || !isMembers(properties)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? mapped(properties[name], value, replace) : value,
    ]),
  );
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
