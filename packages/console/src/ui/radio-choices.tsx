// One of a few choices, each with a title and a sentence about it.
import { Radio, type RadioGroupProps, Stack } from '@mantine/core';

export interface Choice {
  readonly title: string;
  readonly about: string;
}

interface Given<Value extends string>
  extends Pick<RadioGroupProps, 'label' | 'description' | 'error'> {
  readonly choices: Readonly<Record<Value, Choice>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isReadOnly?: boolean;
}

export function RadioChoices<Value extends string>(given: Given<Value>) {
  const { choices, onChange, isReadOnly = false, ...group } = given;
  return (
    <Radio.Group {...group} onChange={(chosen) => onChange(chosen as Value)}>
      <Stack gap="xs" mt="xs">
        {Object.entries<Choice>(choices).map(([value, { title, about }]) => (
          <Radio
            key={value}
            value={value}
            label={title}
            description={about}
            disabled={isReadOnly}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
