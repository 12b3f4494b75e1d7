// What people look at and look for: pages, products, searches, filters, videos.

import { present, readOptionalAmount, readOptionalText, readText } from '../fields.ts';
import type { PageFacts } from '../parts.ts';
import { joined, type Kind, nothing } from './kind.ts';
import { maxProperty, maxSku, maxText, readSku } from './reading.ts';

export interface Pageview {
  readonly kind: 'pageview';
  readonly page: PageFacts;
  readonly sku?: string;
}

export const pageview: Kind<Pageview> = {
  read: null,
  isActivity: true,
  statements: ({ sku }) => (sku === undefined ? [] : [{ signal: 'view', sku }]),
  about: ({ page, sku }) => joined([page.type, sku, pathOf(page.location)]),
  anonymised: null,
};

/** An address without what follows its path, which is long and may hold secrets. */
function pathOf(location: string | undefined): string | undefined {
  return location?.split('?')[0]?.split('#')[0];
}

export interface ProductView {
  readonly kind: 'product-view';
  readonly sku: string;
}

export const productView: Kind<ProductView> = {
  read: (from) => ({ kind: 'product-view', sku: readSku(from) }),
  isActivity: true,
  statements: ({ sku }) => [{ signal: 'view', sku }],
  about: ({ sku }) => sku,
  anonymised: null,
};

export interface KeywordSearch {
  readonly kind: 'keyword-search';
  readonly keywords: string;
}

export const keywordSearch: Kind<KeywordSearch> = {
  read: (from) => ({ kind: 'keyword-search', keywords: readText(from, 'keywords', maxText) }),
  isActivity: true,
  statements: nothing,
  about: ({ keywords }) => keywords,
  anonymised: null,
};

export interface FilterItems {
  readonly kind: 'filter-items';
  readonly property: string;
  readonly value: string | number;
}

export const filterItems: Kind<FilterItems> = {
  read(from) {
    const property = readText(from, 'filterType', maxProperty);
    const text = readOptionalText(from, 'filterStringValue', maxText);
    const number = readOptionalAmount(from, 'filterNumericValue');
    if (text === undefined && number === undefined) {
      const detail = 'needs filterStringValue or filterNumericValue';
      from.faults.push({ pointer: from.pointer, detail });
    }
    return { kind: 'filter-items', property, value: text ?? number ?? '' };
  },
  isActivity: true,
  statements: chosen,
  about: ({ property, value }) => `${property}: ${value}`,
  anonymised: null,
};

export interface ChangeAttribute {
  readonly kind: 'change-attr';
  readonly property: string;
  readonly value: string;
}

/** A chosen attribute speaks as a filter does. */
export const changeAttribute: Kind<ChangeAttribute> = {
  read(from) {
    const property = readText(from, 'attributeType', maxProperty);
    return { kind: 'change-attr', property, value: readText(from, 'attributeValue', maxText) };
  },
  isActivity: true,
  statements: chosen,
  about: ({ property, value }) => `${property}: ${value}`,
  anonymised: null,
};

function chosen({ property, value }: FilterItems | ChangeAttribute) {
  return [{ signal: 'filter', values: new Map([[property, [String(value)]]]) } as const];
}

export interface SortItems {
  readonly kind: 'sort-items';
  readonly sortBy: string;
  readonly order: string;
}

export const sortItems: Kind<SortItems> = {
  read(from) {
    const sortBy = readText(from, 'sortBy', maxProperty);
    const order = (readOptionalText(from, 'sortOrder', maxProperty) ?? '').toUpperCase();
    return { kind: 'sort-items', sortBy, order };
  },
  isActivity: true,
  statements: nothing,
  about: ({ sortBy, order }) => `${sortBy} ${order}`,
  anonymised: null,
};

export interface VideoWatch {
  readonly kind: 'video-watch';
  readonly itemId: string;
  readonly progress: string;
  readonly progressPercent?: number;
}

export const videoWatch: Kind<VideoWatch> = {
  read(from) {
    const itemId = readText(from, 'itemId', maxSku);
    const progress = readOptionalText(from, 'progress', maxText) ?? '';
    const progressPercent = readOptionalAmount(from, 'progressPercent', {
      least: 0,
      most: Infinity,
    });
    return { kind: 'video-watch', itemId, progress, ...present({ progressPercent }) };
  },
  isActivity: true,
  statements: nothing,
  about: ({ itemId, progress }) => joined([itemId, progress]),
  anonymised: null,
};
