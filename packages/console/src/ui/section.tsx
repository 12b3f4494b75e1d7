// A part of a page that has a heading of its own.
import { Paper, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Heading, type HeadingProps } from './heading.tsx';

export function Section({
  children,
  ...heading
}: HeadingProps & { readonly children?: ReactNode }) {
  const headingId = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={headingId}>
      <Stack gap="md">
        <Heading {...heading} order={2} id={headingId} />
        {children}
      </Stack>
    </Paper>
  );
}
