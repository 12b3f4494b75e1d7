// The systems whose files are written, each after its own documentation, and what is in them.
import { bigCommerce } from './bigcommerce.fixture.ts';
import type { System } from './catalogue.fixture.ts';
import { facebook, googleTsv, googleXml } from './google.fixture.ts';
import { magento } from './magento.fixture.ts';
import { shopifyCsv, shopifyJson } from './shopify.fixture.ts';
import { wooCommerce } from './woocommerce.fixture.ts';

export const systems: readonly System[] = [
  ...[shopifyCsv, shopifyJson, wooCommerce, magento, bigCommerce, googleXml, googleTsv, facebook],
];
