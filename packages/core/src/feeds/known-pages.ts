// The pages and pictures of systems whose files do not have them, by columns that only they have.
import { bareName, type RuleFile } from './mapping-file.ts';

interface KnownPages {
  /** As it is shown. */
  readonly name: string;
  /** Columns by which its files are known. */
  readonly columns: readonly string[];
  readonly rules: Readonly<Record<string, RuleFile>>;
  readonly skip?: readonly object[];
}

const known: readonly KnownPages[] = [
  {
    // https://developer.shopware.com/docs/resources/references/storefront-reference
    name: 'Shopware 6',
    columns: ['id', 'product_number', 'parent_id', 'tax_rate'],
    rules: { url: { template: '/detail/{id}', as: 'url' } },
  },
  {
    // https://developer.adobe.com/commerce/webapi/rest/
    name: 'Adobe Commerce REST',
    columns: ['sku', 'attribute_set_id', 'media_gallery_entries', 'custom_attributes'],
    rules: {
      url: {
        ...{ template: '/{custom_attributes[attribute_code=url_key].value}.html', as: 'url' },
      },
      image_url: {
        ...{ template: '/media/catalog/product{media_gallery_entries[0].file}', as: 'url' },
      },
    },
    // 2 is disabled, 1 is not shown alone.
    skip: [
      { from: 'status', in: ['2'] },
      { from: 'visibility', in: ['1'] },
    ],
  },
];

/** What is known of the system whose file has these columns. */
export function knownPages(columns: readonly string[]): KnownPages | undefined {
  const names = new Set(columns.map(bareName));
  return known.find((one) => one.columns.every((column) => names.has(bareName(column))));
}
