// A page of a site, or why it is not shown.
import { mayUse } from '@attune/contract';
import { Button, Stack, Text, Title } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { Link } from 'wouter';
import { type SitePage, sitePages } from '../pages.tsx';
import { PageSkeleton } from '../ui/page.tsx';
import { lastSite } from './last-site.ts';
import { type Site, useSite } from './site-context.ts';

/** The pages that a teammate sees on a site. */
export function pagesOf(site: Site): readonly SitePage[] {
  return sitePages.filter(({ needs }) => mayUse(needs, site));
}

export function firstPageOf(site: Site): SitePage {
  return pagesOf(site)[0] ?? sitePages[0]!;
}

export function SiteContent({ path }: { path: string }) {
  const site = useSite();
  useEffect(() => lastSite.write(site.name), [site.name]);
  const page = sitePages.find((one) => one.path === path);
  if (!page) return <NotShown title="There is no such page" why="The address may be mistyped." />;
  if (!mayUse(page.needs, site)) {
    const why = `On ${site.name} you are ${site.role}; this page is for the role ${page.needs.access}. An Admin of the site can give it to you.`;
    return <NotShown title={`${page.title} is not open to you`} why={why} />;
  }
  return (
    <Suspense fallback={<PageSkeleton />}>
      <page.Content />
    </Suspense>
  );
}

function NotShown({ title, why }: { title: string; why: string }) {
  const site = useSite();
  const other = firstPageOf(site);
  return (
    <Stack align="flex-start">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text>{why}</Text>
      <Button component={Link} href={`/${site.name}/${other.path}`} variant="default">
        To {other.title}
      </Button>
    </Stack>
  );
}
