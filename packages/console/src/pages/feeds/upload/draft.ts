// How a file is to be read, while it is edited: what the service is asked with.
import { requiredColumns } from '@attune/core';
import type { Detection, Reading, Upload } from './asked.ts';
import {
  draftOf,
  fileOf,
  type MappingDraft,
  type MappingFile,
  missingOf,
} from './mapping-draft.ts';

export interface ReadingDraft {
  readonly mapping: MappingDraft;
  /** Undefined: as the file tells. */
  readonly format: Detection['format'] | undefined;
  readonly encoding: NonNullable<Reading['encoding']> | undefined;
  readonly delimiter: string | undefined;
}

/** As it was read last, or as the service suggests. */
export function readingDraftOf({ reading }: Upload, detection: Detection): ReadingDraft {
  const file = (reading?.mapping ?? detection.suggestedMapping) as MappingFile;
  return {
    mapping: draftOf(file, sourcesOf(detection)),
    format: reading?.format,
    encoding: reading?.encoding,
    delimiter: reading?.delimiter,
  };
}

export function readingOf(draft: ReadingDraft, detection: Detection): Reading {
  const { mapping, format, encoding, delimiter } = draft;
  return {
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    mapping: fileOf(mapping, sourcesOf(detection)),
  };
}

const sourcesOf = ({ columns }: Detection) => columns.map(({ column }) => column);

/** Columns that items must have and that nothing of the file becomes. */
export const missingIn = (draft: ReadingDraft, detection: Detection, vertical: string) =>
  missingOf(draft.mapping, sourcesOf(detection), requiredColumns(vertical));

/** Do two readings mean the same, in whatever order their members come? */
export const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other);

function textOf(json: unknown): string {
  return (
    JSON.stringify(json, (_name, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}
