// The file to which an import writes the rows that it rejects, with why.

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type CsvValue, csvLine } from '@attune/core';
import type { FileRow } from '../features/events/imports/index.ts';

export interface RejectedRows {
  readonly add: (row: FileRow, reason: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the file. One that ends in `.csv` has the columns of the source, and `line` and `reason`;
 * any other has a JSON document a line. People stand in it: only its owner may read it.
 */
export async function rejectedRows(
  path: string | undefined,
  header: readonly string[],
): Promise<RejectedRows> {
  if (path === undefined) return { add: async () => undefined, close: async () => undefined };
  const file = createWriteStream(path, { mode: 0o600 });
  await once(file, 'open');
  const isCsv = /\.csv$/i.test(path);
  if (isCsv) await write(file, csvLine([...header, 'line', 'reason']));
  return {
    add: ({ line, row }, reason) =>
      write(
        file,
        isCsv
          ? csvLine([...header.map((column) => cellOf(row, column)), line, reason])
          : `${JSON.stringify({ line, reason, row })}\n`,
      ),
    async close() {
      file.end();
      await finished(file);
    },
  };
}

async function write(file: WriteStream, text: string): Promise<void> {
  if (!file.write(text)) await once(file, 'drain');
}

function cellOf(row: unknown, column: string): CsvValue {
  const isRow = typeof row === 'object' && row !== null && Object.hasOwn(row, column);
  const value = isRow ? (row as Record<string, unknown>)[column] : undefined;
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
