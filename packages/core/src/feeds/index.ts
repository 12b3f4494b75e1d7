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
export { knownColumns, publishTime, requiredColumns } from './column.ts';
export {
  type ColumnDifference,
  columnDifferences,
  type LocalisedPart,
  localisedParts,
} from './column-differences.ts';
export { isPathAlone, twoWays } from './convert.ts';
export {
  describeFileColumns,
  type FileColumn,
  type FileColumnKind,
  hasDecimalCommas,
} from './file-columns.ts';
export { gapsOf } from './gaps.ts';
export { googleMerchantMapping } from './google-merchant.ts';
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
export {
  expectedColumns,
  type ItemProblem,
  problemOfRow,
  problemsOfItem,
} from './item-problems.ts';
export { checkMapping, type Mapping, type MappingFault, type MappingResult } from './mapping.ts';
export { exampleCollector } from './mapping-examples.ts';
export type { MappingFile } from './mapping-file.ts';
export { type CountedNote, type Note, noteCounter } from './note.ts';
export { currencyOfPrice } from './price-currency.ts';
export { type ProductLikeness, productLikeness } from './product-likeness.ts';
export { nextPull, type PullSchedule } from './pull-schedule.ts';
export { type CountedValue, type RefusedValue, refusedCounter } from './refused-values.ts';
export { itemAt, priceOfItem } from './sale-price.ts';
export {
  isPlain,
  type NumberedRow,
  parentCollector,
  rowShaper,
  type ShapedRow,
} from './shape-rows.ts';
export { type Suggestion, suggestMapping } from './suggestion.ts';
export { orderableWord, orderableWords } from './values/stock.ts';
