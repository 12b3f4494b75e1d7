// A part of a page that has a heading of its own.
import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Shown {
  readonly title: string;
  /** What is decided or shown here, in a sentence or two. */
  readonly about?: ReactNode;
  /** At the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, about, actions, children }: Shown) {
  const headingId = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={headingId}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box style={{ flex: '1 1 14rem', minWidth: 0 }}>
            <Title order={2} size="h4" id={headingId} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {about && (
              <Text c="dimmed" size="sm" mt={2}>
                {about}
              </Text>
            )}
          </Box>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
