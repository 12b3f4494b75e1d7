// Knows how to ask about the form of a value: its presence, type, length, elements and text.

import { isRecord, type ValueTest } from '../condition.ts';
import { compilePattern, patternFault } from '../pattern/pattern.ts';
import type { OperatorContext, ValueOperator } from './operator.ts';

const TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null'];

const matching = (flags: '' | 'i'): ValueOperator => ({
  fault: (operand) =>
    typeof operand === 'string' ? patternFault(operand, flags) : 'must be a string',
  compile: (operand: string): ValueTest => {
    const matches = compilePattern(operand, flags);
    return (value) => {
      if (typeof value === 'string') return matches(value);
      return typeof value === 'number' && matches(String(value));
    };
  },
});

/**
 * `$exists` (null is as good as missing), `$type`, `$size` (a number, or operators on the length),
 * `$elemMatch` (some element passes), `$not`, `$regex` and `$regexi` (ignoring case).
 */
export const formOperators: Readonly<Record<string, ValueOperator>> = {
  $exists: {
    fault: (operand) => (typeof operand === 'boolean' ? undefined : 'must be true or false'),
    compile: (operand: boolean): ValueTest => {
      return (value) => (value !== null) === operand;
    },
  },
  $type: {
    fault: (operand) =>
      TYPES.includes(operand as string) ? undefined : `must be one of ${TYPES.join(', ')}`,
    compile: (operand: string): ValueTest => {
      return (value) => typeOf(value) === operand;
    },
  },
  $size: {
    fault: sizeFault,
    compile: (operand: unknown, { compileValue }: OperatorContext): ValueTest => {
      const test = compileValue(operand);
      return (value) => Array.isArray(value) && test(value.length);
    },
    holds: 'value',
  },
  $elemMatch: {
    fault: (operand) => (isRecord(operand) ? undefined : 'must be an object'),
    compile: (operand: unknown, { compileElement }: OperatorContext): ValueTest => {
      const test = compileElement(operand);
      return (value) => Array.isArray(value) && value.some((item) => test(item ?? null));
    },
    holds: 'element',
  },
  $not: {
    fault: () => undefined,
    compile: (operand: unknown, { compileValue }: OperatorContext): ValueTest => {
      const test = compileValue(operand);
      return (value) => !test(value);
    },
    holds: 'value',
  },
  $regex: matching(''),
  $regexi: matching('i'),
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function sizeFault(operand: unknown): string | undefined {
  if (isRecord(operand)) return undefined;
  const fits = typeof operand === 'number' && Number.isInteger(operand) && operand >= 0;
  return fits ? undefined : 'must be a whole number from 0, or operators on the length';
}
