// How every page begins, and what it shows while it waits.
import { Skeleton, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTitleOfPlace } from '../shell/place.ts';
import { Heading, type HeadingProps } from './heading.tsx';

export function Page({ children, ...heading }: HeadingProps & { readonly children: ReactNode }) {
  useDocumentTitle(`${heading.title} · Attune`);
  useTitleOfPlace(heading.title);
  return (
    <Stack gap="lg">
      <Heading {...heading} order={1} />
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

/** The placeholder of a page. */
export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={30} width={180} />
      <ListSkeleton />
    </Stack>
  );
}
