// Knows which paths of a condition are none that can be asked about, and what was probably meant.

import { distanceBetween } from '../../text/nearest.ts';
import { pointerTo } from '../../text/pointer.ts';
import { isRecord, LIST_OPERATORS } from '../condition.ts';
import { formatPath, parsePath } from '../path.ts';
import type { ConditionWarning } from './warning.ts';

/** What a condition may ask about. */
export interface ConditionField {
  /** A path; the name `*` stands for any. */
  readonly path: string;
  readonly type: 'string' | 'number' | 'boolean' | 'list' | 'any';
}

/** Longer paths are not compared with others: that is slow, and they are rarely typed by hand. */
const longestCompared = 200;

/** Warns of every path that is no field, nor leads to one. Conditions on elements have none. */
export function unknownFields(
  json: unknown,
  fields: readonly ConditionField[],
): ConditionWarning[] {
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
      }
    }
  };
  visit(json, '');
  return warnings;
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
