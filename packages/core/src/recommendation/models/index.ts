// Knows what of models others may use.

export type { SkuList } from '../columns/sku-list.ts';
export { decodeModel, encodeModel } from './encode.ts';
export { modelKeyOf } from './key.ts';
export { type SeedItem, type SeedScores, scoreFromSeeds, seedWeight } from './score-seeds.ts';
