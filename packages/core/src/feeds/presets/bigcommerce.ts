// Exports of BigCommerce: a row of a product, then rows of its variants and pictures.
// Source: https://support.bigcommerce.com/s/article/Importing-Exporting-Products-v3
import {
  namedOf,
  optional,
  type Preset,
  proseOf,
  rulesOf,
  template,
  uncategorized,
} from './preset.ts';

const ownColumn =
  /^(item|item type|id|product id|name|product name|sku|product code\/sku|options|price|cost price|retail price|sale price|current stock|current stock level|low stock|variant image url|internal image url|image |upc|global trade|manufacturer part|weight|product weight|bin picking)/i;

export const bigCommerce: Preset = {
  name: 'BigCommerce',
  mappingOf: (file) => {
    const [kind] = file.paths('Item', 'Item Type');
    const sku = file.paths('SKU', 'Product Code/SKU');
    const name = file.paths('Name', 'Product Name');
    const price = file.paths('Price', 'Retail Price');
    if (!kind || sku.length === 0 || name.length === 0 || price.length === 0) return undefined;
    const product = (paths: readonly string[]) =>
      paths.map((path) => `rows[${kind}=Product].${path}`);
    const ids = [...sku, ...file.paths('ID', 'Product ID')];
    const pictures = file.paths('Image URL (Import)', 'Internal Image URL (Export)');
    const numbered = file.paths('Product Image URL - 1', 'Product Image File - 1');
    return {
      fold: {
        starts: { from: kind, in: ['product'] },
        own: file.columns.filter((column) => ownColumn.test(column)),
      },
      skip: [
        { from: kind, in: ['image', 'video', 'rule'] },
        ...file.paths('Is Visible', 'Product Visible?').map((from) => ({
          ...{ from, in: ['false', 'n', 'no', '0'] },
        })),
        // Its variants stand for it.
        ...['Variant', 'SKU'].map((variant) => ({
          all: [
            { from: kind, in: ['product'] },
            { from: `rows[${kind}=${variant}].${kind}`, filled: true },
          ],
        })),
      ],
      columns: rulesOf({
        sku: { ...template(...ids.map((path) => `{${path}}`)), as: 'string' },
        group_id: {
          from: [...product(sku), ...product(file.paths('ID', 'Product ID')), ...sku],
          as: 'string',
        },
        name: namedOf([...product(name), ...name]),
        url: { from: file.paths('Product URL'), as: 'url' },
        price: { from: [...price, ...product(price)], as: 'price' },
        sale_price: optional({ from: file.paths('Sale Price'), as: 'price' }),
        in_stock: {
          ...(file.has('Inventory Tracking') && {
            cases: [{ when: { from: file.paths('Inventory Tracking'), in: ['none'] }, is: true }],
          }),
          from: file.paths('Current Stock', 'Current Stock Level'),
          ...{ as: 'stock', default: true },
        },
        image_url: {
          from: [
            ...file.paths('Variant Image URL'),
            ...pictures.map((path) => `rows[].${path}`),
            ...numbered,
          ],
          ...{ at: 0, as: 'url' },
        },
        additional_image_urls: optional({
          ...{ from: pictures.map((path) => `rows[].${path}`), as: 'url' },
        }),
        categories: {
          ...{ from: file.paths('Categories', 'Category'), split: ';', as: 'list', separator: '/' },
          ...uncategorized,
        },
        keywords: optional({
          ...{ from: file.paths('Search Keywords'), as: 'list', separator: ',' },
        }),
        brand: optional(namedOf(file.paths('Brand Name', 'Brand'))),
        description: proseOf(file.paths('Description', 'Product Description')),
      }),
      keepOthers: true,
    };
  },
};
