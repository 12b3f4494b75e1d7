// What a mapping's `as` makes of a source value: words of stock, prices with a currency, lists.
import { isHeld, isRawNumber } from '../json/index.ts';
import type { Cell } from './column.ts';
import { type Json, shown } from './json.ts';

/** How a source writes lists and numbers. */
export interface Writing {
  readonly separator: string;
  /** 1.234,56 and not 1,234.56. */
  readonly decimalComma: boolean;
}

type Convert = (value: unknown, writing: Writing) => Cell;

const stockWords = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['instock', true],
  ['available', true],
  ['false', false],
  ['no', false],
  ['outofstock', false],
  ['soldout', false],
  ['discontinued', false],
  // They can be bought; whether a feed counts them is its own to say (`orderableWords`).
  ['preorder', true],
  ['backorder', true],
]);

/** Words of availability of what can be bought though it is not in stock. */
export const orderableWords = ['preorder', 'backorder'] as const;
export type OrderableWord = (typeof orderableWords)[number];

/** The word that a value of stock is, if it is one of these; however it is written. */
export function orderableWord(value: unknown): OrderableWord | undefined {
  const word = typeof value === 'string' ? stockWord(value) : undefined;
  return orderableWords.find((one) => one === word);
}

const flagWords = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

const conversions = {
  string: toText,
  number: toNumber,
  boolean: toFlag,
  list: toList,
  price: (value, writing) => readMoney(value, 'amount', writing),
  currency: (value, writing) => readMoney(value, 'currency', writing),
  stock: toStock,
  url: toUrl,
} satisfies Record<string, Convert>;

/** The names that `as` may have in a mapping. */
export type Conversion = keyof typeof conversions;

export const conversionNames: readonly string[] = Object.keys(conversions);

/** Converts a source value; the fault is to be read after the column's name. */
export function convert(value: unknown, as: Conversion, writing: Writing): Cell {
  const run: Convert = conversions[as];
  return run(value, writing);
}

function toText(value: unknown): Cell {
  const text = scalarText(value);
  return text === undefined ? refused(value, 'text') : { value: text };
}

function toNumber(value: unknown, { decimalComma }: Writing): Cell {
  const given = scalarText(value) ?? '';
  const text = typeof value === 'string' ? plainNumber(given, decimalComma) : given;
  const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text);
  return decimal && isHeld(text) ? { value: Number(text) } : refused(value, 'a number');
}

function toFlag(value: unknown): Cell {
  const flag = flagWords.get(scalarText(value)?.toLowerCase());
  return flag === undefined ? refused(value, 'true or false') : { value: flag };
}

function toList(value: unknown, { separator }: Writing): Cell {
  const texts: string[] = [];
  for (const element of Array.isArray(value) ? value : [value]) {
    const text = scalarText(element);
    if (text === undefined) return refused(element, 'text');
    texts.push(...text.split(separator).map((part) => part.trim()));
  }
  return { value: [...new Set(texts)].filter((text) => text !== '') };
}

/**
 * A number as JavaScript writes it. With a decimal comma dots and spaces stand between thousands;
 * without one, commas do, in groups of three. What is no such number comes back as it is.
 */
function plainNumber(text: string, decimalComma: boolean): string {
  if (decimalComma) {
    if (
      /^[+-]?\d{1,3}([. \u00a0\u202f]\d{3})+(,\d+)?$/.test(text) ||
      /^[+-]?\d+(,\d+)?$/.test(text)
    ) {
      return text.replaceAll(/[. \u00a0\u202f]/g, '').replace(',', '.');
    }
    return text;
  }
  return /^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(text) ? text.replaceAll(',', '') : text;
}

const signs = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
]);

/** Google Merchant writes "15.00 USD"; some write the currency first, some leave it out. */
function readMoney(value: unknown, part: 'amount' | 'currency', { decimalComma }: Writing): Cell {
  const text = scalarText(value) ?? '';
  const money = /^([A-Z]{3}|[€£])?\s*(\d[\d.,\u00a0\u202f ]*)([A-Z]{3}|[€£])?$/i.exec(text);
  const plain =
    typeof value === 'string' ? plainNumber(money?.[2]?.trim() ?? '', decimalComma) : text;
  const isMoney = money !== null && !(money[1] && money[3]) && /^\d+(\.\d+)?$/.test(plain);
  if (part === 'amount') {
    if (isMoney && isHeld(plain)) return { value: Number(plain) };
    const hint = /\d,\d{1,2}(\D|$)/.test(text) && !decimalComma ? ' (say decimalComma: true)' : '';
    const wanted = `a price such as "15.00 USD"`;
    return hint === ''
      ? refused(value, wanted)
      : { fault: `must be ${wanted}, not ${shown(value)}${hint}` };
  }
  // Without fault of its own: what is no price is one fault, that of the price.
  const currency = isMoney ? (money[1] ?? money[3]) : undefined;
  return currency ? { value: signs.get(currency) ?? currency.toUpperCase() } : {};
}

function toStock(value: unknown): Cell {
  if (typeof value === 'number') return { value: value > 0 };
  const word = stockWord(scalarText(value) ?? '');
  const known = stockWords.get(word);
  if (known !== undefined) return { value: known };
  return /^\d{1,9}$/.test(word) ? { value: Number(word) > 0 } : refused(value, 'a word of stock');
}

/** The same word comes as in_stock, "in stock", IN-STOCK and https://schema.org/InStock. */
function stockWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s_-]/g, '');
}

function toUrl(value: unknown): Cell {
  const text = scalarText(value) ?? '';
  const web = URL.canParse(text) && /^https?:\/\//i.test(text);
  return web ? { value: text } : refused(value, 'an http or https address');
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return String(value);
  if (isRawNumber(value)) return value.rawJSON;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

function refused(
  value: unknown,
  wanted: string,
): { readonly value?: Json; readonly fault: string } {
  return { fault: `must be ${wanted}, not ${shown(value)}` };
}
