// The outcome of an import: each row by its place.
import type { UserdataRowOutput } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { type RowOutcome, selectImportTime, selectRowOutcomes } from './store.ts';

/** What became of the rows of an import. Throws `not_found`. */
export async function readOutcomes(
  ctx: Context,
  siteId: number,
  id: string,
): Promise<UserdataRowOutput[]> {
  const at = await timeOf(ctx, siteId, id);
  return (await selectRowOutcomes(ctx.db, siteId, id)).map((row) => shown(row, at));
}

/** What became of one row. Throws `not_found`. */
export async function readOutcome(
  ctx: Context,
  siteId: number,
  id: string,
  item: string,
): Promise<UserdataRowOutput> {
  const at = await timeOf(ctx, siteId, id);
  const position = /^[1-9][0-9]{0,6}$/.test(item) ? Number(item) : 0;
  const [row] = await selectRowOutcomes(ctx.db, siteId, id, position);
  if (row) return shown(row, at);
  const scope = 'Of imports of more than 10,000 rows only the rejected ones are listed.';
  throw new ApiError('not_found', `The transaction does not list this row. ${scope}`);
}

async function timeOf(ctx: Context, siteId: number, id: string): Promise<Date> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const at = isUuid ? await selectImportTime(ctx.db, siteId, id) : undefined;
  if (at) return at;
  throw new ApiError('not_found', 'There is no such transaction; they are kept for 30 days.');
}

const shown = ({ position, message }: RowOutcome, at: Date): UserdataRowOutput => ({
  item: String(position),
  status: message === null ? 'success' : 'failed',
  time: at.toISOString(),
  ...(message !== null && { message }),
});
