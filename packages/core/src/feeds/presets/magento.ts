// Exports of Magento and Adobe Commerce, whose configurable products list their variations.
// Source: https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer
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

export const magento: Preset = {
  name: 'Magento',
  mappingOf: (file) => {
    if (!file.has('sku', 'product_type', 'price')) return undefined;
    if (!file.has('attribute_set_code') && !file.has('product_websites')) return undefined;
    const [list] = file.paths('configurable_variations');
    const inherited = (...names: string[]) => {
      const own = file.paths(...names);
      return list ? [...own, ...own.map((path) => `parent.${path}`)] : own;
    };
    const pictures = inherited('base_image', 'small_image', 'thumbnail');
    const areAddresses = file.samples('base_image').some((text) => /^https?:/i.test(text));
    const hidden = { from: file.paths('visibility'), in: ['not visible individually'] };
    return {
      ...(list && {
        parents: { of: 'sku', list: { from: list, split: ['|', ','], after: 'sku=' } },
      }),
      skip: [
        // Another language of an item that is there already.
        ...file.paths('store_view_code').map((from) => ({ from, filled: true })),
        ...inherited('product_online').map((from) => ({ from, in: ['0', '2'] })),
        { from: 'product_type', in: ['grouped'] },
        ...(list
          ? [
              {
                all: [
                  { from: 'product_type', in: ['configurable'] },
                  { from: list, filled: true },
                ],
              },
              ...(file.has('visibility')
                ? [{ all: [hidden, { from: 'parent.sku', filled: false }] }]
                : []),
            ]
          : []),
      ],
      ...(file.has('additional_attributes') && {
        pairs: [{ from: 'additional_attributes', split: ',', equals: '=' }],
      }),
      columns: rulesOf({
        sku: { from: 'sku', as: 'string' },
        group_id: { from: list ? ['parent.sku', 'sku'] : 'sku', as: 'string' },
        name: namedOf(file.paths('name')),
        url: {
          ...template(
            ...inherited('url_key')
              .toReversed()
              .map((path) => `/{${path}}.html`),
          ),
          as: 'url',
        },
        price: { from: inherited('price'), as: 'price' },
        sale_price: optional({ from: file.paths('special_price'), as: 'price' }),
        sale_price_effective_date: datesOf(
          file.paths('special_price_from_date'),
          file.paths('special_price_to_date'),
        ),
        in_stock: { from: file.paths('is_in_stock', 'qty'), as: 'stock', default: true },
        image_url: areAddresses
          ? { from: pictures, as: 'url' }
          : {
              ...template(...pictures.map((path) => `/media/catalog/product{${path}}`)),
              as: 'url',
            },
        categories: {
          ...{ from: inherited('categories'), split: ',', as: 'list', separator: '/' },
          ...{ without: ['Default Category'], ...uncategorized },
        },
        keywords: optional({ from: file.paths('meta_keywords'), as: 'list', separator: ',' }),
        brand: optional(namedOf(file.paths('brand', 'manufacturer'))),
        description: proseOf(inherited('description', 'short_description')),
        publish_time: optional({ from: file.paths('created_at'), as: 'time' }),
      }),
      keepOthers: true,
    };
  },
};
