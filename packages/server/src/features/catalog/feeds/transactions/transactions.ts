// What is stored of a change: its totals, and what became of its rows, for 30 days.
import type { ItemOutcomeOutput } from '@attune/contract';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import {
  deleteTransactions,
  hasTransaction,
  insertOutcomes,
  insertTransaction,
  type OutcomeRow,
  selectOutcomes,
  type TransactionRow,
} from './store.ts';

/** So many rows of a change are listed, if it has no more; else those that were rejected. */
export const outcomesMax = 10_000;
const keptMs = 30 * 24 * 60 * 60 * 1000;

export interface TransactionKey {
  readonly siteId: number;
  readonly feedId: string;
  readonly id: string;
}

/** Records a change with its staged rows: up to 10,000 all of them, above that the rejected. */
export async function recordTransaction(tx: Db, row: TransactionRow): Promise<void> {
  await deleteTransactions(tx, row, new Date(row.at.getTime() - keptMs));
  await insertTransaction(tx, row);
  const onlyRejected = row.accepted + row.rejected > outcomesMax;
  await insertOutcomes(tx, row, { onlyRejected, limit: outcomesMax });
}

/** What became of each row of a change. Throws `not_found`. */
export async function readOutcomes(
  ctx: Context,
  key: TransactionKey,
): Promise<ItemOutcomeOutput[]> {
  if (!isUuid(key.id) || !(await hasTransaction(ctx.db, key))) {
    throw new ApiError('not_found', 'The feed has no such transaction; they are kept for 30 days.');
  }
  return (await selectOutcomes(ctx.db, key)).map(show);
}

/** What became of one item, by its last row. Throws `not_found`. */
export async function readOutcome(
  ctx: Context,
  key: TransactionKey,
  item: string,
): Promise<ItemOutcomeOutput> {
  const rows = isUuid(key.id) ? await selectOutcomes(ctx.db, key, item) : [];
  const last = rows.at(-1);
  if (last) return show(last);
  const scope = `Of changes of more than ${outcomesMax} items only the rejected ones are listed.`;
  throw new ApiError('not_found', `The transaction does not list this item. ${scope}`);
}

function show({ item, message, succeeded, at }: OutcomeRow): ItemOutcomeOutput {
  return {
    item,
    status: succeeded ? 'success' : 'failed',
    time: at.toISOString(),
    ...(message !== null && { message }),
  };
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
