// How a row that is no item is named and described, in text that the database can hold.
import type { StagedRow } from './staging/batch.ts';

const skuMax = 250;
const messageMax = 1_000;

/**
 * Stages the reason why a row was rejected. A row with a readable sku goes under it, so that its
 * item counts as present; another is `#` and its position.
 */
export function rejectedRow(position: number, sku: unknown, message: string): StagedRow {
  const named = isSku(sku) ? sku : undefined;
  return {
    position,
    item: named === undefined ? `#${position}` : undefined,
    sku: named,
    message: message.slice(0, messageMax).toWellFormed().replaceAll('\0', '\uFFFD'),
    succeeded: false,
  };
}

function isSku(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '') return false;
  return value.length <= 2 * skuMax && value.isWellFormed() && !value.includes('\0');
}
