// Knows how values are compared: as equal, by order, and as versions.

import type { ValueTest } from '../condition.ts';
import { isSameJson } from '../equality.ts';
import { compareVersions, parseVersion } from '../version.ts';
import { numberOrStringFault, type OperatorContext, type ValueOperator } from './operator.ts';

const equality = (expected: boolean): ValueOperator => ({
  fault: () => undefined,
  compile: (operand: unknown): ValueTest => {
    if (typeof operand === 'object' && operand !== null) {
      return (value) => isSameJson(value, operand) === expected;
    }
    return expected ? (value) => value === operand : (value) => value !== operand;
  },
});

/** NaN, which what has no order counts as, passes none of them. */
const ordering = (passes: (left: number | string, right: number | string) => boolean) => ({
  fault: numberOrStringFault,
  compile: (operand: number | string, { missing }: OperatorContext): ValueTest => {
    const number = toNumber(operand);
    if (typeof operand === 'number') return (value) => passes(toNumber(value ?? missing), number);
    return (value) =>
      typeof value === 'string'
        ? passes(value, operand)
        : passes(toNumber(value ?? missing), number);
  },
});

/** What is no version passes none of them. */
const versioning = (passes: (order: number) => boolean): ValueOperator => ({
  fault: (operand) =>
    numberOrStringFault(operand) ??
    (parseVersion(operand) ? undefined : 'must be a version such as 2.10.0'),
  compile: (operand: number | string): ValueTest => {
    const expected = parseVersion(operand)!;
    return (value) => {
      const version = parseVersion(value);
      return version !== undefined && passes(compareVersions(version, expected));
    };
  },
});

/**
 * `$eq $ne`: deep equality without coercion; a missing value equals null.
 * `$lt $lte $gt $gte`: two strings by code units, anything else as numbers, a missing value as 0,
 * a missing rank as infinity.
 * `$veq $vne $vlt $vlte $vgt $vgte`: versions, a missing value as version 0, blank text as none.
 */
export const comparisonOperators: Readonly<Record<string, ValueOperator>> = {
  $eq: equality(true),
  $ne: equality(false),
  $lt: ordering((left, right) => left < right),
  $lte: ordering((left, right) => left <= right),
  $gt: ordering((left, right) => left > right),
  $gte: ordering((left, right) => left >= right),
  $veq: versioning((order) => order === 0),
  $vne: versioning((order) => order !== 0),
  $vlt: versioning((order) => order < 0),
  $vlte: versioning((order) => order <= 0),
  $vgt: versioning((order) => order > 0),
  $vgte: versioning((order) => order >= 0),
};

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
  return Number.NaN;
}
