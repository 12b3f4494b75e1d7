// Preferences that people state: what they like, or do not.

import type { Source } from '../fields.ts';
import { has, readObjects, readOptionalText, readText, readTexts, refuse } from '../fields.ts';
import type { Signal, StatedPreference, StatedProduct } from '../parts.ts';
import type { Kind } from './kind.ts';
import { maxProperty, maxText, readSku } from './reading.ts';

const maxInformed = 30;
const maxInformedValues = 10;

export interface InformAffinity {
  readonly kind: 'inform-affinity';
  readonly source: string;
  readonly data: readonly StatedPreference[];
  /** Products that were named; absent: none. */
  readonly products?: readonly StatedProduct[];
}

/** Values of an attribute or a product each, liked or, with `sentiment` dislike, not. */
export const informAffinity: Kind<InformAffinity> = {
  read(from) {
    const source = readOptionalText(from, 'source', maxText) ?? '';
    const data: StatedPreference[] = [];
    const products: StatedProduct[] = [];
    readObjects(from, 'data', maxInformed, (item) => {
      const sentiment = readSentiment(item);
      if (has(item, 'productId') && !has(item, 'attribute')) {
        products.push({ sku: readSku(item), ...sentiment });
      } else {
        const property = readText(item, 'attribute', maxProperty);
        const values = readTexts(item, 'values', maxInformedValues, maxText);
        data.push({ property, values, ...sentiment });
      }
    });
    return { kind: 'inform-affinity', source, data, ...(products.length > 0 && { products }) };
  },
  isActivity: true,
  statements: ({ data, products = [] }) => [
    ...data.map(({ property, values, dislikes }) => ({
      signal: signalOf(dislikes),
      values: new Map([[property, values]]),
    })),
    ...products.map(({ sku, dislikes }) => ({ signal: signalOf(dislikes), sku })),
  ],
  about: ({ data }) =>
    data.map(({ property, values }) => `${property}: ${values.join(', ')}`).join('; '),
  anonymised: null,
};

const signalOf = (dislikes: true | undefined): Signal => (dislikes ? 'dislike' : 'inform');

function readSentiment(item: Source): { dislikes?: true } {
  const sentiment = readOptionalText(item, 'sentiment', maxProperty) ?? 'like';
  if (sentiment === 'dislike') return { dislikes: true };
  if (sentiment !== 'like' && sentiment !== '')
    refuse(item, 'sentiment', 'must be like or dislike');
  return {};
}
