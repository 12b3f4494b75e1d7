// Writes Magento's export, in which variations stand before the product that lists them.
// Source: https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer
import {
  amount,
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
  `sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,
description,short_description,weight,product_online,tax_class_name,visibility,price,special_price,
special_price_from_date,special_price_to_date,url_key,meta_title,meta_keywords,meta_description,base_image,
base_image_label,small_image,thumbnail_image,created_at,updated_at,display_product_options_in,
additional_attributes,qty,out_of_stock_qty,is_in_stock,manage_stock,website_id,related_skus,
additional_images,configurable_variations,configurable_variation_labels`
    .replaceAll('\n', '')
    .split(',');

const price = (cents: number) => (cents / 100).toFixed(6);
/** As its export writes days: `1/31/26, 12:00 AM`. */
function dayOf(day: string | undefined): string | undefined {
  const [year, month, date] = day?.split('-').map(Number) ?? [];
  return year === undefined ? undefined : `${month}/${date}/${year % 100}, 12:00 AM`;
}

const path = (picture: string) => `/${picture[0]}/${picture[1]}/${picture}`;

function rowsOf(product: Product): Row[] {
  const { variants, handle, isHidden } = product;
  const paths = product.categories.map((_, at) =>
    ['Default Category', ...product.categories.slice(0, at + 1)].join('/'),
  );
  const shared = {
    ...{ attribute_set_code: 'Default', product_websites: 'base', tax_class_name: 'Taxable Goods' },
    ...{ product_online: isHidden ? 2 : 1, description: prose(product.text), manage_stock: 1 },
    ...{ categories: paths.join(','), created_at: '1/2/26, 3:04 AM', out_of_stock_qty: '0.0000' },
    ...{ base_image: path(product.pictures[0]!), website_id: 0, weight: '1.000000' },
    additional_images: product.pictures.slice(1).map(path).join(','),
  };
  const simple = (one: Product['variants'][number], more: object) => ({
    ...{ ...shared, sku: one.sku, product_type: 'simple', qty: `${one.stock}.0000` },
    ...{ price: price(one.cents), is_in_stock: one.stock > 0 ? 1 : 0 },
    ...(one.saleCents && {
      special_price: price(one.saleCents),
      special_price_from_date: dayOf(one.saleDays[0]),
      special_price_to_date: dayOf(one.saleDays[1]),
    }),
    ...more,
  });
  if (isSingle(product)) {
    const more = { name: product.name, url_key: handle, visibility: 'Catalog, Search' };
    return [simple(variants[0]!, { ...more, additional_attributes: `brand=${product.brand}` })];
  }
  return [
    ...variants.map((one) =>
      simple(one, {
        ...{ name: `${product.name}-${one.color}`, visibility: 'Not Visible Individually' },
        url_key: `${handle}-${one.color.toLowerCase().replaceAll(' ', '-')}`,
        additional_attributes: `brand=${product.brand},color=${one.color}`,
      }),
    ),
    {
      ...{ ...shared, sku: `${handle}-all`, product_type: 'configurable', name: product.name },
      ...{ url_key: handle, visibility: 'Catalog, Search', price: '0.000000', qty: '0.0000' },
      is_in_stock: 1,
      configurable_variations: variants.map((one) => `sku=${one.sku},color=${one.color}`).join('|'),
      configurable_variation_labels: 'color=Color',
    },
  ];
}

export const magento: System = {
  ...{ name: 'Magento', file: 'export_catalog_product.csv', preset: 'Magento', prices: ['price'] },
  write: (products) => table(header, products.flatMap(rowsOf)),
  items: (products) =>
    products
      .filter(({ isHidden }) => !isHidden)
      .flatMap((product) =>
        product.variants.map((one) => ({
          sku: one.sku,
          group_id: isSingle(product) ? one.sku : `${product.handle}-all`,
          name: isSingle(product) ? product.name : `${product.name}-${one.color}`,
          url: `${shop}/${product.handle}.html`,
          price: amount(one.cents),
          sale_price: one.saleCents && amount(one.saleCents),
          sale_price_effective_date: datesOf(one),
          in_stock: one.stock > 0,
          image_url: `${shop}/media/catalog/product${path(product.pictures[0]!)}`,
          ...{ categories: product.categories, description: product.text, brand: product.brand },
          color: isSingle(product) ? undefined : one.color,
        })),
      ),
};
