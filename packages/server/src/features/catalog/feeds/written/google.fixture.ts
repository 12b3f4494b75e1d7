// Writes product data of Google Merchant Center, and Facebook's catalogue.
// Sources: https://support.google.com/merchants/answer/7052112,
// https://www.facebook.com/business/help/120325381656392
import {
  amount,
  cdn,
  isSingle,
  markup,
  money,
  type Product,
  type System,
  shop,
  table,
  type Variant,
} from './catalogue.fixture.ts';

/** Both ends are needed, with times and an offset. */
function intervalOf({ saleCents, saleDays: [from, until] }: Variant): string | undefined {
  return saleCents && from && until ? `${from}T00:00-0800/${until}T23:59-0800` : undefined;
}

type Cells = Readonly<Record<string, string | undefined>>;

/** Attributes under Google's names; what is not published is not sent. */
function attributesOf(products: readonly Product[], inStock: string, out: string): Cells[] {
  return products
    .filter(({ isHidden }) => !isHidden)
    .flatMap((product) =>
      product.variants.map((one) => ({
        ...{ id: one.sku, title: product.name, description: product.text, condition: 'new' },
        ...{ link: `${shop}/${product.handle}`, image_link: `${cdn}/${product.pictures[0]}` },
        additional_image_link: product.pictures
          .slice(1)
          .map((picture) => `${cdn}/${picture}`)
          .join(','),
        availability: one.stock > 0 ? inStock : out,
        price: `${money(one.cents)} EUR`,
        sale_price: one.saleCents ? `${money(one.saleCents)} EUR` : undefined,
        sale_price_effective_date: intervalOf(one),
        ...{ product_type: product.categories.join(' > '), brand: product.brand },
        item_group_id: isSingle(product) ? undefined : product.handle,
        color: isSingle(product) ? undefined : one.color,
      })),
    );
}

const itemsOf = (products: readonly Product[]) =>
  products
    .filter(({ isHidden }) => !isHidden)
    .flatMap((product) =>
      product.variants.map((one) => ({
        ...{ sku: one.sku, group_id: isSingle(product) ? one.sku : product.handle },
        ...{ name: product.name, url: `${shop}/${product.handle}`, price: amount(one.cents) },
        ...{ sale_price: one.saleCents && amount(one.saleCents), currency: 'EUR' },
        sale_price_effective_date: intervalOf(one),
        ...{ in_stock: one.stock > 0, image_url: `${cdn}/${product.pictures[0]}` },
        ...{ categories: product.categories, description: product.text, brand: product.brand },
        color: isSingle(product) ? undefined : one.color,
      })),
    );

const common = { preset: 'Google Merchant', items: itemsOf };

/** In XML further pictures are elements of their own. */
function elementsOf({ additional_image_link: more = '', ...cells }: Cells): string {
  const pairs = [
    ...Object.entries(cells),
    ...more.split(',').map((link): [string, string] => ['additional_image_link', link]),
  ];
  const written = pairs.flatMap(([name, value]) =>
    value ? [`      <g:${name}>${markup(value)}</g:${name}>`] : [],
  );
  return `    <item>\n${written.join('\n')}\n    </item>`;
}

export const googleXml: System = {
  ...{ ...common, name: 'Google XML', file: 'google.xml', prices: ['g:price'] },
  write: (products) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">',
      '  <channel>',
      '    <title>Shop</title>',
      `    <link>${shop}</link>`,
      '    <description>All of it</description>',
      ...attributesOf(products, 'in_stock', 'out_of_stock').map(elementsOf),
      '  </channel>',
      '</rss>\n',
    ].join('\n'),
};

const names = `id title description link condition price sale_price
  sale_price_effective_date availability image_link
  additional_image_link brand product_type item_group_id color`.split(/\s+/);

export const googleTsv: System = {
  ...{ ...common, name: 'Google TSV', file: 'google.tsv', prices: ['price'] },
  // Google writes the names of attributes with blanks.
  write: (products) => {
    const spaced = (name: string) => name.replaceAll('_', ' ');
    const rows = attributesOf(products, 'in stock', 'out of stock').map((cells) =>
      Object.fromEntries(Object.entries(cells).map(([name, value]) => [spaced(name), value])),
    );
    return table(names.map(spaced), rows, '\t');
  },
};

export const facebook: System = {
  ...{ ...common, name: 'Facebook', file: 'catalog.csv', preset: 'Facebook catalogue' },
  prices: ['price'],
  write: (products) => {
    const rows = attributesOf(products, 'in stock', 'out of stock').map((cells) => ({
      ...{ ...cells, fb_product_category: 'home > lamps', quantity_to_sell_on_facebook: '1' },
      status: 'active',
    }));
    const header = [...names, 'fb_product_category', 'quantity_to_sell_on_facebook', 'status'];
    return table(header, rows);
  },
};
