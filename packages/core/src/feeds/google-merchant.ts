// The built-in mapping of Google Merchant's files, whose attribute names are bare (`g:id` is `id`).
import { checkMapping, type Mapping } from './mapping.ts';
import { google } from './presets/google.ts';
import { lookAt } from './presets/preset.ts';

const columns = `id item_group_id title link price sale_price sale_price_effective_date availability
  image_link additional_image_link product_type google_product_category brand description`;

/**
 * The mapping of a Google Merchant feed. Attributes that it does not name are kept under Google's
 * own names: colour, size, gtin.
 */
export const googleMerchantMapping: Mapping = build();

function build(): Mapping {
  const look = lookAt(columns.split(/\s+/).map((column) => ({ column, samples: [] })));
  const result = checkMapping(google.mappingOf(look));
  if (!result.ok) throw new Error(`the built-in mapping is wrong: ${result.faults[0]?.detail}`);
  return result.mapping;
}
