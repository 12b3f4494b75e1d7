// Texts, numbers and flags as text.
import { isRawNumber } from '../json/index.ts';

/** A scalar as text without white space around it; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return String(value);
  if (isRawNumber(value)) return value.rawJSON;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}
