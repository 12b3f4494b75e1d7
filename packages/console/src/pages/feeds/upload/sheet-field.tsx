// Which sheet of a workbook is read, where it has several.
import { NativeSelect } from '@mantine/core';
import { type FileForm, withSheet } from './draft.ts';
import type { Detection } from './query.ts';

interface Given {
  /** As detected in the file, whatever is set. */
  readonly detection: Detection;
  readonly form: FileForm;
  readonly onForm: (form: FileForm) => void;
  readonly isReading: boolean;
}

export function SheetField({ detection, form, onForm, isReading }: Given) {
  const { sheet = '', sheets = [] } = detection;
  if (sheets.length < 2) return null;
  return (
    <NativeSelect
      label="Sheet"
      description={
        isReading ? 'Reading the sheet…' : `The file has ${sheets.length} sheets; one is read.`
      }
      maw={320}
      data={[...new Set([sheet, ...sheets])]}
      value={form.sheet ?? sheet}
      onChange={({ currentTarget }) => onForm(withSheet(form, currentTarget.value, detection))}
    />
  );
}
