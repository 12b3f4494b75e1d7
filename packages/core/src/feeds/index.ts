// Knows what of feeds the rest of the project may use.

export {
  affinityValues,
  type ColumnStats,
  columnCounter,
  columnStats,
  suggestAffinityProperties,
} from './affinity-columns.ts';
export { applyMapping, type MappedRow } from './apply-mapping.ts';
export {
  type Change,
  type ChangeResult,
  type Diff,
  readChange,
  shrinkRefused,
} from './change.ts';
export { publishTime, requiredColumns } from './column.ts';
export {
  type ColumnDifference,
  columnDifferences,
  type LocalisedPart,
  localisedParts,
} from './column-differences.ts';
export { orderableWord, orderableWords } from './convert.ts';
export {
  describeFileColumns,
  type FileColumn,
  type FileColumnKind,
  hasDecimalCommas,
} from './file-columns.ts';
export { googleMapping, googleMerchantMapping } from './google-merchant.ts';
export {
  type Alarm,
  alarmsOf,
  type FeedMeasure,
  groupRejections,
  type MeasuredColumn,
  type RejectionGroup,
} from './health.ts';
export {
  type Item,
  type ItemReader,
  type ItemResult,
  itemReader,
  itemText,
  partialItem,
  readItem,
} from './item.ts';
export { checkMapping, type Mapping, type MappingFault, type MappingResult } from './mapping.ts';
export { currencyOfPrice } from './price-currency.ts';
export { nextPull, type PullSchedule } from './pull-schedule.ts';
export { type MappingFile, suggestMapping } from './suggest-mapping.ts';
