// The rows of a file as events to be, and what of the file is none.
import {
  type EventDraft,
  type EventMapping,
  mapEvents,
  nativeDraft,
  rowShaper,
} from '@attune/core';
import { fileSource, openRows } from '../../catalog/feeds/index.ts';
import type { EventFile } from './look.ts';

/** Where something stands in the file. */
export interface FileRow {
  readonly line: number;
  readonly row: unknown;
}

/** What a row of the file is. */
export type RowOutcome =
  | (FileRow & { readonly drafts: readonly EventDraft[]; readonly notes: readonly string[] })
  | (FileRow & { readonly fault: string })
  | { readonly line: number; readonly otherType: string }
  | { readonly line: number; readonly skipped: true };

export interface DraftOptions {
  /** Null: rows are events as the API takes them. */
  readonly mapping: EventMapping | null;
  readonly onProgress: (share: number) => void;
}

/** Reads a file in bounded memory. Throws FeedFileError where the rest of it cannot be read. */
export async function* readDrafts(
  { path, ...form }: EventFile,
  { mapping, onProgress }: DraftOptions,
): AsyncGenerator<RowOutcome> {
  const opened = await openRows(await fileSource(path), {
    ...{ ...form, isForMapping: true },
    root: mapping?.root,
    onProgress: ({ readBytes, totalBytes }) => onProgress(readBytes / Math.max(1, totalBytes)),
  });
  const shaper = mapping && rowShaper(mapping);
  try {
    for await (const line of opened.rows) {
      if ('fault' in line) yield { line: line.line, row: null, fault: `the row ${line.fault}` };
      else if (!shaper) yield nativeOutcome(line);
      else for (const one of shaper.add(line)) yield outcomeOf(mapping, one);
    }
    for (const one of shaper?.end() ?? []) yield outcomeOf(mapping!, one);
  } finally {
    await opened.close();
  }
}

type Shaped = FileRow | { readonly line: number; readonly skipped: true };

function outcomeOf(mapping: EventMapping, shaped: Shaped): RowOutcome {
  if ('skipped' in shaped) return shaped;
  const { line, row } = shaped;
  const mapped = mapEvents(mapping, row);
  if (mapped.kind === 'other-type') return { line, otherType: mapped.type };
  if (mapped.kind === 'fault') return { line, row, fault: mapped.message };
  return { line, row, drafts: mapped.drafts, notes: mapped.notes };
}

function nativeOutcome({ line, row }: FileRow): RowOutcome {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return { line, row, fault: 'the row must be an object' };
  }
  const draft = nativeDraft(row as Readonly<Record<string, unknown>>);
  const isUndated = draft.event['timestamp'] === undefined;
  const notes = isUndated ? ['timestamp is missing; the time of the import counts'] : [];
  return { line, row, drafts: [draft], notes };
}
