// Knows what of the methods others may use.

export * from './affinity.ts';
export { buildModel, startBuild } from './build.ts';
export * from './builder.ts';
export * from './count-day.ts';
export { type DayCounts, decodeDayCounts, encodeDayCounts } from './day-counts.ts';
export type { ReadableColumn, ReadableFeed } from './feed.ts';
export { buildSimilar } from './similar.ts';
