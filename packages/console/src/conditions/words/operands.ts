// What stands behind a choice or a comparison, as rows have it.
import type { AttributeRow, Scalar } from '../rows.ts';

/** Comparisons of numbers, in words. */
export const comparisons: Readonly<Record<string, string>> = {
  $gte: 'at least',
  $lte: 'at most',
  is: 'exactly',
  $gt: 'more than',
  $lt: 'less than',
};

export interface Chosen {
  readonly values: readonly string[];
  /** None of them. */
  readonly isNot: boolean;
}

interface Of {
  readonly options?: Readonly<Record<string, string>>;
  readonly isList?: boolean;
}

const single: Readonly<Record<string, boolean>> = { is: false, $ne: true };
const several: Readonly<Record<string, boolean>> = { $in: false, $nin: true };

/** What a row chooses; undefined where it asks something else. */
export function chosenOf(row: AttributeRow, { options, isList = false }: Of): Chosen | undefined {
  const { operator, value } = row;
  const isOne = !isList && Object.hasOwn(single, operator);
  if (!isOne && !Object.hasOwn(several, operator)) return;
  const isNot = (isOne ? single : several)[operator]!;
  const given = (Array.isArray(value) ? value : [value]) as readonly Scalar[];
  const isText = given.every((one) => typeof one === 'string' && (isOne || one !== ''));
  if (isOne === Array.isArray(value) || !isText) return;
  const values = given as readonly string[];
  if (options && !values.every((one) => Object.hasOwn(options, one))) return;
  // An empty text that was written so is a value; a field would show nothing.
  return isOne && values[0] === '' ? undefined : { values, isNot };
}

/** The operator and value that say it; open while nothing is chosen. */
export function operandOf({ values, isNot }: Chosen, { isList = false }: Of) {
  const open = values.length === 0 && { isOpen: true as const };
  if (values.length === 1 && !isList) return { operator: isNot ? '$ne' : 'is', value: values[0]! };
  return { operator: isNot ? '$nin' : '$in', value: values, ...open };
}
