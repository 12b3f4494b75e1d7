// Knows what of affinity the rest of the project may use.

export { binBoundariesOf, binNames, binOf, isValueOf, quantileBinsOf } from './bins.ts';
export { type DetailedValue, detailProperty } from './detail.ts';
export { type AffinityEdit, type AffinityEdits, checkAffinityEdit, mostEdits } from './edits.ts';
export { countEvidence } from './evidence.ts';
export { type ProfileSample, sampleProfiles } from './hold-out.ts';
export type { Normaliser, SiteWeight } from './normaliser.ts';
export {
  addToTotals,
  decodeNormaliser,
  encodeNormaliser,
  makeNormaliser,
  siteWeightOf,
  startTotals,
} from './normaliser.ts';
export { type ChosenSettings, chooseProperties, propertiesRead } from './properties.ts';
export { type RankedAffinity, type RankedValue, rankValues, readAffinity } from './read.ts';
export type { Contribution } from './score.ts';
export type { AffinitySettings, Muted } from './settings.ts';
export { checkAffinitySettings, defaultAffinitySettings } from './settings.ts';
export { type Learning, learningSteps, learnSiteWeight, valuesNdcg } from './site-weight.ts';
export { affinityAttributes, affinityText } from './text.ts';
export { blendRanks, observeVisit, rankVisit } from './visit.ts';
