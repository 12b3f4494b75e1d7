// Knows how values are compared: as equal, by order, and as versions.

import type { ValueTest } from '../condition.ts';
import { isSameJson } from '../equality.ts';
import { compareVersions, parseVersion } from '../version.ts';
import { numberOrStringFault, type OperatorContext, type ValueOperator } from './operator.ts';

const equality = (expected: boolean): ValueOperator => ({
  fault: () => undefined,
  compile: (operand: unknown): ValueTest => {
    return (value) => isSameJson(value, operand) === expected;
  },
});

const ordering = (passes: (order: number) => boolean): ValueOperator => ({
  fault: numberOrStringFault,
  compile: (operand: number | string, { missing }: OperatorContext): ValueTest => {
    return (value) => passes(compareOrdered(value ?? missing, operand));
  },
});

const versioning = (passes: (order: number) => boolean): ValueOperator => ({
  fault: numberOrStringFault,
  compile: (operand: number | string): ValueTest => {
    const expected = parseVersion(operand);
    return (value) => passes(compareVersions(parseVersion(value), expected));
  },
});

/**
 * `$eq $ne`: deep equality without coercion; a missing value equals null.
 * `$lt $lte $gt $gte`: two strings by code units, anything else as numbers, a missing value as 0,
 * a missing rank as infinity.
 * `$veq $vne $vlt $vlte $vgt $vgte`: versions, a missing value as version 0.
 */
export const comparisonOperators: Readonly<Record<string, ValueOperator>> = {
  $eq: equality(true),
  $ne: equality(false),
  $lt: ordering((order) => order < 0),
  $lte: ordering((order) => order <= 0),
  $gt: ordering((order) => order > 0),
  $gte: ordering((order) => order >= 0),
  $veq: versioning((order) => order === 0),
  $vne: versioning((order) => order !== 0),
  $vlt: versioning((order) => order < 0),
  $vlte: versioning((order) => order <= 0),
  $vgt: versioning((order) => order > 0),
  $vgte: versioning((order) => order >= 0),
};

/** NaN where there is no order, which no ordering operator passes. */
function compareOrdered(value: unknown, operand: number | string): number {
  if (typeof value === 'string' && typeof operand === 'string') {
    return value < operand ? -1 : value > operand ? 1 : 0;
  }
  const [left, right] = [toNumber(value), toNumber(operand)];
  return left < right ? -1 : left > right ? 1 : left === right ? 0 : Number.NaN;
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
  return Number.NaN;
}
