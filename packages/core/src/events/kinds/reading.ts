// How properties are read that several kinds of events have: products, carts, currencies.

import {
  type Bounds,
  passOver,
  present,
  readIdentifierText,
  readObjects,
  readOptionalAmount,
  readOptionalText,
  type Source,
} from '../fields.ts';
import type { CartLine } from '../parts.ts';

/** Limits on what one event may hold, in characters and elements. */
export const maxSku = 1_000;
export const maxText = 1_000;
export const maxProperty = 100;
const maxCartLines = 1_000;
/** So that no sum of them leaves the numbers that a report can show. */
export const money: Bounds = { least: 0, most: 1e12 };
export const pieces: Bounds = { least: -1e6, most: 1e6 };

/** The product that the event is of. */
export function readSku(from: Source): string {
  return readIdentifierText(from, 'productId', maxSku);
}

/** A currency code in upper case; undefined where there is none, or it is passed over. */
export function readCurrency(from: Source): string | undefined {
  const currency = readOptionalText(from, 'currency', maxText);
  if (currency === undefined || /^[a-z]{3}$/i.test(currency)) return currency?.toUpperCase();
  passOver(from, 'currency', 'must be a currency code of three letters');
  return undefined;
}

/** The lines of `cart`. */
export function readCart(from: Source): CartLine[] {
  return readObjects(from, 'cart', maxCartLines, readLine);
}

function readLine(line: Source): CartLine {
  const sku = readSku(line);
  const quantity = readOptionalAmount(line, 'quantity', pieces) ?? 1;
  return { sku, quantity, ...present({ price: readOptionalAmount(line, 'itemPrice', money) }) };
}
