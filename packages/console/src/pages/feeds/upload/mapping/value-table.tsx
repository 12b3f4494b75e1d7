// A table of values: a text of the file on the left, what it means on the right.
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { RemoveButton } from '../../../../ui/remove-button.tsx';
import { sayValue } from './say-rule.ts';

interface Given {
  readonly column: string;
  /** Reads what the table does not name; without it, that is rejected. */
  readonly as: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (values: Readonly<Record<string, unknown>> | undefined) => void;
}

export function ValueTable({ column, as, values, onChange }: Given) {
  const rows = Object.entries(values);
  const set = (next: readonly (readonly [string, unknown])[]) =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const isFlag = as === 'stock' || as === 'boolean';
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Value table
      </Text>
      {rows.map(([text, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is edited
        <Group key={at} gap="xs" align="center">
          <TextInput
            aria-label={`Value ${at + 1} in the file`}
            style={{ flex: '1 1 8rem' }}
            value={text}
            onChange={({ currentTarget }) => set(rows.with(at, [currentTarget.value, value]))}
          />
          <span aria-hidden="true">→</span>
          {isFlag ? (
            <NativeSelect
              aria-label={`Meaning of value ${at + 1}`}
              style={{ flex: '1 1 8rem' }}
              data={[true, false].map((one) => ({
                value: String(one),
                label: sayValue(column, one),
              }))}
              value={String(value)}
              onChange={({ currentTarget }) =>
                set(rows.with(at, [text, currentTarget.value === 'true']))
              }
            />
          ) : (
            <TextInput
              aria-label={`Meaning of value ${at + 1}`}
              style={{ flex: '1 1 8rem' }}
              value={sayValue('', value)}
              onChange={({ currentTarget }) => set(rows.with(at, [text, currentTarget.value]))}
            />
          )}
          <RemoveButton
            label={`Remove value ${at + 1}`}
            onClick={() => set(rows.toSpliced(at, 1))}
          />
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          disabled={Object.hasOwn(values, '')}
          onClick={() => set([...rows, ['', isFlag ? true : '']])}
        >
          Add value
        </Button>
      </Group>
    </Stack>
  );
}
