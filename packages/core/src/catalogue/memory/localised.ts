// A column in a locale: the localised value where an item has one, the plain one where not.
import type { Column } from '../catalogue.ts';
import type { ColumnView } from './column-view.ts';

/** `lng:en_US:name` names column `name` in locale `en_US`. */
const prefix = 'lng:';

/** Is this a localised column? */
export const isLocalised = (name: string) => name.startsWith(prefix);

/** How a locale is compared: `en-us` is `en_US`. */
export const localeKey = (locale: string) => locale.replaceAll('-', '_').toLowerCase();

/** The locale and the plain name of a localised column. */
export function partsOf(name: string): { readonly locale: string; readonly plain: string } {
  const [locale = '', ...rest] = name.slice(prefix.length).split(':');
  return { locale: localeKey(locale), plain: rest.join(':') };
}

/** Reads one column before another. */
export function inLocale(first: ColumnView, plain: ColumnView): ColumnView {
  const at = (row: number) => (first.isFilled(row) ? first : plain);
  const matcher: Column['matcher'] = (value) => {
    const [ofFirst, ofPlain] = [first.matcher(value), plain.matcher(value)];
    return (row) => (first.isFilled(row) ? ofFirst(row) : ofPlain(row));
  };
  return {
    name: plain.name,
    isFilled: (row) => first.isFilled(row) || plain.isFilled(row),
    value: (row) => at(row).value(row),
    number: (row) => at(row).number(row),
    texts: (row) => at(row).texts(row),
    has: (row, value) => at(row).has(row, value),
    matcher,
    mayContain(text) {
      const [ofFirst, ofPlain] = [first.mayContain(text), plain.mayContain(text)];
      return (row) => (first.isFilled(row) ? ofFirst(row) : ofPlain(row));
    },
    countWith(value) {
      const [ofFirst, ofPlain] = [first.countWith(value), plain.countWith(value)];
      return ofFirst === null || ofPlain === null ? null : ofFirst + ofPlain;
    },
    rowsWith(value) {
      const [ofFirst, ofPlain] = [first.rowsWith(value), plain.rowsWith(value)];
      if (ofFirst === null || ofPlain === null) return null;
      const others = Array.from(ofPlain).filter((row) => !first.isFilled(row));
      return Uint32Array.from([...Array.from(ofFirst), ...others]).sort();
    },
  };
}
