// The systems whose files are known, the most particular first.
import { bigCommerce } from './bigcommerce.ts';
import { facebook, google } from './google.ts';
import { magento } from './magento.ts';
import type { Preset } from './preset.ts';
import { shopifyCsv, shopifyJson } from './shopify.ts';
import { wooCommerce } from './woocommerce.ts';

export const presets: readonly Preset[] = [
  ...[shopifyCsv, shopifyJson, wooCommerce, magento, bigCommerce, facebook, google],
];
export { lookAt } from './preset.ts';
