// A field for one value of a column of the feed, as the column is read.
import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { sayValue } from './say-rule.ts';

interface ValueGiven {
  readonly label: string;
  readonly column: string;
  readonly as: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A value of the feed: yes or no where the column is that, a list by commas, else a text. */
export function ValueField({ label, column, as, value, onChange }: ValueGiven) {
  if (as === 'stock' || as === 'boolean') {
    return (
      <NativeSelect
        label={label}
        data={[
          { value: '', label: 'Nothing' },
          ...[true, false].map((one) => ({ value: String(one), label: sayValue(column, one) })),
        ]}
        value={value === undefined ? '' : String(value)}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(chosen === '' ? undefined : chosen === 'true')
        }
      />
    );
  }
  if (as === 'list') {
    return (
      <TagsInput
        label={label}
        splitChars={[]}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(entries) => onChange(entries.length === 0 ? undefined : entries)}
      />
    );
  }
  const isNumber = as === 'price' || as === 'number';
  return (
    <TextInput
      label={label}
      placeholder="Nothing"
      inputMode={isNumber ? 'decimal' : 'text'}
      value={value === undefined || value === null ? '' : sayValue('', value)}
      onChange={({ currentTarget: { value: typed } }) => {
        if (typed === '') onChange(undefined);
        else onChange(isNumber && /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed);
      }}
    />
  );
}
