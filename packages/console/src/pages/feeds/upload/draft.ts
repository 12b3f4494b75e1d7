// How a file is to be read, while it is edited, and as it is sent to the service.
import { requiredColumns } from '@attune/core';
import {
  draftOf,
  fileOf,
  type MappingDraft,
  type MappingFile,
  missingOf,
} from './mapping-draft.ts';
import type { Detection, Reading, Upload } from './query.ts';

/** How a file is written, as a teammate sets it; what is not set is detected. */
export type FileForm = Omit<Reading, 'mapping'>;

/** What was set last; of a workbook the mapping names the sheet. */
export function formOf({ reading, detection }: Upload): FileForm {
  const { mapping, sheet, ...form } = reading ?? {};
  return withSheet(form, sheet ?? sheetOf(mapping), detection);
}

/** Another sheet than the one that is read where none is named. */
export const withSheet = (form: FileForm, sheet: string | undefined, detection: Detection | null) =>
  withForm(form, { sheet: sheet === undefined || sheet === detection?.sheet ? '' : sheet });

export const sheetOf = (mapping: unknown) => (mapping as { sheet?: string } | undefined)?.sheet;

/** Another form, without what is not set. */
export const withForm = (form: FileForm, part: { [Name in keyof FileForm]: FileForm[Name] | '' }) =>
  Object.fromEntries(
    Object.entries({ ...form, ...part }).filter(([, value]) => value !== undefined && value !== ''),
  ) as FileForm;

export const hasValues = (form: FileForm) => Object.keys(form).length > 0;

/** As it was mapped last, or as the service suggests. */
export const mappingOf = ({ reading }: Upload, detection: Detection): MappingDraft =>
  draftOf((reading?.mapping ?? detection.suggestedMapping) as MappingFile, sourcesOf(detection));

/** As the service suggests. */
export const suggestedIn = (detection: Detection): MappingDraft =>
  draftOf(detection.suggestedMapping as MappingFile, sourcesOf(detection));

export function readingOf(
  { sheet: _, ...form }: FileForm,
  mapping: MappingDraft,
  detection: Detection,
): Reading {
  return { ...form, mapping: fileOf(mapping, sourcesOf(detection)) };
}

export const sourcesOf = ({ columns }: Detection) => columns.map(({ column }) => column);

/** Columns that items must have and that nothing of the file becomes. */
export const missingIn = (mapping: MappingDraft, detection: Detection, vertical: string) =>
  missingOf(mapping, sourcesOf(detection), requiredColumns(vertical));

/** Do two readings mean the same, in whatever order their members come? */
export const isSame = (one: unknown, other: unknown) =>
  textOf(withoutAnswer(one)) === textOf(withoutAnswer(other));

/** That numbers were asked about changes nothing of what is read, so no file is checked again. */
function withoutAnswer(reading: unknown): unknown {
  const { mapping, ...form } = (reading ?? {}) as Reading;
  if (mapping === undefined) return reading;
  const { numbersConfirmed: _, ...read } = mapping as unknown as MappingFile;
  return { ...form, mapping: read };
}

function textOf(json: unknown): string {
  return (
    JSON.stringify(json, (_name, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}
