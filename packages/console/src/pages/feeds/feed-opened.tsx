// A feed: its items and what they were, how healthy they are, and the ways in for new ones.
import { Code, Group, Tabs } from '@mantine/core';
import { lazy, Suspense, useContext } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { DroppedFile } from './dropped-file.ts';
import { type Feed, feedParams, sayItems } from './feed.ts';
import { ItemOpened } from './items/item-opened.tsx';
import { Items } from './items/items.tsx';
import { partLabels } from './labels.ts';
import { type Part, partOf, parts, usePlaces } from './place.ts';

const History = lazy(async () => ({ default: (await import('./history/history.tsx')).History }));
const Upload = lazy(async () => ({ default: (await import('./upload/upload.tsx')).Upload }));
const Health = lazy(async () => ({ default: (await import('./health/health.tsx')).Health }));
const Pull = lazy(async () => ({ default: (await import('./pull/pull.tsx')).Pull }));
const Settings = lazy(async () => ({ default: (await import('./settings.tsx')).Settings }));

export function FeedOpened({ id }: { id: string }) {
  const { name: site } = useSite();
  const [search] = useSearchParams();
  const asked = useAnswer(consoleApi.readFeed, feedParams(site, id), {
    // Programs change feeds as well; their authors look here for the first items that they sent.
    isFresh: true,
    everyMs: (feed) => (feed?.items === 0 ? 3_000 : undefined),
  });
  const sku = search.get('sku');
  if (!asked.data) {
    return (
      <Page title={`Feed ${id}`}>
        {asked.error ? (
          <ErrorAlert error={asked.error} onRetry={asked.refetch} />
        ) : (
          <ListSkeleton rows={6} />
        )}
      </Page>
    );
  }
  if (sku !== null) return <ItemOpened key={sku} feed={asked.data} sku={sku} />;
  return <Opened feed={asked.data} part={partOf(search)} />;
}

function Opened({ feed, part }: { feed: Feed; part: Part }) {
  const { go } = usePlaces(feed.id);
  const { give } = useContext(DroppedFile);
  const maySend = useMay(consoleApi.startUpload);
  return (
    <Page
      title={feed.name}
      about={
        <Group gap="xs">
          <span>
            Feed <Code>{feed.id}</Code>
          </span>
          <span>
            {sayItems(feed.items)}, revision {feed.revision}
          </span>
          {feed.lastChange && (
            <span>
              changed <Time at={feed.lastChange.at} />
            </span>
          )}
        </Group>
      }
    >
      {maySend && (
        <DropAnywhere
          about={`Drop the file to upload it to ${feed.name}`}
          onFile={(file) => {
            give(file);
            go({ part: 'upload' });
          }}
        />
      )}
      <Tabs value={part} onChange={(chosen) => go({ part: chosen as Part })} keepMounted={false}>
        <Tabs.List>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {partLabels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={part} pt="md">
          <Suspense fallback={<ListSkeleton />}>
            <PartShown feed={feed} part={part} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function PartShown({ feed, part }: { feed: Feed; part: Part }) {
  if (part === 'upload') return <Upload feed={feed} />;
  if (part === 'history') return <History feed={feed} />;
  if (part === 'health') return <Health feed={feed} />;
  if (part === 'pull') return <Pull feed={feed} />;
  if (part === 'settings') return <Settings feed={feed} />;
  return <Items feed={feed} />;
}
