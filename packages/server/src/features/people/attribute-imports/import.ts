// Taking in attributes of people: row by row, all at once, durable before it is answered.
import { randomUUID } from 'node:crypto';
import type { UserdataImportedOutput } from '@attune/contract';
import { type Identifier, identifierKey } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import type { FileLine } from '../../catalog/feeds/index.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { type Attributes, lockAttributes, updateAttributes } from '../attributes/index.ts';
import { type ImportRow, readRow } from './rows.ts';
import { beginImport, insertImport, type RowOutcome } from './store.ts';

const mostRows = 1_000_000;
const batchSize = 5_000;
/** So many rows of an import are listed, if it has no more; else those that were rejected. */
const outcomesKept = 10_000;
const largestBytes = 16 * 1024;

type Rows = AsyncIterable<FileLine> | Iterable<FileLine>;

interface Batched {
  readonly position: number;
  readonly row: ImportRow;
}

/**
 * Imports rows in one transaction: a bad one is rejected by itself, and what is wrong with the
 * upload as a whole changes nothing. Throws `body_too_large` for too many rows.
 */
export async function importAttributes(
  ctx: Context,
  { siteId, actor }: Who,
  types: Pick<SiteSnapshot, 'identifierTypes'>,
  rows: Rows,
): Promise<UserdataImportedOutput['data'] & { readonly rejections: readonly RowOutcome[] }> {
  const id = randomUUID();
  const at = new Date(ctx.now());
  return ctx.db.transaction().execute(async (tx) => {
    await beginImport(tx, siteId);
    const outcomes: RowOutcome[] = [];
    let batch: Batched[] = [];
    let [position, rejected] = [0, 0];
    const reject = (of: number, message: string) => {
      rejected += 1;
      if (rejected <= outcomesKept) outcomes.push({ position: of, message });
    };
    const flush = async () => {
      for (const of of await apply(tx, siteId, batch, at)) {
        reject(of, `the person's attributes would take more than ${largestBytes} bytes`);
      }
      batch = [];
    };
    for await (const line of rows) {
      position += 1;
      if (position > mostRows) {
        throw new ApiError('body_too_large', `More than ${mostRows} rows; nothing was changed.`);
      }
      const read = 'fault' in line ? { errors: [line.fault] } : readRow(types, line.row);
      if ('errors' in read) reject(position, read.errors.join('; '));
      else batch.push({ position, row: read.row });
      if (batch.length >= batchSize) await flush();
    }
    if (batch.length > 0) await flush();
    const accepted = position - rejected;
    const kept = position <= outcomesKept ? everyRow(position, outcomes) : outcomes;
    await insertImport(tx, { siteId, id, at, accepted, rejected }, kept);
    const details = { accepted, rejected };
    const audit = { siteId, at, actor, action: 'users.import', subject: id, details };
    await insertAudit(tx, audit);
    return { transaction_id: id, accepted, rejected, rejections: outcomes };
  });
}

/** Of each row what became of it, with those that failed in their places. */
function everyRow(rows: number, failed: readonly RowOutcome[]): RowOutcome[] {
  const byPosition = new Map(failed.map((one) => [one.position, one]));
  return Array.from({ length: rows }, (_, at) => {
    const position = at + 1;
    return byPosition.get(position) ?? { position, message: null };
  });
}

/** Rows of one person count in their order. Resolves to the places of those that are too large. */
async function apply(
  tx: Db,
  siteId: number,
  batch: readonly Batched[],
  at: Date,
): Promise<number[]> {
  const names = new Map(batch.map(({ row }) => [identifierKey(row.name), row.name]));
  const before = await lockAttributes(tx, siteId, [...names.values()]);
  const after = new Map<string, { name: Identifier; attributes: Attributes }>();
  const tooLarge: number[] = [];
  for (const { position, row } of batch) {
    const key = identifierKey(row.name);
    const attributes = withRow(after.get(key)?.attributes ?? before.get(key) ?? {}, row);
    if (Buffer.byteLength(JSON.stringify(attributes)) > largestBytes) tooLarge.push(position);
    else after.set(key, { name: row.name, attributes });
  }
  await updateAttributes(tx, siteId, [...after.values()], at);
  return tooLarge;
}

function withRow(before: Attributes, { data }: ImportRow): Attributes {
  if (data === null) return {};
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of data) {
    if (value === null) merged.delete(name);
    else merged.set(name, value);
  }
  return Object.fromEntries(merged) as Attributes;
}
