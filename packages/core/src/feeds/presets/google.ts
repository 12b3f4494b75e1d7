// Product data of Google Merchant Center, as XML, TSV or CSV, and of Facebook's catalogue.
// Sources: https://support.google.com/merchants/answer/7052112,
// https://www.facebook.com/business/help/120325381656392
import { type FileLook, namedOf, optional, type Preset, proseOf, rulesOf } from './preset.ts';

function mappingOf(file: FileLook) {
  const [id] = file.paths('id');
  if (!id || !file.has('title', 'link', 'price')) return undefined;
  if (!file.has('image_link') && !file.has('availability')) return undefined;
  const price = file.paths('price');
  const dates = file.paths('sale_price_effective_date');
  const types = file.paths('product_type');
  return {
    columns: rulesOf({
      sku: { from: id, as: 'string' },
      group_id: { from: [...file.paths('item_group_id'), id], as: 'string' },
      name: namedOf(file.paths('title')),
      url: { from: file.paths('link'), text: ['decode'], as: 'url' },
      price: { from: price, as: 'price' },
      currency: { from: price, as: 'currency' },
      sale_price: optional({ from: file.paths('sale_price'), as: 'price' }),
      sale_price_effective_date: optional({ from: dates, as: 'period' }),
      in_stock: { from: file.paths('availability'), as: 'stock' },
      image_url: { from: file.paths('image_link'), at: 0, text: ['decode'], as: 'url' },
      additional_image_urls: optional({
        ...{ from: file.paths('additional_image_link'), split: ',', as: 'url' },
      }),
      categories: {
        from: [...types, ...file.paths('google_product_category', 'fb_product_category')],
        // Several types of one product are told apart by commas; names of Google's own have some.
        ...(types.length > 0 && { split: ',' }),
        ...{ text: ['decode'], as: 'list', separator: '>' },
      },
      brand: optional(namedOf(file.paths('brand'))),
      description: proseOf(file.paths('description')),
    }),
    keepOthers: true,
  };
}

export const google: Preset = { name: 'Google Merchant', mappingOf };

const facebookColumns = ['fb_product_category', 'quantity_to_sell_on_facebook', 'visibility'];

export const facebook: Preset = {
  name: 'Facebook catalogue',
  mappingOf: (file) => {
    if (!facebookColumns.some((name) => file.has(name))) return undefined;
    const mapping = mappingOf(file);
    const hidden = file.paths('status', 'visibility');
    const words = ['hidden', 'staging', 'archived'];
    return mapping && hidden.length > 0
      ? { ...mapping, skip: hidden.map((from) => ({ from, in: words })) }
      : mapping;
  },
};
