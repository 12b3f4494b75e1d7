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

/** What was set last. */
export function formOf({ reading }: Upload): FileForm {
  const { mapping: _, ...form } = reading ?? {};
  return form;
}

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

export const readingOf = (
  form: FileForm,
  mapping: MappingDraft,
  detection: Detection,
): Reading => ({
  ...form,
  mapping: fileOf(mapping, sourcesOf(detection)),
});

export const sourcesOf = ({ columns }: Detection) => columns.map(({ column }) => column);

/** Columns that items must have and that nothing of the file becomes. */
export const missingIn = (mapping: MappingDraft, detection: Detection, vertical: string) =>
  missingOf(mapping, sourcesOf(detection), requiredColumns(vertical));

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
