// The frame of a page without navigation: signing in, an invitation.
import { Center, Paper, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import icon from '../icon.svg';

export function LonePage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Attune`);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Stack gap="xs" align="center">
          <img src={icon} alt="" width={40} height={40} />
          <Title order={1} size="h3" ta="center">
            {title}
          </Title>
        </Stack>
        <Paper withBorder p="lg">
          {children}
        </Paper>
      </Stack>
    </Center>
  );
}
