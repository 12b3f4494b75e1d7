// A place where nothing is yet: what would be here, and how to begin.
import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { ForDevelopers } from './for-developers.tsx';
import { Icon, type IconName } from './icons.tsx';

interface Shown {
  readonly icon: IconName;
  readonly title: string;
  /** What would be here, in a sentence or two. */
  readonly children: ReactNode;
  /** The button that begins it. */
  readonly action?: ReactNode;
  /** The same at a terminal, to paste: folded, since most who come here write no code. */
  readonly curl?: string;
  /** What the command is for, and which key it takes. */
  readonly curlAbout?: string;
  /** A command that everyone who comes here runs. */
  readonly command?: string;
}

export function EmptyState({ icon, title, children, action, ...code }: Shown) {
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
        <Commands {...code} />
      </Stack>
    </Paper>
  );
}

function Commands({ curl, curlAbout, command }: Pick<Shown, 'curl' | 'curlAbout' | 'command'>) {
  if (curl === undefined && command === undefined) return null;
  return (
    <div style={{ width: '100%', minWidth: 0 }}>
      {command && <CodeBlock code={command} />}
      {curl && (
        <ForDevelopers>
          {curlAbout && (
            <Text size="sm" mb="xs">
              {curlAbout}
            </Text>
          )}
          <CodeBlock code={curl} />
        </ForDevelopers>
      )}
    </div>
  );
}
