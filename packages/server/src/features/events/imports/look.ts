// A look at the first rows of a file of events: how it is read, and which mapping suits it.
import { type EventSuggestion, suggestEventMapping } from '@attune/core';
import { FeedFileError, type FeedFormat, fileSource, openRows } from '../../catalog/feeds/index.ts';

/** A file of events, and how it is read where that is not detected. */
export interface EventFile {
  readonly path: string;
  readonly format?: FeedFormat | undefined;
  readonly encoding?: string | undefined;
}

export interface LookedEvents extends EventSuggestion {
  readonly format: FeedFormat;
  readonly encoding: string;
  readonly header: readonly string[];
}

const rowsLookedAt = 1_000;

/** Looks at a file. Throws FeedFileError where it cannot be read. */
export async function lookAtEvents({ path, ...form }: EventFile): Promise<LookedEvents> {
  let header: readonly string[] = [];
  const onHeader = (columns: readonly string[]) => {
    header = columns;
  };
  const opened = await openRows(await fileSource(path), { ...form, isForMapping: true, onHeader });
  const rows: unknown[] = [];
  try {
    for await (const line of opened.rows) {
      if ('row' in line) rows.push(line.row);
      if (rows.length >= rowsLookedAt) break;
    }
  } catch (error) {
    // The import says where the file cannot be read on; what comes before that can be mapped.
    if (!(error instanceof FeedFileError) || rows.length === 0) throw error;
  } finally {
    await opened.close();
  }
  const { format, encoding } = opened.form;
  return { format, encoding, header, ...suggestEventMapping(rows, header) };
}
