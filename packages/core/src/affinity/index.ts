// Knows what of affinity the rest of the project may use.

export { countEvidence } from './evidence.ts';
export {
  addToTotals,
  decodeNormaliser,
  encodeNormaliser,
  makeNormaliser,
  type Normaliser,
  type Totals,
} from './normaliser.ts';
export { type ChosenSettings, chooseProperties, propertiesRead } from './properties.ts';
export { type RankedAffinity, type RankedValue, rankValues, readAffinity } from './read.ts';
export {
  type AffinitySettings,
  checkAffinitySettings,
  defaultAffinitySettings,
} from './settings.ts';
export { affinityAttributes, affinityText } from './text.ts';
