// One number of interest, with what it is of.
import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Shown {
  readonly label: string;
  readonly value: ReactNode;
  /** Explains the label. */
  readonly hint?: ReactNode;
  /** What to make of it. */
  readonly note?: ReactNode;
}

export function Figure({ label, value, hint, note }: Shown) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed" component="div">
        {label} {hint}
      </Text>
      <Text size="xl" fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      {note && (
        <Text size="sm" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Paper>
  );
}
