// Exports of Shopify: products as CSV (both spellings of its headers), and products.json.
// Source: https://help.shopify.com/en/manual/products/import-export/using-csv
import type { RuleFile } from '../mapping-file.ts';
import {
  type FileLook,
  namedOf,
  optional,
  type Preset,
  proseOf,
  rulesOf,
  template,
  uncategorized,
} from './preset.ts';

/** Columns in which each variant, or picture, speaks for itself. */
const ownColumn =
  /^(variant |option\d value|option\d linked|cost per item|image |product image|sku$|barcode$|price|compare-at price|charge tax|tax code|unit price|inventory |continue selling|weight |requires shipping|fulfillment|included|compare at price)/i;

export const shopifyCsv: Preset = {
  name: 'Shopify',
  mappingOf: (file) => {
    const [handle] = file.paths('Handle', 'URL handle');
    const price = file.paths('Variant Price', 'Price');
    if (!handle || !file.has('Title') || price.length === 0) return undefined;
    if (!file.has('Option1 Value')) return undefined;
    const options = [1, 2, 3].flatMap((at) => file.paths(`Option${at} Value`));
    const pictures = file.paths('Image Src', 'Product image URL');
    return {
      fold: { by: handle, own: file.columns.filter((column) => ownColumn.test(column)) },
      skip: [
        { from: price, filled: false },
        ...file.paths('Status').map((from) => ({ from, in: ['draft', 'archived'] })),
        ...file.paths('Published', 'Published on online store').map((from) => ({
          ...{ from, in: ['false', 'no'] },
        })),
      ],
      pairs: [1, 2, 3].flatMap((at) => {
        const [name] = file.paths(`Option${at} Name`);
        const [value] = file.paths(`Option${at} Value`);
        return name && value ? [{ name, value }] : [];
      }),
      columns: rulesOf({
        sku: skuOf(handle, file.paths('Variant SKU', 'SKU'), options),
        group_id: { from: handle, as: 'string' },
        name: namedOf(file.paths('Title')),
        url: { ...template(`/products/{${handle}}`), as: 'url' },
        price: { from: price, as: 'price' },
        regular_price: optional({
          ...{ from: file.paths('Variant Compare At Price', 'Compare-at price'), as: 'price' },
        }),
        in_stock: stockOf(file),
        image_url: {
          from: [
            ...file.paths('Variant Image', 'Variant image URL'),
            ...pictures.map((path) => `rows[].${path}`),
          ],
          ...{ at: 0, as: 'url' },
        },
        additional_image_urls: optional({
          ...{ from: pictures.map((path) => `rows[].${path}`), as: 'url' },
        }),
        categories: {
          from: file.paths('Type', 'Product Category', 'Google Shopping / Google Product Category'),
          ...{ as: 'list', separator: '>', ...uncategorized },
        },
        keywords: optional({ from: file.paths('Tags'), as: 'list', separator: ',' }),
        brand: optional(namedOf(file.paths('Vendor'))),
        description: proseOf(file.paths('Body (HTML)', 'Description')),
      }),
      keepOthers: true,
    };
  },
};

/** Variants without a sku are named by their options. */
function skuOf(handle: string, skus: readonly string[], options: readonly string[]): RuleFile {
  const parts = [handle, ...options].map((path) => `{${path}}`);
  const names = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
  return { ...template(...skus.map((path) => `{${path}}`), ...names), as: 'string' };
}

/** What is not tracked, or is sold on, is never out of stock. */
function stockOf(file: FileLook): RuleFile {
  const cases = [
    ...file.paths('Variant Inventory Tracker', 'Inventory tracker').map((from) => ({
      ...{ when: { from, filled: false }, is: true },
    })),
    ...file.paths('Variant Inventory Policy', 'Continue selling when out of stock').map((from) => ({
      ...{ when: { from, in: ['continue', 'true'] }, is: true },
    })),
  ];
  return {
    ...(cases.length > 0 && { cases }),
    from: file.paths('Variant Inventory Qty', 'Inventory quantity'),
    ...{ as: 'stock', default: true },
  };
}

export const shopifyJson: Preset = {
  name: 'Shopify products.json',
  mappingOf: (file) => {
    if (!file.has('handle', 'title', 'variants')) return undefined;
    return {
      unfold: 'variants',
      skip: [
        ...file.paths('status').map((from) => ({ from, in: ['draft', 'archived'] })),
        { from: 'variants.price', filled: false },
      ],
      pairs: [1, 2, 3].map((at) => ({
        ...{ name: `options[${at - 1}].name`, value: `variants.option${at}` },
      })),
      columns: rulesOf({
        sku: { ...template('{variants.sku}', '{variants.id}'), as: 'string' },
        group_id: { from: ['id', 'handle'], as: 'string' },
        name: namedOf(['title']),
        url: { ...template('/products/{handle}'), as: 'url' },
        price: { from: 'variants.price', as: 'price' },
        regular_price: optional({ from: 'variants.compare_at_price', as: 'price' }),
        in_stock: {
          cases: [{ when: { from: 'variants.inventory_policy', in: ['continue'] }, is: true }],
          from: ['variants.available', 'variants.inventory_quantity'],
          ...{ as: 'stock', default: true },
        },
        image_url: {
          from: ['variants.featured_image.src', 'image.src', 'images[0].src'],
          as: 'url',
        },
        additional_image_urls: optional({ from: 'images[].src', as: 'url' }),
        categories: { from: 'product_type', as: 'list', separator: '>', ...uncategorized },
        keywords: optional({ from: file.paths('tags'), as: 'list', separator: ',' }),
        brand: optional(namedOf(file.paths('vendor'))),
        description: proseOf(file.paths('body_html')),
        publish_time: optional({ from: file.paths('published_at'), as: 'time' }),
      }),
      keepOthers: false,
    };
  },
};
