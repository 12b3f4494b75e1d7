// Knows what of conditions the rest of the core may use.

export type { CompiledCondition } from './audiences.ts';
export { checkCondition } from './check.ts';
export { compileCondition } from './compile.ts';
export {
  type Attributes,
  type ConditionFault,
  type ConditionOptions,
  LazyAttributes,
  type SavedGroups,
} from './condition.ts';
export { type ConditionTrace, explainCondition } from './explain.ts';
export { compilePartly, type PartialCondition } from './partly.ts';
export { formatPath, type PathReader, parsePath } from './path.ts';
export { compilePattern, MAX_INPUT_LENGTH, patternFault } from './pattern/pattern.ts';
export type { ConditionField } from './warnings/fields.ts';
export type { ConditionWarning } from './warnings/warning.ts';
export { conditionWarnings } from './warnings/warnings.ts';
