// A part of a page that has a heading of its own.
import { Paper, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Heading, type HeadingProps } from './heading.tsx';

interface Given extends HeadingProps {
  readonly children?: ReactNode;
  /** Of its heading, in the address: "privacy". */
  readonly anchor?: string;
}

export function Section({ children, anchor, ...heading }: Given) {
  const ownId = useId();
  const headingId = anchor ?? ownId;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={headingId}>
      <Stack gap="md">
        <Heading {...heading} order={2} id={headingId} />
        {children}
      </Stack>
    </Paper>
  );
}
