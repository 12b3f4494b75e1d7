// A heading with the text below it, and actions at the end of its line.
import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface HeadingProps {
  readonly title: string;
  /** What it is for, in a sentence or two. */
  readonly about?: ReactNode;
  /** Buttons, at the end of the title's line. */
  readonly actions?: ReactNode;
}

interface Placed extends HeadingProps {
  /** Of a page, or of a part of one. */
  readonly order: 1 | 2;
  readonly id?: string;
}

export function Heading({ title, about, actions, order, id }: Placed) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Box style={{ flex: '1 1 14rem', minWidth: 0 }}>
        <Title
          order={order}
          size={order === 1 ? 'h2' : 'h4'}
          style={{ overflowWrap: 'anywhere' }}
          {...(id !== undefined && { id })}
        >
          {title}
        </Title>
        {about && (
          <Text c="dimmed" size="sm" mt={order === 1 ? 4 : 2}>
            {about}
          </Text>
        )}
      </Box>
      {actions}
    </Group>
  );
}
