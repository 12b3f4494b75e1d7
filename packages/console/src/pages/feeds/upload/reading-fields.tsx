// The format of a file, where detection was wrong: numbers, currency, separator, encoding.
import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { delimiters, formats, quotes } from '../labels.ts';
import { type FileForm, withForm } from './draft.ts';
import type { MappingDraft } from './mapping-draft.ts';
import type { Detection } from './query.ts';

interface Given {
  readonly form: FileForm;
  readonly mapping: MappingDraft;
  /** As detected in the file, whatever is set. */
  readonly detection: Detection;
  readonly onForm: (form: FileForm) => void;
  readonly onMapping: (mapping: MappingDraft) => void;
}

const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-2', 'iso-8859-15'] as const),
  ...(['windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255'] as const),
  ...(['windows-1256', 'windows-1257', 'windows-1258', 'koi8-r', 'koi8-u'] as const),
  ...(['shift_jis', 'euc-jp', 'gb18030', 'euc-kr', 'big5'] as const),
];

const detected = (what: string) => ({ value: '', label: `Detected: ${what}` });

export function ReadingFields({ form, mapping, detection, onForm, onMapping }: Given) {
  const set = (part: Parameters<typeof withForm>[1]) => onForm(withForm(form, part));
  const format = form.format ?? detection.format;
  const hasQuotes = format === 'csv' || format === 'tsv' || format === 'google-tsv';
  const currencies = [...new Set([...detection.currencies, mapping.currency ?? ''])].filter(
    (currency) => currency !== '' && currency !== 'any',
  );
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Format"
        data={[detected(formats[detection.format]), ...optionsOf(formats)]}
        value={form.format ?? ''}
        onChange={({ currentTarget }) =>
          set({ format: currentTarget.value as Detection['format'] })
        }
      />
      <NativeSelect
        label="Encoding"
        data={[detected(detection.encoding), ...encodings]}
        value={form.encoding ?? ''}
        onChange={({ currentTarget }) =>
          set({ encoding: currentTarget.value as NonNullable<FileForm['encoding']> })
        }
      />
      {format === 'csv' && (
        <NativeSelect
          label="Separator"
          data={[
            detected(delimiters[detection.delimiter ?? ''] ?? detection.delimiter ?? 'nothing'),
            ...optionsOf(delimiters),
          ]}
          value={form.delimiter ?? ''}
          onChange={({ currentTarget }) => set({ delimiter: currentTarget.value })}
        />
      )}
      {hasQuotes && (
        <NativeSelect
          label="Quotes"
          data={[detected(quotes[detection.quote ?? '"'] ?? '"'), ...optionsOf(quotes)]}
          value={form.quote ?? ''}
          onChange={({ currentTarget }) => set({ quote: currentTarget.value })}
        />
      )}
      <NativeSelect
        label="Currency of prices"
        data={[
          { value: '', label: 'One currency' },
          ...currencies.map((currency) => ({ value: currency, label: `${currency} only` })),
          { value: 'any', label: 'Any, as each row says' },
        ]}
        value={mapping.currency ?? ''}
        onChange={({ currentTarget }) =>
          onMapping({ ...mapping, currency: currentTarget.value || undefined })
        }
      />
      <Checkbox
        label="Decimal comma (1.234,56)"
        checked={mapping.decimalComma}
        mb={8}
        onChange={({ currentTarget }) =>
          onMapping({ ...mapping, decimalComma: currentTarget.checked })
        }
      />
    </Group>
  );
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
