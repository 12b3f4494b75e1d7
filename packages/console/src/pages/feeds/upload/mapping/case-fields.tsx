// Values that a column has where a row meets a condition, whatever else it is made of.
import { Button, Group, Stack, Text } from '@mantine/core';
import { RemoveButton } from '../../../../ui/remove-button.tsx';
import type { Case } from '../mapping-draft.ts';
import { ConditionFields, emptyCondition } from './condition-fields.tsx';
import { ValueField } from './value-field.tsx';

interface Given {
  readonly column: string;
  readonly as: string | undefined;
  readonly sources: readonly string[];
  readonly cases: readonly Case[];
  readonly onChange: (cases: readonly Case[]) => void;
}

export function CaseFields({ column, as, sources, cases, onChange }: Given) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Exceptions
      </Text>
      {cases.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cases have nothing else to be told apart by
        <Stack key={at} gap="xs">
          <ConditionFields
            label={`Where (exception ${at + 1})`}
            condition={one.when}
            sources={sources}
            onChange={(when) => onChange(cases.with(at, { ...one, when }))}
          />
          <Group gap="xs" align="flex-end">
            <ValueField
              label={`Value (exception ${at + 1})`}
              {...{ column, as }}
              value={one.is ?? undefined}
              onChange={(is) => onChange(cases.with(at, { ...one, is: is ?? null }))}
            />
            <RemoveButton
              label={`Remove exception ${at + 1}`}
              onClick={() => onChange(cases.toSpliced(at, 1))}
            />
          </Group>
        </Stack>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          disabled={cases.length >= 10}
          onClick={() => onChange([...cases, { when: emptyCondition, is: null }])}
        >
          Add exception
        </Button>
      </Group>
    </Stack>
  );
}
