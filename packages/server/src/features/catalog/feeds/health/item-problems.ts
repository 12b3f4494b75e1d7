// The items of a feed that have problems: rejected rows, then items by their sku.
import {
  csvLine,
  expectedColumns,
  type Item,
  type ItemProblem,
  problemOfRow,
  problemsOfItem,
} from '@attune/core';
import type { Context } from '../../../../context.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { selectChanges } from '../history/store.ts';
import { selectItemRange } from '../items/store.ts';
import type { FeedRow } from '../store.ts';
import { readHealth } from './health.ts';
import { selectRejected } from './store.ts';

const itemsAtOnce = 500;
const restFactor = 5;
const longestRestMs = 400;

/** Reads the items piece by piece: those that change meanwhile are as they are when it is there. */
export async function* listItemProblems(
  ctx: Context,
  key: FeedKey,
  feed: FeedRow,
): AsyncGenerator<ItemProblem> {
  const { measured } = await readHealth(ctx, key, feed);
  const [last] = await selectChanges(ctx.db, key, { before: undefined, limit: 1 });
  const rejected = last ? await selectRejected(ctx.db, key, last.transactionId) : [];
  for (const { item, message } of rejected) yield problemOfRow(item, message);
  const { columns = [], alarms = [] } = measured ?? {};
  const expected = expectedColumns(columns, feed.affinity, alarms);
  const nextSlice = ctx.background.begin(restFactor, longestRestMs);
  for (let start: string | undefined = ''; start !== undefined; ) {
    const range: Parameters<typeof selectItemRange>[2] = {
      ...{ start, end: undefined, limit: itemsAtOnce + 1 },
    };
    const rows = await selectItemRange(ctx.db, key, range, {});
    for (const { data } of rows.slice(0, itemsAtOnce)) {
      yield* problemsOfItem(JSON.parse(data) as Item, expected);
    }
    start = rows[itemsAtOnce]?.sku;
    await nextSlice();
  }
}

/** As a table that spreadsheets read as it is meant, formulas as text. */
export async function* problemsCsv(problems: AsyncIterable<ItemProblem>): AsyncGenerator<string> {
  // Without the mark, spreadsheets take UTF-8 for something else.
  yield `\uFEFF${csvLine(['sku', 'problem', 'value'])}`;
  for await (const { sku, problem, value } of problems) yield csvLine([sku, problem, value]);
}

export async function* problemLines(problems: AsyncIterable<ItemProblem>): AsyncGenerator<string> {
  for await (const problem of problems) yield `${JSON.stringify(problem)}\n`;
}
