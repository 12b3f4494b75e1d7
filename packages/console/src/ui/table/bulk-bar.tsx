// What is selected of a table, and what can be done with it.
import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface Given {
  readonly count: number;
  /** How many the filters let through; absent: all are selected. */
  readonly found?: number;
  readonly onAll?: () => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function BulkBar({ count, found, onAll, onClear, children }: Given) {
  return (
    <Paper
      withBorder
      shadow="md"
      px="md"
      py="xs"
      component="section"
      aria-label="Selected rows"
      className={`${classes['bulk']} no-print`}
    >
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {count.toLocaleString('en-GB')} selected
        </Text>
        {children}
        {onAll && (
          <Button variant="subtle" size="xs" onClick={onAll}>
            Select all {found?.toLocaleString('en-GB')}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
          Clear selection
        </Button>
      </Group>
    </Paper>
  );
}
