// The feeds of a site: how much each holds, who changed it last, and how it is kept fresh.
import { Anchor, Button, Code, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import rows from '../../ui/row-list.module.css';
import { Time } from '../../ui/time.tsx';
import { type Feed, sayCounts, sayHow, sayItems } from './feed.ts';
import { FeedStatus, Pulled } from './feed-status.tsx';
import classes from './feeds-listed.module.css';
import { NewFeed } from './new-feed.tsx';

export function FeedsListed() {
  const { name: site } = useSite();
  const [search, setSearch] = useSearchParams();
  const mayCreate = useMay(consoleApi.createFeed);
  const { data, error, refetch } = useAnswer(
    consoleApi.listFeeds,
    { params: { site } },
    { isFresh: true },
  );
  const make = mayCreate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New feed
    </Button>
  );
  return (
    <Page
      title="Feeds"
      about="The products, articles or offers that your site can recommend."
      actions={data && data.items.length > 0 && make}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.items.length === 0 && <NoFeeds action={make} />}
      {data && data.items.length > 0 && (
        <Paper withBorder component="ul" className={rows['list']} aria-label="Feeds">
          {data.items.map((feed) => (
            <Row key={feed.id} feed={feed} />
          ))}
        </Paper>
      )}
      {mayCreate && search.has('new') && <NewFeed onClose={() => setSearch('')} />}
    </Page>
  );
}

function NoFeeds({ action }: { action: ReactNode }) {
  const curl = [
    `curl ${window.location.origin}/v2/feeds \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify({ name: 'Products' })}'`,
  ].join('\n');
  return (
    <EmptyState icon="feed" title="No feeds yet" action={action} curl={curl}>
      A feed lists the items that your site can show, with names, prices and pictures. Create one,
      then upload a file, pull one from a URL, or send items by API:
    </EmptyState>
  );
}

function Row({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const { id, name, revision, items, lastChange } = feed;
  return (
    <li className={`${rows['row']} ${classes['row']}`}>
      <div className={rows['main']}>
        <Group gap={8}>
          <Anchor
            component={Link}
            href={`/${site}/feeds?id=${id}`}
            size="sm"
            fw={600}
            className={rows['name']}
          >
            {name}
          </Anchor>
          <FeedStatus feed={feed} />
        </Group>
        <Text size="xs" c="dimmed" mt={2}>
          Feed <Code>{id}</Code>
        </Text>
      </div>
      <Text size="xs" c="dimmed" component="div" className={rows['middle']}>
        <div>
          {sayItems(items)}, revision {revision}
        </div>
        <Pulled feed={feed} />
      </Text>
      <Text size="xs" c="dimmed" component="div" className={rows['side']}>
        {lastChange === null ? (
          'No changes yet'
        ) : (
          <>
            <Time at={lastChange.at} />: {sayCounts(lastChange)}
            <div style={{ overflowWrap: 'anywhere' }}>{sayHow(lastChange)}</div>
          </>
        )}
      </Text>
    </li>
  );
}
