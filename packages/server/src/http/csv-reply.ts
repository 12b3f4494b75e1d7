// A table as an answer.
import type { Reply } from './route.ts';

const csvType = 'text/csv';

/** Is a report wanted as a table: by the query, else by what is accepted? */
export const wantsCsv = (format: string | undefined, headers: Readonly<Record<string, unknown>>) =>
  format === 'csv' || (format === undefined && headers['accept'] === csvType);

/** Answers with a table, as a file of a name. */
export function csvReply(name: string, text: string): Reply {
  const headers = { 'content-disposition': `attachment; filename="${name}.csv"` };
  return { status: 200, text, type: `${csvType}; charset=utf-8`, headers };
}
