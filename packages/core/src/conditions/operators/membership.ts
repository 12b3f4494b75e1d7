// Knows when a value, or an element of a list, belongs to a list.

import { foldedCase } from '../../text/folded.ts';
import type { ValueTest } from '../condition.ts';
import { type OperatorContext, scalarListFault, type ValueOperator } from './operator.ts';

type Fold = (value: unknown) => unknown;

const exactly: Fold = (value) => value;
const ignoringCase: Fold = (value) => (typeof value === 'string' ? foldedCase(value) : value);

const membership = (expected: boolean, fold: Fold): ValueOperator => ({
  fault: scalarListFault,
  compile: (operand: unknown[]): ValueTest => testMembership(operand, expected, fold),
});

const groupMembership = (expected: boolean): ValueOperator => ({
  fault: (operand) => (typeof operand === 'string' ? undefined : "must be a saved group's name"),
  compile: (operand: string, { savedGroups }: OperatorContext): ValueTest => {
    const known = Object.hasOwn(savedGroups, operand) ? savedGroups[operand] : undefined;
    return testMembership(known ?? [], expected, exactly);
  },
  holds: 'group',
});

/**
 * `$in $nin`, and `$ini $nini` ignoring case: of a list, whether any element is in it.
 * `$inGroup $notInGroup`: the same of a saved group; an unknown group has no members.
 * `$all`: whether every entry (a value, or operators) holds of some element; `$alli` ignores case.
 */
export const membershipOperators: Readonly<Record<string, ValueOperator>> = {
  $in: membership(true, exactly),
  $nin: membership(false, exactly),
  $ini: membership(true, ignoringCase),
  $nini: membership(false, ignoringCase),
  $inGroup: groupMembership(true),
  $notInGroup: groupMembership(false),
  $all: {
    fault: (operand) => (Array.isArray(operand) ? undefined : 'must be a list'),
    compile: (operand: unknown[], { compileValue }: OperatorContext): ValueTest => {
      const tests = operand.map((entry) => compileValue(entry));
      return (value) =>
        Array.isArray(value) && tests.every((test) => value.some((item) => test(item ?? null)));
    },
    holds: 'values',
  },
  $alli: {
    fault: scalarListFault,
    compile: (operand: unknown[]): ValueTest => {
      const expected = operand.map(ignoringCase);
      return (value) => {
        if (!Array.isArray(value)) return false;
        const present = new Set(value.map(ignoringCase));
        return expected.every((entry) => present.has(entry));
      };
    },
  },
};

function testMembership(list: readonly unknown[], expected: boolean, fold: Fold): ValueTest {
  const members = new Set(list.map(fold));
  return (value) => {
    const found = Array.isArray(value)
      ? value.some((item) => members.has(fold(item)))
      : members.has(fold(value));
    return found === expected;
  };
}
