// Exports of WooCommerce, whose variations name their product in the column Parent.
// Source: https://woocommerce.com/document/product-csv-importer-exporter/
import {
  datesOf,
  namedOf,
  optional,
  type Preset,
  proseOf,
  rulesOf,
  template,
  uncategorized,
} from './preset.ts';

const attributesMost = 20;

export const wooCommerce: Preset = {
  name: 'WooCommerce',
  mappingOf: (file) => {
    if (!file.has('Type', 'Name', 'Regular price')) return undefined;
    const inherited = (...names: string[]) => {
      const own = file.paths(...names);
      return [...own, ...own.map((path) => `parent.${path}`)];
    };
    const hasParents = file.has('Parent');
    const keys = [
      ...file.paths('SKU').map((path) => `{${path}}`),
      ...file.paths('ID').map((path) => `id:{${path}}`),
    ];
    const names = [...file.paths('SKU', 'ID')];
    return {
      ...(hasParents && keys.length > 0 && { parents: { of: file.paths('Parent'), keys } }),
      skip: [
        { from: 'Type', in: ['variable', 'grouped'] },
        ...inherited('Published').map((from) => ({ from, in: ['0', '-1'] })),
        ...inherited('Visibility in catalog').map((from) => ({ from, in: ['hidden'] })),
      ],
      pairs: Array.from({ length: attributesMost }, (_, at) => {
        const [name] = file.paths(`Attribute ${at + 1} name`);
        const [value] = file.paths(`Attribute ${at + 1} value(s)`);
        return name && value ? [{ name: [name], value: [value] }] : [];
      }).flat(),
      columns: rulesOf({
        sku: { ...template(...names.map((path) => `{${path}}`)), as: 'string' },
        group_id: {
          ...template(
            ...names.map((path) => `{parent.${path}}`),
            ...file.paths('Parent').map((path) => `{${path}}`),
            ...names.map((path) => `{${path}}`),
          ),
          as: 'string',
        },
        name: namedOf(inherited('Name')),
        url: {
          ...template(
            ...inherited('ID')
              .toReversed()
              .map((path) => `/?post_type=product&p={${path}}`),
          ),
          as: 'url',
        },
        price: {
          from: [...file.paths('Regular price', 'Sale price'), 'parent.Regular price'],
          as: 'price',
        },
        sale_price: optional({ from: file.paths('Sale price'), as: 'price' }),
        sale_price_effective_date: datesOf(
          file.paths('Date sale price starts'),
          file.paths('Date sale price ends'),
        ),
        in_stock: { from: file.paths('In stock?', 'Stock'), as: 'stock', default: true },
        image_url: { from: inherited('Images'), split: ',', at: 0, as: 'url' },
        additional_image_urls: optional({ from: inherited('Images'), split: ',', as: 'url' }),
        categories: {
          ...{ from: inherited('Categories'), split: ',', text: ['decode'], as: 'list' },
          ...{ separator: '>', ...uncategorized },
        },
        keywords: optional({ from: inherited('Tags'), as: 'list', separator: ',' }),
        brand: optional(namedOf(inherited('Brands', 'Brand'))),
        description: proseOf(inherited('Description', 'Short description')),
      }),
      keepOthers: true,
    };
  },
};
