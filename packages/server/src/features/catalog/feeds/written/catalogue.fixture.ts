// Random catalogues as a shop has them, before a system writes them into a file.
import fc from 'fast-check';

export interface Variant {
  readonly sku: string;
  readonly cents: number;
  readonly saleCents: number | undefined;
  /** The first and the last day of the sale, where it has such. */
  readonly saleDays: readonly [from: string | undefined, until: string | undefined];
  readonly stock: number;
  readonly color: string;
}

export interface Product {
  /** Of its address; unique, as is the number. */
  readonly handle: string;
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly brand: string;
  /** From the top. */
  readonly categories: readonly string[];
  /** Names of files. */
  readonly pictures: readonly string[];
  readonly isHidden: boolean;
  /** Of one that stands alone the colour does not count. */
  readonly variants: readonly Variant[];
}

/** A system that exports products. */
export interface System {
  readonly name: string;
  readonly file: string;
  readonly preset: string;
  readonly write: (products: readonly Product[]) => string;
  /** What of the catalogue the file tells, in the order of its rows. */
  readonly items: (products: readonly Product[]) => readonly Readonly<Record<string, unknown>>[];
  /** The columns without which there is no price. */
  readonly prices: readonly string[];
}

export const shop = 'https://shop.example';
export const cdn = 'https://cdn.example/img';

/** What people call things: marks of all formats among them. */
const words = [
  ...[
    'Lamp',
    'Tisch',
    'Café',
    'Größe L',
    '5" disk',
    'a, b',
    'pot; clay',
    'Салат',
    '灯籠',
    '🙂 fun',
  ],
  ...["L'été", 'A & B', '100% wool', 'x=y', 'say "hi"', 'or | so', '1.299', '<b', '#1', '(new)'],
];
const text = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(...words), { minLength: least, maxLength: most })
    .map((all) => all.join(' '));
const plainWord = fc.constantFrom('Home', 'Küche & Bad', 'Lights', 'Outdoor 2', 'Été', '家具');

const sku = fc.oneof(
  fc.stringMatching(/^[A-Z]{1,3}-\d{1,5}$/),
  fc.stringMatching(/^0\d{2,6}$/),
  fc.stringMatching(/^[1-9]\d{18}$/),
  fc.stringMatching(/^[a-z]{2}_\d\.\d$/),
);

const variant: fc.Arbitrary<Variant> = fc
  .record({
    sku,
    cents: fc.integer({ min: 2, max: 9_999_999 }),
    saleShare: fc.option(fc.integer({ min: 10, max: 90 }), { nil: undefined }),
    saleDays: fc.constantFrom<Variant['saleDays']>(
      [undefined, undefined],
      ['2026-11-20', '2026-11-30'],
      ['2026-02-03', undefined],
      [undefined, '2026-12-01'],
    ),
    stock: fc.integer({ min: -3, max: 50 }),
    color: fc.constantFrom('Red', 'Blau', 'Grün', 'noir', 'Off white'),
  })
  .map(({ saleShare, ...one }) => ({
    ...one,
    saleCents: saleShare && Math.max(1, Math.floor((one.cents * saleShare) / 100)),
  }));

const product = fc.record({
  word: fc.constantFrom('lamp', 'tisch', 'cafe'),
  name: text(1, 3),
  text: text(2, 6),
  brand: plainWord,
  categories: fc.uniqueArray(plainWord, { minLength: 1, maxLength: 3 }),
  pictures: fc.integer({ min: 1, max: 3 }),
  isHidden: fc.boolean(),
  variants: fc.uniqueArray(variant, { minLength: 1, maxLength: 3, selector: ({ color }) => color }),
});

/** A catalogue in which something is sold. */
export const catalogue: fc.Arbitrary<readonly Product[]> = fc
  .array(product, { minLength: 1, maxLength: 5 })
  .map((drawn) =>
    drawn.map(({ word, pictures, ...one }, at): Product => {
      const handle = `${word}-${at + 1}`;
      return {
        ...{ ...one, handle, number: 1_000 + at * 10 },
        pictures: Array.from({ length: pictures }, (_, nth) => `${handle}-${nth + 1}.jpg`),
      };
    }),
  )
  .filter((all) => all.some(({ isHidden }) => !isHidden))
  .filter((all) => {
    const skus = all.flatMap(({ variants }) => variants.map((one) => one.sku));
    return new Set(skus).size === skus.length;
  });

export const money = (cents: number) => (cents / 100).toFixed(2);
export const amount = (cents: number) => Number(money(cents));
/** The dates of a sale as items have them. */
export const datesOf = ({ saleCents, saleDays: [from = '', until = ''] }: Variant) =>
  saleCents && from + until !== '' ? `${from}/${until}` : undefined;

/** Does a product have a choice of variants? */
export const isSingle = ({ variants }: Product) => variants.length === 1;

/** RFC 4180. */
function csv(rows: readonly (readonly (string | number | undefined)[])[], mark = ','): string {
  const cell = (value: string | number | undefined) => {
    const written = String(value ?? '');
    const isPlain = !written.includes(mark) && !/["\r\n]/.test(written);
    return isPlain ? written : `"${written.replaceAll('"', '""')}"`;
  };
  return `${rows.map((row) => row.map(cell).join(mark)).join('\n')}\n`;
}

/** Cells by the names of columns. */
export type Row = Readonly<Record<string, string | number | undefined>>;

export function table(header: readonly string[], rows: readonly Row[], mark = ','): string {
  return csv([header, ...rows.map((row) => header.map((name) => row[name]))], mark);
}

export const markup = (plain: string) =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const prose = (plain: string) => `<p>${markup(plain)}</p>`;
