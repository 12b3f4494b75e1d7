// Writes WooCommerce's export.
// Source: https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
import {
  amount,
  cdn,
  datesOf,
  isSingle,
  type Product,
  prose,
  type Row,
  type System,
  shop,
  table,
} from './catalogue.fixture.ts';

const header =
  `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,
Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,
Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (kg),Allow customer reviews?,
Purchase note,Sale price,Regular price,Categories,Tags,Shipping class,Images,Download limit,
Download expiry days,Parent,Grouped products,Upsells,Cross-sells,External URL,Button text,Position,Brands,
Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global`
    .replaceAll('\n', '')
    .match(/"[^"]*"|[^,]+/g)!
    .map((name) => name.replaceAll('"', ''));

/** Within a list a comma has a backslash before it. */
const escaped = (text: string) => text.replaceAll(',', '\\,');

/** Names of categories may have one. */
const categoriesOf = ({ categories }: Product) =>
  categories.map((one) => one.replace('Outdoor 2', 'Salt, pepper'));

function rowsOf(product: Product): Row[] {
  const { number, variants, isHidden } = product;
  const [single] = isSingle(product) ? variants : [];
  const shared = {
    ...{
      Published: isHidden ? -1 : 1,
      'Visibility in catalog': 'visible',
      'Tax status': 'taxable',
    },
    ...{ 'Is featured?': 0, 'Backorders allowed?': 0, 'Sold individually?': 0 },
  };
  const own = (one: Product['variants'][number]) => ({
    ...{ SKU: one.sku, 'In stock?': one.stock > 0 ? 1 : 0, Stock: one.stock },
    'Regular price': amount(one.cents),
    ...(one.saleCents && {
      'Sale price': amount(one.saleCents),
      'Date sale price starts': one.saleDays[0],
      'Date sale price ends': one.saleDays[1],
    }),
  });
  const main = {
    ...{ ...shared, ID: number, Name: product.name, Description: prose(product.text) },
    Categories: escaped(categoriesOf(product).join(' > ')),
    Tags: 'one, two',
    Images: product.pictures.map((one) => `${cdn}/${one}`).join(', '),
    ...{ Brands: product.brand, Position: 0 },
  };
  if (single) return [{ ...main, Type: 'simple', ...own(single) }];
  const color = { 'Attribute 1 name': 'Color', 'Attribute 1 visible': 1, 'Attribute 1 global': 1 };
  const colors = variants.map((one) => one.color).join(', ');
  return [
    { ...main, ...color, Type: 'variable', 'In stock?': 1, 'Attribute 1 value(s)': colors },
    ...variants.map((one, at) => ({
      ...{ ...shared, ...color, ...own(one), ID: number + at + 1, Type: 'variation' },
      ...{ Name: `${product.name} - ${one.color}`, Parent: `id:${number}`, Position: at + 1 },
      'Attribute 1 value(s)': one.color,
    })),
  ];
}

export const wooCommerce: System = {
  ...{ name: 'WooCommerce', file: 'wc-product-export.csv', preset: 'WooCommerce' },
  prices: ['Regular price', 'Sale price'],
  write: (products) => table(header, products.flatMap(rowsOf)),
  items: (products) =>
    products
      .filter(({ isHidden }) => !isHidden)
      .flatMap((product) =>
        product.variants.map((one) => ({
          sku: one.sku,
          group_id: isSingle(product) ? one.sku : String(product.number),
          name: isSingle(product) ? product.name : `${product.name} - ${one.color}`,
          url: `${shop}/?post_type=product&p=${product.number}`,
          price: amount(one.cents),
          sale_price: one.saleCents && amount(one.saleCents),
          sale_price_effective_date: datesOf(one),
          in_stock: one.stock > 0,
          image_url: `${cdn}/${product.pictures[0]}`,
          ...{ categories: categoriesOf(product), description: product.text, brand: product.brand },
          ...{ keywords: ['one', 'two'], color: isSingle(product) ? undefined : one.color },
        })),
      ),
};
