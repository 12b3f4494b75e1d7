// How the product data of Google Merchant Center names its columns, and how they become ours.
import { checkMapping, type Mapping } from './mapping.ts';
import type { MappingFile } from './suggest-mapping.ts';

/**
 * The mapping, as a file has it, of a Google Merchant feed whose attribute names are bare (`g:id`
 * read as `id`).
 * Attributes that it does not name are kept under Google's own names: colour, brand, size, gtin.
 * Source: the product data specification, https://support.google.com/merchants/answer/7052112
 */
export const googleMapping: MappingFile = {
  columns: {
    sku: { from: 'id', as: 'string' },
    group_id: { from: ['item_group_id', 'id'], as: 'string' },
    name: { from: 'title', as: 'string' },
    url: { from: 'link', as: 'url' },
    price: { from: 'price', as: 'price' },
    currency: { from: 'price', as: 'currency' },
    in_stock: { from: 'availability', as: 'stock' },
    image_url: { from: 'image_link', as: 'url' },
    categories: { from: 'product_type', as: 'list', separator: ' > ' },
  },
  keepOthers: true,
};

/** The same, checked. */
export const googleMerchantMapping: Mapping = build(googleMapping);

function build(json: unknown): Mapping {
  const result = checkMapping(json);
  if (!result.ok) throw new Error(`the built-in mapping is wrong: ${result.faults[0]?.detail}`);
  return result.mapping;
}
