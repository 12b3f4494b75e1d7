// Two days, both included; the second is told when it is before the first.
import { TextInput } from '@mantine/core';

/** Days as `2026-11-27`; '': open. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

interface Given {
  readonly value: Days;
  readonly onChange: (part: Partial<Days>) => void;
  readonly labels?: Readonly<Record<keyof Days, string>>;
}

const usual = { from: 'From', to: 'To' };

/** Two fields of the row or grid that they stand in. */
export function DateRange({ value, onChange, labels = usual }: Given) {
  const isBackwards = value.from !== '' && value.to !== '' && value.from > value.to;
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      label={labels[name]}
      type="date"
      value={value[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      error={name === 'to' && isBackwards && 'Choose the first day or a later one.'}
    />
  ));
}
