// What a mapping's `as` makes of a source value: words of stock, prices with a currency, lists.
import { isHeld } from '../json/index.ts';
import type { Cell } from './column.ts';
import { type Json, shown } from './json.ts';
import { scalarText } from './scalar.ts';
import { readDate } from './values/dates.ts';
import { readMoney, readNumber } from './values/money.ts';
import { periodText } from './values/period.ts';
import { readStock } from './values/stock.ts';

/** How a source writes lists and numbers. */
export interface Writing {
  readonly separator: string;
  /** Is 1.234 more than a thousand? What can be read in one way only is read in that. */
  readonly decimalComma: boolean;
  /** Completes addresses without a host. */
  readonly base?: string | undefined;
}

type Convert = (value: unknown, writing: Writing) => Cell;

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
  price: (value, writing) => readPrice(value, 'amount', writing),
  currency: (value, writing) => readPrice(value, 'currency', writing),
  stock: toStock,
  url: toUrl,
  time: toTime,
  period: toPeriod,
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
  if (typeof value !== 'string') return numberOf(given, value);
  const sign = /^[+-]/.exec(given)?.[0] ?? '';
  const number = readNumber(given.slice(sign.length).replaceAll(/\s/g, ' '), decimalComma);
  if (!number) return refused(value, 'a number');
  const cell = numberOf(sign + number.amount, value);
  return number.isAmbiguous ? { ...cell, note: twoWays } : cell;
}

function numberOf(text: string, value: unknown): Cell {
  const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) && isHeld(text);
  return isNumber ? { value: Number(text) } : refused(value, 'a number');
}

/** Of a number whose separator may stand before thousands or before decimals. */
export const twoWays = 'can be read in two ways';

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

/** Google Merchant writes "15.00 USD"; some write the currency first, some leave it out. */
function readPrice(value: unknown, part: 'amount' | 'currency', { decimalComma }: Writing): Cell {
  const text = scalarText(value) ?? '';
  const money =
    typeof value === 'string'
      ? readMoney(text, decimalComma)
      : /^\d+(\.\d+)?$/.test(text) && { amount: text, isAmbiguous: false };
  if (part === 'currency') {
    // Without fault of its own: what is no price is one fault, that of the price.
    return money && 'currency' in money && money.currency ? { value: money.currency } : {};
  }
  if (!money || !isHeld(money.amount)) return refused(value, 'a price such as "15.00 USD"');
  const amount = { value: Number(money.amount) };
  return money.isAmbiguous ? { ...amount, note: twoWays } : amount;
}

function toStock(value: unknown): Cell {
  const read = readStock(typeof value === 'number' ? value : scalarText(value));
  return read === undefined ? refused(value, 'a word of stock') : { value: read !== false };
}

function toTime(value: unknown): Cell {
  if (typeof value === 'number') return { value };
  const text = scalarText(value) ?? '';
  if (/^\d{9,13}$/.test(text)) return { value: text };
  const date = readDate(text);
  if (!date) return refused(value, 'a date such as 2026-11-21 or 2026-11-21T08:00:00Z');
  return date.isAmbiguous ? { value: date.text, note: twoDays } : { value: date.text };
}

function toPeriod(value: unknown): Cell {
  const text = periodText(scalarText(value) ?? '');
  return text === undefined ? refused(value, 'two dates with " / " between') : { value: text };
}

/** Of a date whose month may stand before or behind its day. */
const twoDays = 'may have its day before its month';

function toUrl(value: unknown, writing: Writing): Cell {
  if (!Array.isArray(value)) return oneUrl(value, writing);
  const cells = value.filter((one) => one !== '').map((one) => oneUrl(one, writing));
  const faulty = cells.find(({ fault }) => fault !== undefined);
  return faulty ?? { value: [...new Set(cells.map((cell) => cell.value!))] };
}

/** Is it a path such as `/p/1` or `1.html`, without the host? */
export const isPathAlone = (text: string): boolean =>
  /^(?!\/\/)[\w/.?%-]/.test(text) && !URL.canParse(text);

function oneUrl(value: unknown, { base }: Writing): Cell {
  const given = scalarText(value) ?? '';
  const text = given.startsWith('//') ? `https:${given}` : given;
  if (URL.canParse(text)) {
    return /^https?:/i.test(text) ? { value: text } : refused(value, 'an http or https address');
  }
  // A path of the shop's own is an address once it is known where the shop is.
  if (!isPathAlone(text)) return refused(value, 'an http or https address');
  if (base !== undefined && URL.canParse(text, base)) return { value: new URL(text, base).href };
  return text.startsWith('/') ? { value: text } : refused(value, 'an http or https address');
}

function refused(
  value: unknown,
  wanted: string,
): { readonly value?: Json; readonly fault: string } {
  return { fault: `must be ${wanted}, not ${shown(value)}` };
}
