// Writes Shopify's exports: the CSV of its admin, and a storefront's products.json. Sources:
// https://help.shopify.com/en/manual/products/import-export/using-csv,
// https://shopify.dev/docs/api/ajax/reference/product
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

const header = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,
Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,
Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,
Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,
Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,
Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,
Status`
  .replaceAll('\n', '')
  .split(',');

/** The first row has the product, each row a variant, a picture or both. */
function rowsOf(product: Product): Row[] {
  const { handle, variants, pictures } = product;
  const count = Math.max(variants.length, pictures.length);
  return Array.from({ length: count }, (_, at) => {
    const [variant, picture] = [variants[at], pictures[at]];
    return {
      Handle: handle,
      ...(at === 0 && {
        ...{ Title: product.name, 'Body (HTML)': prose(product.text), Vendor: product.brand },
        ...{ Type: product.categories.join(' > '), Tags: 'one, two', 'Gift Card': 'false' },
        ...{ Published: 'true', Status: product.isHidden ? 'draft' : 'active' },
        'Option1 Name': isSingle(product) ? 'Title' : 'Color',
      }),
      ...(variant && {
        'Option1 Value': isSingle(product) ? 'Default Title' : variant.color,
        ...{ 'Variant SKU': variant.sku, 'Variant Grams': '0', 'Variant Taxable': 'true' },
        ...{ 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Policy': 'deny' },
        ...{ 'Variant Inventory Qty': variant.stock, 'Variant Fulfillment Service': 'manual' },
        'Variant Price': money(variant.saleCents ?? variant.cents),
        ...(variant.saleCents && { 'Variant Compare At Price': money(variant.cents) }),
        ...{ 'Variant Requires Shipping': 'true', 'Variant Weight Unit': 'kg' },
      }),
      ...(picture && { 'Image Src': `${cdn}/${picture}?v=1`, 'Image Position': at + 1 }),
    };
  });
}

const itemsOf = (products: readonly Product[], groupOf: (product: Product) => string) =>
  products
    .filter(({ isHidden }) => !isHidden)
    .flatMap((product) =>
      product.variants.map((one) => ({
        ...{ sku: one.sku, group_id: groupOf(product), name: product.name, brand: product.brand },
        ...{ url: `${shop}/products/${product.handle}`, in_stock: one.stock > 0 },
        price: amount(one.saleCents ?? one.cents),
        regular_price: one.saleCents && amount(one.cents),
        image_url: `${cdn}/${product.pictures[0]}?v=1`,
        ...{ categories: product.categories, description: product.text, keywords: ['one', 'two'] },
        color: isSingle(product) ? undefined : one.color,
      })),
    );

export const shopifyCsv: System = {
  ...{ name: 'Shopify', file: 'products_export.csv', preset: 'Shopify', prices: ['Variant Price'] },
  write: (products) => table(header, products.flatMap(rowsOf)),
  items: (products) => itemsOf(products, ({ handle }) => handle),
};

const time = '2026-03-14T09:05:34+01:00';

function jsonOf(product: Product) {
  const id = 8_000_000_000_000 + product.number;
  const option = (color: string) => (isSingle(product) ? 'Default Title' : color);
  return {
    ...{ id, title: product.name, handle: product.handle, body_html: prose(product.text) },
    ...{ published_at: time, created_at: time, updated_at: time, vendor: product.brand },
    ...{ product_type: product.categories.join(' > '), tags: ['one', 'two'] },
    variants: product.variants.map((one, at) => ({
      ...{ id: id * 10 + at, title: option(one.color), option1: option(one.color), option2: null },
      ...{ option3: null, sku: one.sku, requires_shipping: true, taxable: true },
      ...{ featured_image: null, available: one.stock > 0, grams: 0, position: at + 1 },
      price: money(one.saleCents ?? one.cents),
      compare_at_price: one.saleCents ? money(one.cents) : null,
      ...{ product_id: id, created_at: time, updated_at: time },
    })),
    images: product.pictures.map((picture, at) => ({
      ...{ id: id * 100 + at, created_at: time, position: at + 1, updated_at: time },
      ...{ product_id: id, variant_ids: [], src: `${cdn}/${picture}?v=1`, width: 9, height: 9 },
    })),
    options: [
      {
        ...{ name: isSingle(product) ? 'Title' : 'Color', position: 1 },
        values: product.variants.map(({ color }) => option(color)),
      },
    ],
  };
}

export const shopifyJson: System = {
  ...{ name: 'products.json', file: 'products.json', preset: 'Shopify products.json' },
  prices: ['price'],
  // It lists what is published.
  write: (products) =>
    JSON.stringify({ products: products.filter(({ isHidden }) => !isHidden).map(jsonOf) }),
  items: (products) => itemsOf(products, ({ number }) => String(8_000_000_000_000 + number)),
};
