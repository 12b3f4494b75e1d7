// A place where nothing is yet: what would be here, and how to begin.
import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { Icon, type IconName } from './icons.tsx';

interface Shown {
  readonly icon: IconName;
  readonly title: string;
  /** What would be here, in a sentence or two. */
  readonly children: ReactNode;
  /** The button that begins it. */
  readonly action?: ReactNode;
  /** The same at a terminal, to paste. */
  readonly curl?: string;
}

export function EmptyState({ icon, title, children, action, curl }: Shown) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" maw={640} mx="auto">
        <ThemeIcon size={44} radius="xl" variant="light">
          <Icon name={icon} size={24} />
        </ThemeIcon>
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        <Text c="dimmed" size="sm" ta="center">
          {children}
        </Text>
        {action}
        {curl && (
          <div style={{ width: '100%', minWidth: 0 }}>
            <CodeBlock code={curl} />
          </div>
        )}
      </Stack>
    </Paper>
  );
}
