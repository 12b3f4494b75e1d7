// Which currency stands with a price.
import { readMoney } from './values/money.ts';

/** The currency of "15.00 USD" or "15,00 €", however its number is written; undefined: none. */
export function currencyOfPrice(price: unknown): string | undefined {
  if (typeof price !== 'string' || /^[\d.,\s]*$/.test(price)) return undefined;
  return readMoney(price, false)?.currency;
}
