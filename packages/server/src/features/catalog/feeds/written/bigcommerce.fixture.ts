// Writes BigCommerce's export: products, each with its variants and pictures below it.
// Source: https://support.bigcommerce.com/articles/en_US/Knowledge/Supported-Product-Fields
import {
  amount,
  cdn,
  isSingle,
  money,
  type Product,
  prose,
  type Row,
  type System,
  shop,
  table,
} from './catalogue.fixture.ts';

const header =
  `Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Low Stock,Price,Cost Price,
Retail Price,Sale Price,Brand Name,Channels,Categories,Description,Custom Fields,Page Title,Product URL,
Meta Description,Search Keywords,Meta Keywords,Bin Picking Number,UPC/EAN,Global Trade Number,
Manufacturer Part Number,Free Shipping,Weight,Is Visible,Is Featured,Tax Class,Variant Image URL,
Internal Image URL (Export),Image URL (Import),Image Description,Image is Thumbnail,Image Sort Order`
    .replaceAll('\n', '')
    .split(',');

function rowsOf(product: Product): Row[] {
  const { number, variants, handle } = product;
  const [single] = isSingle(product) ? variants : [];
  const own = (one: Product['variants'][number]) => ({
    ...{ SKU: one.sku, 'Current Stock': one.stock, Price: money(one.cents) },
    ...(one.saleCents && { 'Sale Price': money(one.saleCents) }),
  });
  return [
    {
      ...{
        Item: 'Product',
        ID: number,
        Name: product.name,
        Type: 'physical',
        SKU: `${handle}-all`,
      },
      ...{
        'Inventory Tracking': single ? 'product' : 'variant',
        'Current Stock': 0,
        Price: '1.00',
      },
      ...{ 'Brand Name': product.brand, Categories: product.categories.join('/') },
      ...{ Description: prose(product.text), 'Product URL': `/${handle}/`, Weight: '1.00' },
      ...{ 'Search Keywords': 'one, two', 'Is Visible': product.isHidden ? 'FALSE' : 'TRUE' },
      ...(single && own(single)),
    },
    ...(single
      ? []
      : variants.map((one, at) => ({
          ...{ ...own(one), Item: 'Variant', ID: number * 10 + at },
          Options: `Type=Rectangles|Name=Color|Value=${one.color}`,
        }))),
    ...product.pictures.map((picture, at) => ({
      ...{ Item: 'Image', ID: number * 100 + at, 'Image Sort Order': at },
      ...{ 'Internal Image URL (Export)': `${cdn}/${picture}`, 'Image is Thumbnail': 'TRUE' },
    })),
  ];
}

export const bigCommerce: System = {
  ...{ name: 'BigCommerce', file: 'products.csv', preset: 'BigCommerce', prices: ['Price'] },
  write: (products) => table(header, products.flatMap(rowsOf)),
  items: (products) =>
    products
      .filter(({ isHidden }) => !isHidden)
      .flatMap((product) =>
        product.variants.map((one) => ({
          sku: one.sku,
          group_id: isSingle(product) ? one.sku : `${product.handle}-all`,
          ...{ name: product.name, url: `${shop}/${product.handle}/`, price: amount(one.cents) },
          sale_price: one.saleCents && amount(one.saleCents),
          ...{ in_stock: one.stock > 0, image_url: `${cdn}/${product.pictures[0]}` },
          ...{ categories: product.categories, description: product.text, brand: product.brand },
          keywords: ['one', 'two'],
        })),
      ),
};
