// How likely a header names one of our columns.
import { bareName } from './mapping-file.ts';

/** Marks, units and languages behind a name, and what says that it is of a product. */
const remark = /\([^)]*\)|\[[^\]]*\]/g;
/** In characters; a longer header is no name of ours. */
const longestName = 200;
const ofProduct = /^(?:product|item|article|artikel|produkt|ox)(?=..)/;
/** `US_Title`, `de-Name`: of a file in several languages. */
const ofLanguage = /^(?:en|us|uk|gb|de|at|ch|fr|nl|be|it|es|pt|br|sv|se|da|dk|no|fi|pl|cs)[_ -]/i;
/** `product_media_main_image_url` is an image_url, and a picture of a gallery is another one's. */
const ofPicture = /^.*(?=(?:image|picture|photo|bild|foto)(?:url|link|src)?\d*$)/;
export const isFurther = (header: string) =>
  /gallery|additional|other|extra|more|weitere|autres|otras|altre|swatch|alt/i.test(header);
const withoutTax = /\b(excl|net|netto|ht)\b|tax excluded/i;
const nextForm = 1_000;
/** Names that say little come behind all others. */
const weak = new Set(['type', 'code', 'status']);
const weakBehind = 100_000;

/**
 * How likely a header names a column, the least the likeliest: by its own name, then as `Price` in
 * "*Price (EUR)", then as `price` in "product_price" and `category` in "item_category_1". A price
 * without tax comes behind one with it.
 */
export function placeAmong(wanted: readonly string[], header: string): number | undefined {
  const text = header.slice(0, longestName).replaceAll(remark, ' ');
  const plain = bareName(text);
  const spoken = bareName(text.trim().replace(ofLanguage, ''));
  const short = spoken.replace(ofProduct, '').replace(/1$/, '');
  const picture = isFurther(text) ? short : short.replace(ofPicture, '');
  const forms = [bareName(header), plain, plain.replace(ofProduct, '').replace(/1$/, '')];
  forms.push(spoken, short, picture);
  const form = forms.findIndex((name) => wanted.includes(name));
  if (form === -1) return undefined;
  const tax = withoutTax.test(header.replaceAll('_', ' ')) ? nextForm / 2 : 0;
  const name = forms[form]!;
  return form * nextForm + wanted.indexOf(name) + tax + (weak.has(name) ? weakBehind : 0);
}
