// Recommendations as answers have them: JSON text, put together from that of the items.
import type { ChooseInput } from '@attune/contract';
import type { Catalogue } from '@attune/core';
import { givenIn, type Recommended } from './recommended.ts';

type Wanted = NonNullable<ChooseInput['options']>['recsProductData'];

/** The `data` of a payload; `idOf` makes the ids of slots. */
export function dataText(
  recommended: Recommended,
  idOf: (slot: number, sku: string) => string,
  wanted: Wanted,
  locale: string | undefined,
): string {
  if (recommended.kind === 'SORT') {
    const slots = recommended.sorted.map(({ sku }, slot) => slotText(sku, idOf(slot, sku)));
    return `{"slots":[${slots.map((text) => `${text}}`).join()}]}`;
  }
  const { catalogue, custom } = recommended;
  let slots = '';
  for (const { slot, row, sku } of givenIn(recommended)) {
    const product = catalogue ? productText(catalogue, row, wanted, locale) : '{}';
    slots += `${slots && ','}${slotText(sku, idOf(slot, sku))},"productData":${product}}`;
  }
  const own = custom === undefined ? '' : `"custom":${JSON.stringify(custom)},`;
  return `{${own}"slots":[${slots}]}`;
}

const slotText = (sku: string, id: string) => `{"sku":${JSON.stringify(sku)},"slotId":"${id}"`;

/** An item's product data, in the page's language. */
export function productText(
  catalogue: Catalogue,
  row: number,
  wanted: Wanted,
  locale: string | undefined,
): string {
  if (wanted?.skusOnly) return '{}';
  return catalogue.itemText(row, wanted?.fieldFilter, locale);
}
