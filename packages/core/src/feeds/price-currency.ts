// Which currency stands with a price.
import { convert } from './convert.ts';

/** The currency of "15.00 USD" or "15,00 €", however its number is written; undefined: none. */
export function currencyOfPrice(price: unknown): string | undefined {
  if (typeof price !== 'string' || !/[a-z€£]/i.test(price)) return undefined;
  for (const decimalComma of [false, true]) {
    const { value } = convert(price, 'currency', { separator: '|', decimalComma });
    if (typeof value === 'string') return value;
  }
  return undefined;
}
