// One of some words, within a sentence.
import { NativeSelect } from '@mantine/core';
import { useBuilder } from '../builder-context.ts';

interface Given {
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

export function Choose({ label, value, options, onChange }: Given) {
  const { isReadOnly } = useBuilder();
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      disabled={isReadOnly}
      value={value}
      data={Object.entries(options).map(([one, words]) => ({ value: one, label: words }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
