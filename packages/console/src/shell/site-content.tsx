// A page of a site, or why it is not shown.
import { mayUse } from '@attune/contract';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { type SitePage, sitePages } from '../pages.tsx';
import { ListSkeleton, PageSkeleton } from '../ui/page.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lastSite } from './last-site.ts';
import { PlaceContext } from './place.ts';
import { type Site, useSite } from './site-context.ts';

/** Loaded when needed: it has the words for every task. */
const NotOpen = lazy(async () => ({ default: (await import('./not-open.tsx')).NotOpen }));

/** The pages that a teammate sees on a site. */
export function pagesOf(site: Site): readonly SitePage[] {
  return sitePages.filter(({ needs }) => mayUse(needs, site));
}

/** Where a site is entered. */
export function firstPageOf(site: Site): SitePage {
  return pagesOf(site)[0] ?? sitePages[0]!;
}

export function SiteContent({ path }: { path: string }) {
  const site = useSite();
  useEffect(() => lastSite.write(site.name), [site.name]);
  const page = sitePages.find((one) => one.path === path);
  if (!page) return <NotShown title="There is no such page" why="The address may be mistyped." />;
  if (!mayUse(page.needs, site)) {
    const why = <NotOpen needs={page.needs} />;
    return <NotShown title={`You cannot open ${page.title}`} why={why} />;
  }
  return <PageContent page={page} />;
}

function PageContent({ page }: { page: SitePage }) {
  const { name } = useSite();
  const search = useSearch();
  const held = useQueryClient();
  const [title, setTitle] = useState<string>();
  const thing = title === page.title ? undefined : title;
  return (
    <PlaceContext value={setTitle}>
      <Breadcrumbs site={name} page={page} thing={thing} />
      <ErrorBoundary of={search} onRetry={() => held.removeQueries({ type: 'inactive' })}>
        <Suspense fallback={<PageSkeleton />}>
          <page.Content />
        </Suspense>
      </ErrorBoundary>
    </PlaceContext>
  );
}

function NotShown({ title, why }: { title: string; why: ReactNode }) {
  const site = useSite();
  const first = firstPageOf(site);
  return (
    <Stack align="flex-start">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Suspense fallback={<ListSkeleton rows={1} />}>
        <Text component="div">{why}</Text>
      </Suspense>
      <Button component={Link} href={`/${site.name}/${first.path}`} variant="default">
        Open {first.title}
      </Button>
    </Stack>
  );
}
