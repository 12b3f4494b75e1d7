// How every page begins, and what it shows while it waits.
import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface Shown {
  readonly title: string;
  /** What the page is for, in a sentence. */
  readonly about?: ReactNode;
  /** Buttons, at the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, about, actions, children }: Shown) {
  useDocumentTitle(`${title} · Attune`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box style={{ flex: '1 1 16rem' }}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" mt={4}>
              {about}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

/** Lines that stand where a list will be. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Skeleton key={at} height={44} />
      ))}
    </Stack>
  );
}

/** What stands where a page will be. */
export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={30} width={180} />
      <ListSkeleton />
    </Stack>
  );
}
