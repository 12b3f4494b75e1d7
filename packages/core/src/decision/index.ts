// Knows what of deciding the rest of the project may use.

export {
  assignmentKey,
  type CampaignDependencies,
  compileCampaign,
  isOver,
  isStickyByUser,
} from './compile-campaign.ts';
export type { CompiledCampaign } from './compiled.ts';
export { decide } from './decide.ts';
export {
  type Decision,
  type DecisionInput,
  type Draw,
  drawsOf,
  type Preview,
  type Units,
} from './decision.ts';
export type * from './definition.ts';
export { experienceName, referenceTo, withExperienceNames } from './experience-name.ts';
export { type Explanation, explain } from './explain.ts';
export { holdoutOf } from './holdout.ts';
export { type ExplanationNames, type ExplanationWords, explainInWords } from './labels.ts';
export { countFree, countSlots, giveSlots, slotsFor } from './layer.ts';
export { unitBefore, unitId, unitIn } from './unit.ts';
export {
  attributesRead,
  pathsNotKept,
  textOfValuesRead,
  type ValuesRead,
} from './values-read.ts';
export { shippedAt } from './weights.ts';
