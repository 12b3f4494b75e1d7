// The front door of statistics: sums over users go in, what a report may say comes out.

export type { BestEstimate } from './best.ts';
export type { Comparison } from './compare-means.ts';
export { holm } from './corrections.ts';
export * from './figures.ts';
export {
  checkGuardrail,
  type GuardrailCheck,
  type GuardrailOutcomes,
  type GuardrailRule,
  guardrailAlpha,
} from './guardrail.ts';
export { type Look, type Measured, measure, type Outcomes } from './measure.ts';
export type * from './moments.ts';
export { varianceOf } from './moments.ts';
export { type DayOfSums, sumOverDays } from './over-days.ts';
export { type Adjusted, adjustByCovariate, linearise } from './pairs.ts';
export { type Aim, type BaseRate, daysUntil, effectFound, usersNeeded } from './plan.ts';
export { meanPosteriors, type Posterior, ratePosterior } from './posterior.ts';
export { checkSampleRatio, type SampleRatio } from './sample-ratio.ts';
export { estimateMeans, type Strata } from './strata.ts';
export { thompsonWeights } from './thompson.ts';
export {
  type Corrected,
  reachVerdict,
  type VerdictFacts,
  type VerdictReached,
} from './verdict.ts';
export { capOf, winsorise } from './winsorise.ts';
