// Knows what of evaluating strategies others may use.

export type { OverUsers } from './bootstrap.ts';
export {
  type Contestant,
  type EvaluationOptions,
  type EvaluationReport,
  evaluate,
  type Judged,
} from './evaluate.ts';
export { type Figures, figureNames, judge } from './metrics.ts';
export { CannotEvaluate } from './rankers.ts';
export type { Split, Target } from './split.ts';
export type { PreferenceOptions } from './visitor.ts';
