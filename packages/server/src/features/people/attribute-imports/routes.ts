// Routes of imports of people's attributes.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../http/route.ts';
import type { FileLine } from '../../catalog/feeds/index.ts';
import { whoOf } from '../../configuration/versioned-objects/index.ts';
import { readLines } from '../lists/index.ts';
import { importAttributes } from './import.ts';
import { requestOfCells } from './rows.ts';
import { readOutcome, readOutcomes } from './transactions.ts';

/** Routes of user imports. */
export function attributeImportRoutes(ctx: Context): Route[] {
  return [
    route(api.importUserdata, async (call) => {
      const { caller, body, lines, headers } = call;
      const isCsv = /^text\/csv/i.test(headers['content-type'] ?? '');
      const rows = lines
        ? readRequests(readLines(lines, isCsv), isCsv)
        : body.requests.map((row, at) => ({ line: at + 1, row }));
      const { rejections: _, ...data } = await importAttributes(
        ctx,
        whoOf(call),
        caller.snapshot,
        rows,
      );
      return { status: 202, body: { success: true, data } };
    }),
    route(api.readUserdataTransaction, async ({ caller, params }) => ({
      status: 200,
      body: await readOutcomes(ctx, caller.snapshot.site.id, params.transactionId),
    })),
    route(api.readUserdataTransactionItem, async ({ caller, params }) => ({
      status: 200,
      body: await readOutcome(ctx, caller.snapshot.site.id, params.transactionId, params.itemId),
    })),
  ];
}

/** Lines of an upload as requests. */
export async function* readRequests(
  lines: AsyncIterable<FileLine>,
  isCsv: boolean,
): AsyncGenerator<FileLine> {
  for await (const line of lines) {
    yield isCsv && 'row' in line ? { ...line, row: requestOfCells(line.row) } : line;
  }
}
