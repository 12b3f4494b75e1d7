// What the service decides. Pure: no I/O, no clock, no randomness, no dependency.

export * from './activity/index.ts';
export * from './affinity/index.ts';
export * from './catalogue/index.ts';
export * from './conditions/index.ts';
export * from './decision/index.ts';
export * from './event-files/index.ts';
export * from './events/index.ts';
export * from './feeds/index.ts';
export * from './identity/index.ts';
export * from './json/index.ts';
export { isWellFormedKey, makeKeyValue } from './keys/key.ts';
export { isOriginPattern, matchesOrigin } from './keys/origins.ts';
export * from './profile/index.ts';
export * from './recommendation/index.ts';
export * from './rollout/rollout.ts';
export * from './statistics/index.ts';
export * from './templates/index.ts';
export { compareByCodePoint } from './text/characters.ts';
export { type CsvValue, csvLine } from './text/csv.ts';
export { differencesOf, type PlacedDifference, placedDifferences } from './text/difference.ts';
export { folded, foldedCase } from './text/folded.ts';
export { identifierForm } from './text/identifier-form.ts';
export { parseInstant } from './text/instant.ts';
export { nearestName } from './text/nearest.ts';
export { placeOf } from './text/place.ts';
export { pointerTo } from './text/pointer.ts';
export { formatZoned, parseZoned, type ZonedInstant } from './text/zoned.ts';
