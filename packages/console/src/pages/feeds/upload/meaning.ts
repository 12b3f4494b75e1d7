// What a value of a file means that could not be read: another value, nothing, or no item at all.
import type { Condition, MappingDraft, Rule } from './mapping-draft.ts';

export type Meaning =
  | { readonly kind: 'is'; readonly value: unknown }
  /** The column stays empty. */
  | { readonly kind: 'empty' }
  /** The row is no item. */
  | { readonly kind: 'skip' };

/** What a mapping says of one value of a column. */
export function meaningOf(
  { rules, shape }: MappingDraft,
  column: string,
  value: string,
): Meaning | undefined {
  const rule = rules.get(column);
  if (!rule) return undefined;
  if (rule.values && Object.hasOwn(rule.values, value)) {
    return { kind: 'is', value: rule.values[value] };
  }
  const names = (condition: Condition) => isOn(rule, condition) && condition.in?.includes(value);
  if (rule.cases?.some(({ when, is }) => is === null && names(when))) return { kind: 'empty' };
  return skipsOf(shape).some(names) ? { kind: 'skip' } : undefined;
}

/** Can a value be left empty, or its row be skipped? Only where a whole cell is the value. */
export const isOfCells = (rule: Rule | undefined) =>
  rule?.from !== undefined && rule.split === undefined && !rule.json && rule.at === undefined;

/** Says what a value of a column means; undefined: what it meant before is forgotten. */
export function withMeaning(
  draft: MappingDraft,
  column: string,
  value: string,
  meaning: Meaning | undefined,
): MappingDraft {
  const rule = draft.rules.get(column);
  if (!rule) return draft;
  const { values: named = {}, cases: stated = [], ...rest } = rule;
  const others = Object.entries(named).filter(([name]) => name !== value);
  const values = [...others, ...(meaning?.kind === 'is' ? [[value, meaning.value]] : [])];
  const empty = stated.filter(({ is }) => is === null).map(({ when }) => when);
  const toEmpty = conditionsWith(rule, empty, value, meaning?.kind === 'empty');
  const cases = [
    ...stated.filter(({ is }) => is !== null),
    ...toEmpty.map((when) => ({ when, is: null })),
  ];
  const skip = conditionsWith(rule, skipsOf(draft.shape), value, meaning?.kind === 'skip');
  const { skip: _, ...shape } = draft.shape;
  const changed: Rule = {
    ...rest,
    ...(cases.length > 0 && { cases }),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  };
  return {
    ...draft,
    rules: new Map(draft.rules).set(column, changed),
    shape: { ...shape, ...(skip.length > 0 && { skip }) },
  };
}

const skipsOf = ({ skip }: MappingDraft['shape']) =>
  (Array.isArray(skip) ? skip : []) as readonly Condition[];

const isOn = ({ from }: Rule, condition: Condition) =>
  condition.in !== undefined && JSON.stringify(condition.from) === JSON.stringify(from);

/** The conditions, of which those on the rule's own cells name the value, or name it no more. */
function conditionsWith(
  rule: Rule,
  conditions: readonly Condition[],
  value: string,
  isNamed: boolean,
): readonly Condition[] {
  const left = conditions
    .map((one) =>
      isOn(rule, one) ? { ...one, in: one.in!.filter((text) => text !== value) } : one,
    )
    .filter((one) => one.in === undefined || one.in.length > 0);
  if (!isNamed || rule.from === undefined) return left;
  const at = left.findIndex((one) => isOn(rule, one));
  if (at < 0) return [...left, { from: rule.from, in: [value] }];
  return left.with(at, { ...left[at]!, in: [...left[at]!.in!, value] });
}
