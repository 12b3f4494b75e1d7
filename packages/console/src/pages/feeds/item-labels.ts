// What an item says in words: its price, its stock, where its picture and its page are.

export type Item = Readonly<Record<string, unknown>>;

/** An item as the service gives it; what is none has no columns. */
export const itemOf = (json: unknown): Item =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Item) : {};

export const skuOf = (item: Item): string => sayCell(item['sku']);

/** What people call it: its name, or the sku where it has none. */
export function nameOf(item: Item): string {
  const name = item['name'];
  return typeof name === 'string' && name.trim() !== '' ? name : skuOf(item);
}

/** "USD 15.00"; an unknown currency is put before the number as it is. */
export function sayPrice(item: Item): string {
  const price = item['price'];
  if (typeof price !== 'number') return price === undefined ? '' : sayCell(price);
  const currency = item['currency'];
  if (typeof currency !== 'string' || currency === '') return plain.format(price);
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${plain.format(price)}`;
  const form = { style: 'currency', currency, currencyDisplay: 'code' } as const;
  return new Intl.NumberFormat('en', form).format(price);
}

const plain = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** A cell as text: lists by commas, objects as JSON, nothing as nothing. */
export function sayCell(cell: unknown): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'string') return cell;
  const isPlainList = Array.isArray(cell) && cell.every((one) => typeof one !== 'object');
  return isPlainList ? cell.join(', ') : JSON.stringify(cell);
}

/** An address that may be followed or shown; feeds hold any text at all. */
export function webAddressOf(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || !URL.canParse(cell)) return undefined;
  const { protocol, href } = new URL(cell);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** The picture's address as the console's policy lets it be loaded: over HTTPS, or in itself. */
export function pictureOf(item: Item): string | undefined {
  const held = item['image_url'];
  // In an image nothing of a picture runs, an SVG's scripts included.
  if (typeof held === 'string' && /^data:image\/(svg\+xml|png|jpeg|webp)[;,]/.test(held))
    return held;
  const address = webAddressOf(item['image_url']);
  return address?.startsWith('https:') ? address : undefined;
}

export interface LocalForm {
  /** "en_US" */
  readonly locale: string;
  readonly column: string;
  readonly value: string;
}

/** The columns `lng:<locale>:<column>` of an item, by locale. */
export function localFormsOf(item: Item): ReadonlyMap<string, readonly LocalForm[]> {
  const forms = Object.entries(item).flatMap(([name, cell]): LocalForm[] => {
    const [, locale, column] = /^lng:([^:]+):(.+)$/s.exec(name) ?? [];
    if (locale === undefined || column === undefined) return [];
    return [{ locale, column, value: sayCell(cell) }];
  });
  return Map.groupBy(forms, ({ locale }) => locale);
}

/** What every feed knows comes first, the rest by its name; localised columns are left out. */
export function columnsOf(item: Item): readonly (readonly [column: string, cell: unknown])[] {
  const place = (column: string) => {
    const at = known.indexOf(column);
    return at < 0 ? known.length : at;
  };
  return Object.entries(item)
    .filter(([column]) => !column.startsWith('lng:'))
    .sort(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1));
}

const known = [
  'sku',
  'name',
  'group_id',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'currency',
  'in_stock',
  'categories',
  'brand',
  'keywords',
  'description',
  'publish_time',
  'url',
  'image_url',
];
