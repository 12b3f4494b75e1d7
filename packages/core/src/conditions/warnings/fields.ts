// Knows which paths, and which values, of a condition there are none of, and what was meant.

import { foldedCase } from '../../text/folded.ts';
import { distanceBetween, nearestName } from '../../text/nearest.ts';
import { pointerTo } from '../../text/pointer.ts';
import { isRecord, LIST_OPERATORS } from '../condition.ts';
import { formatPath, parsePath } from '../path.ts';
import type { ConditionWarning } from './warning.ts';

/** What a condition may ask about. */
export interface ConditionField {
  /** A path; the name `*` stands for any. */
  readonly path: string;
  readonly type: 'string' | 'number' | 'boolean' | 'list' | 'any';
  /** All that a text can be; absent: anything. */
  readonly only?: readonly string[];
}

/** Longer paths are not compared with others: that is slow, and they are rarely typed by hand. */
const longestCompared = 200;

/** Operators whose operand is a value, or a list of some, to be equal to. */
const equalities = new Set(['$eq', '$ne', '$in', '$nin', '$ini', '$nini']);

/**
 * Warns of every path that is no field, nor leads to one, and of texts that a field can never be.
 * Conditions on elements have none.
 */
export function unknownParts(json: unknown, fields: readonly ConditionField[]): ConditionWarning[] {
  const known = fields.map(({ path, type }) => ({ names: parsePath(path), type }));
  const warnings: ConditionWarning[] = [];
  const visit = (part: unknown, pointer: string): void => {
    if (!isRecord(part)) return;
    for (const [key, operand] of Object.entries(part)) {
      const at = pointerTo(pointer, key);
      if (LIST_OPERATORS.has(key) && Array.isArray(operand)) {
        for (const [number, inner] of operand.entries()) visit(inner, pointerTo(at, number));
      } else if (key === '$not') {
        visit(operand, at);
      } else if (!key.startsWith('$') && !isKnown(parsePath(key), known)) {
        warnings.push({ pointer: at, detail: words(key, known), kind: 'unknown-field' });
      } else {
        const names = parsePath(key).join('.');
        const only = fields.find(({ path }) => path === names)?.only;
        if (only) warnings.push(...unknownValues(operand, at, key, only));
      }
    }
  };
  visit(json, '');
  return warnings;
}

/** Texts of a field's operand, or of operators on it, that the field can never be. */
function unknownValues(
  operand: unknown,
  pointer: string,
  path: string,
  only: readonly string[],
): ConditionWarning[] {
  if (isRecord(operand)) {
    return Object.entries(operand).flatMap(([name, inner]) => {
      const at = pointerTo(pointer, name);
      if (name === '$not') return unknownValues(inner, at, path, only);
      if (!equalities.has(name)) return [];
      const cased = name.endsWith('i') ? only.map(foldedCase) : only;
      const fold = name.endsWith('i') ? foldedCase : (text: string) => text;
      return (Array.isArray(inner) ? inner : [inner]).flatMap((one, nth) =>
        typeof one !== 'string' || cased.includes(fold(one))
          ? []
          : [unknownValue(one, Array.isArray(inner) ? pointerTo(at, nth) : at, path, only)],
      );
    });
  }
  if (typeof operand !== 'string' || only.includes(operand)) return [];
  return [unknownValue(operand, pointer, path, only)];
}

function unknownValue(
  value: string,
  pointer: string,
  path: string,
  only: readonly string[],
): ConditionWarning {
  const nearest = nearestName(value, only);
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  const detail = `is none of the values that ${path} has: ${only.join(', ')}.${meant}`;
  return { pointer, detail, kind: 'unknown-value' };
}

/** Is the value at a path known to be text, a number or true or false? */
export function isScalarField(path: string, fields: readonly ConditionField[]): boolean {
  const names = parsePath(path);
  return fields.some((field) => isScalar(field.type) && matches(names, parsePath(field.path)));
}

interface Known {
  readonly names: readonly string[];
  readonly type: ConditionField['type'];
}

const isScalar = (type: ConditionField['type']) => type !== 'list' && type !== 'any';

function isKnown(names: readonly string[], known: readonly Known[]): boolean {
  return known.some((field) => {
    const shared = Math.min(names.length, field.names.length);
    if (!matches(names.slice(0, shared), field.names.slice(0, shared))) return false;
    return names.length <= field.names.length || !isScalar(field.type);
  });
}

const matches = (names: readonly string[], pattern: readonly string[]) =>
  names.length === pattern.length &&
  pattern.every((name, at) => name === '*' || name === names[at]);

function words(path: string, known: readonly Known[]): string {
  const nearest = nearestTo(path, known);
  const unknown = 'is nothing that is known of visitors here; it never has a value';
  return nearest === undefined ? unknown : `${unknown}. Did you mean ${nearest}?`;
}

function nearestTo(path: string, known: readonly Known[]): string | undefined {
  if (path.length > longestCompared) return undefined;
  const names = parsePath(path);
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(path.length / 4)) + 1;
  for (const field of known) {
    const filled = field.names.map((name, at) => (name === '*' ? (names[at] ?? name) : name));
    const candidate = formatPath(filled);
    if (candidate.length > longestCompared) continue;
    const distance = distanceBetween(path, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}
