// The feeds of a site: how much each holds, who changed it last, and how it is kept fresh.
import { Button, Text } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import { Time } from '../../ui/time.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { DroppedFile } from './dropped-file.ts';
import { type Feed, sayCount, sayCounts, sayHow } from './feed.ts';
import { FeedOfFile } from './feed-of-file.tsx';
import { FeedStatus, Pulled } from './feed-status.tsx';
import { keyOfFeeds } from './labels.ts';
import { NewFeed } from './new-feed.tsx';

export function FeedsListed() {
  const { name: site } = useSite();
  const [search, setSearch] = useSearchParams();
  const mayCreate = useMay(consoleApi.createFeed);
  const maySend = useMay(consoleApi.startUpload);
  const { file, give } = useContext(DroppedFile);
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
        <DataTable label="Feeds" rows={data.items} columns={columns} idOf={({ id }) => id} />
      )}
      {maySend && data && (
        <DropAnywhere
          about="Drop the file to upload it"
          onFile={(dropped) => {
            const [feed, ...others] = data.items;
            if (!feed && !mayCreate) return;
            give(dropped);
            if (!feed) setSearch('new');
            else if (others.length === 0) setSearch({ id: feed.id, show: 'upload' });
          }}
        />
      )}
      {data && file && data.items.length > 1 && !search.has('new') && (
        <FeedOfFile
          file={file}
          feeds={data.items}
          onFeed={(id) => setSearch({ id, show: 'upload' })}
          onNew={() => setSearch('new')}
          onClose={() => give(undefined)}
        />
      )}
      {mayCreate && search.has('new') && (
        <NewFeed
          onClose={() => {
            give(undefined);
            setSearch('');
          }}
        />
      )}
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
    <EmptyState icon="feed" title="No feeds yet" {...{ action, curl }} curlAbout={keyOfFeeds}>
      A feed lists the items that your site can show, with names, prices and pictures. Create one,
      then upload a file, pull one from a URL, or send items by API.
    </EmptyState>
  );
}

const columns: readonly Column<Feed>[] = [
  {
    id: 'name',
    head: 'Feed',
    cell: ({ id, name }) => (
      <>
        <NameLink to={`feeds?id=${id}`}>{name}</NameLink>
        <Text size="xs" c="dimmed" fw={400}>
          ID {id}
        </Text>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    id: 'items',
    head: 'Items',
    cell: ({ items }) => sayCount(items),
    sortBy: ({ items }) => items,
    isNumber: true,
    total: (feeds) => sayCount(feeds.reduce((sum, { items }) => sum + items, 0)),
  },
  { id: 'health', head: 'Health', cell: (feed) => <FeedStatus feed={feed} /> },
  { id: 'pull', head: 'Pull from URL', cell: (feed) => <Pulled feed={feed} /> },
  {
    id: 'changed',
    head: 'Last change',
    cell: ({ lastChange }) => <LastChange change={lastChange} />,
    sortBy: ({ lastChange }) => lastChange && Date.parse(lastChange.at),
    isLatestFirst: true,
  },
];

function LastChange({ change }: { change: Feed['lastChange'] }) {
  if (change === null) return 'No changes yet';
  return (
    <>
      <Time at={change.at} />
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {sayCounts(change)}, {sayHow(change)}
      </Text>
    </>
  );
}
