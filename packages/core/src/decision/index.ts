// Knows what of deciding the rest of the project may use.

export {
  assignmentKey,
  type CompiledCampaign,
  compileCampaign,
} from './compile-campaign.ts';
export { decide } from './decide.ts';
export type { Decision, DecisionInput, Preview } from './decision.ts';
export type {
  CampaignDefinition,
  ExperienceDefinition,
  Schedule,
  Stickiness,
  VariationDefinition,
} from './definition.ts';
export { type Explanation, explain } from './explain.ts';
export {
  attributesRead,
  pathsNotKept,
  textOfValuesRead,
  type ValuesRead,
} from './values-read.ts';
export { type ExplanationNames, type ExplanationWords, explainInWords } from './words.ts';
