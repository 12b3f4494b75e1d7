// How a file is written, where the look at it was wrong: numbers, currency, format, encoding.
import { Checkbox, Group, NativeSelect } from '@mantine/core';
import type { Detection } from './asked.ts';
import { delimiterWords, formatWords } from './detected.tsx';
import type { ReadingDraft } from './draft.ts';

interface Given {
  readonly draft: ReadingDraft;
  readonly detection: Detection;
  readonly onChange: (draft: ReadingDraft) => void;
}

const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-2', 'iso-8859-15'] as const),
  ...(['windows-1250', 'windows-1251', 'shift_jis', 'gb18030', 'euc-kr', 'big5'] as const),
];

const told = (what: string) => ({ value: '', label: `As the file tells: ${what}` });

export function ReadingFields({ draft, detection, onChange }: Given) {
  const { mapping } = draft;
  const set = (part: Partial<ReadingDraft>) => onChange({ ...draft, ...part });
  const isDelimited = (draft.format ?? detection.format) === 'csv';
  const currencies = [...new Set([...detection.currencies, mapping.currency ?? ''])].filter(
    (currency) => currency !== '' && currency !== 'any',
  );
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Format"
        data={[
          told(formatWords[detection.format]),
          ...Object.entries(formatWords).map(([value, label]) => ({ value, label })),
        ]}
        value={draft.format ?? ''}
        onChange={({ currentTarget }) =>
          set({ format: (currentTarget.value || undefined) as ReadingDraft['format'] })
        }
      />
      <NativeSelect
        label="Encoding"
        data={[told(detection.encoding), ...encodings]}
        value={draft.encoding ?? ''}
        onChange={({ currentTarget }) =>
          set({ encoding: (currentTarget.value || undefined) as ReadingDraft['encoding'] })
        }
      />
      {isDelimited && (
        <NativeSelect
          label="Separated by"
          data={[
            told(delimiterWords[detection.delimiter ?? ''] ?? detection.delimiter ?? 'nothing'),
            ...Object.entries(delimiterWords).map(([value, label]) => ({ value, label })),
          ]}
          value={draft.delimiter ?? ''}
          onChange={({ currentTarget }) => set({ delimiter: currentTarget.value || undefined })}
        />
      )}
      <NativeSelect
        label="Prices are in"
        data={[
          { value: '', label: 'One currency, whichever' },
          ...currencies.map((currency) => ({ value: currency, label: `${currency} alone` })),
          { value: 'any', label: 'Whatever each row says' },
        ]}
        value={mapping.currency ?? ''}
        onChange={({ currentTarget }) =>
          set({ mapping: { ...mapping, currency: currentTarget.value || undefined } })
        }
      />
      <Checkbox
        label="Decimal comma: 1.234,56"
        checked={mapping.decimalComma}
        mb={8}
        onChange={({ currentTarget }) =>
          set({ mapping: { ...mapping, decimalComma: currentTarget.checked } })
        }
      />
    </Group>
  );
}
