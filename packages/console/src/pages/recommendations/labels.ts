// What the report of recommendations calls its figures, and what they mean.
import type { Meaning } from '../../ui/term.tsx';

export const terms = {
  direct: {
    term: 'direct revenue',
    about:
      'Items that a visitor bought after clicking them, or another variant of them, in a ' +
      'recommendation. Each counts once, for the last such click.',
  },
  assisted: {
    term: 'assisted revenue',
    about:
      'Everything else that a visitor bought after clicking a recommendation. An item is either ' +
      'direct or assisted, so you may add them up.',
  },
  clickRate: {
    term: 'a click rate',
    about: 'Clicks by items shown. Several clicks on the same slot of a list are one.',
  },
  full: {
    term: 'a full list',
    about:
      'A list with an item in every slot. A fallback is a list where a later step of the strategy, ' +
      'or what is popular, filled a slot that an earlier step left empty.',
  },
  coverage: {
    term: 'coverage',
    about: 'How many of the items that your feeds have now were shown at least once.',
  },
} as const satisfies Readonly<Record<string, Meaning>>;

const pages: Readonly<Record<string, string>> = {
  HOMEPAGE: 'Home page',
  CATEGORY: 'Category page',
  PRODUCT: 'Product page',
  CART: 'Cart',
  OTHER: 'Other page',
};

/** A type of pages. */
export const sayPage = (page: string | null): string =>
  page === null ? 'No page given' : (pages[page] ?? page);
