// A share that is drawn with a slider or typed as a number; both are the same.
import { Group, NumberInput, Slider, Text } from '@mantine/core';
import { useId } from 'react';

interface Given {
  readonly label: string;
  readonly about: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isReadOnly: boolean;
  readonly fault: string | undefined;
}

export function Amount({ label, about, value, onChange, isReadOnly, fault }: Given) {
  const labelId = useId();
  return (
    <div>
      <Text size="sm" fw={600} id={labelId}>
        {label}
      </Text>
      <Group gap="md" wrap="nowrap" mt={4}>
        <Slider
          style={{ flex: 1 }}
          label={null}
          min={0}
          max={1}
          step={0.05}
          thumbProps={{ 'aria-labelledby': labelId }}
          value={value}
          disabled={isReadOnly}
          onChange={(drawn) => onChange(Math.round(drawn * 100) / 100)}
        />
        <NumberInput
          aria-label={`${label}, from 0 to 1`}
          w={90}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          readOnly={isReadOnly}
          value={value}
          error={fault}
          onChange={(typed) => typeof typed === 'number' && onChange(typed)}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {about}
      </Text>
    </div>
  );
}
