// A table whose filters let no row through.
import { Button, Paper, Stack, Text } from '@mantine/core';

interface Given {
  readonly label: string;
  /** Rows that are still on their way may match. */
  readonly isPartial?: boolean;
  readonly onClear: () => void;
}

export function NoMatch({ label, isPartial = false, onClear }: Given) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Text size="sm" role="status">
          {isPartial ? 'No match so far; more is loading.' : `${label}: no results`}
        </Text>
        <Button variant="default" size="xs" onClick={onClear}>
          Clear filter
        </Button>
      </Stack>
    </Paper>
  );
}
