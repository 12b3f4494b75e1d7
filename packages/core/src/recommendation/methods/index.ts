// Knows what of the methods others may use.

export { buildModel, startBuild } from './build.ts';
export {
  type BuildOptions,
  type BuiltModel,
  type Counted,
  type ModelBuilder,
  ModelTooLarge,
} from './builder.ts';
export {
  type CountingMethod,
  countDay,
  countsKeyOf,
  isCounting,
  modelOfDays,
} from './count-day.ts';
export { type DayCounts, decodeDayCounts, encodeDayCounts } from './day-counts.ts';
