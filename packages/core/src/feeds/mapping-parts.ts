// Knows what mappings of other files share with those of feeds: paths, rules, rows, dates.

export { readRule as readCell } from './apply-mapping.ts';
export { columnNames } from './column-names.ts';
export { describeFileColumns, hasDecimalCommas } from './file-columns.ts';
export { isJsonObject, shown } from './json.ts';
export type { MappingFault } from './mapping.ts';
export { membersOf, type Report, readPaths } from './mapping-check.ts';
export { bareName, type RuleFile } from './mapping-file.ts';
export { type Path, parsePath, valueAt } from './mapping-path.ts';
export { type RowShape, readRowShape } from './mapping-rows.ts';
export { type ColumnRule, readRule } from './mapping-rule.ts';
export { type FileLook, lookAt } from './presets/preset.ts';
export { scalarText } from './scalar.ts';
export { readDate } from './values/dates.ts';
