// The items of a feed: looked through page by page, or searched by what they are called and hold.
import { Button, Loader, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Pager, usePages } from '../../../ui/pager.tsx';
import { curlOfItems, type Feed, sayCount, sayItems } from '../feed.ts';
import { keyOfFeeds } from '../labels.ts';
import { usePlaces } from '../place.ts';
import classes from './filters.module.css';
import { ItemList } from './item-list.tsx';
import { useItems, type Wanted } from './use-items.ts';

const size = 20;

export function Items({ feed }: { feed: Feed }) {
  return feed.items === 0 ? <NoItems feed={feed} /> : <SomeItems feed={feed} />;
}

function NoItems({ feed }: { feed: Feed }) {
  const mayUpload = useMay(consoleApi.putFeed);
  const { go } = usePlaces(feed.id);
  return (
    <EmptyState
      icon="feed"
      title="No items yet"
      action={
        mayUpload && (
          <Button
            leftSection={<Icon name="upload" size={16} />}
            onClick={() => go({ part: 'upload' })}
          >
            Upload a file
          </Button>
        )
      }
      curl={curlOfItems(window.location.origin, feed.id)}
      curlAbout={keyOfFeeds}
    >
      Upload a Google Merchant, CSV, TSV, JSON or NDJSON file, pull one from a URL, or send items by
      API.
    </EmptyState>
  );
}

const all: Wanted = { q: '', column: '', value: '' };

function SomeItems({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const [typed, setTyped] = useState(all);
  const [wanted] = useDebouncedValue(typed, 250);
  const pages = usePages(JSON.stringify(wanted));
  const asked = { site, feedId: feed.id, wanted, cursor: pages.cursor, size };
  const { data, error, refetch, looked, isFetching } = useItems(asked);
  const columns = [...new Set((data?.items ?? []).flatMap((item) => Object.keys(item)))];
  return (
    <Stack>
      <Filters wanted={typed} onChange={setTyped} columns={columns} />
      {isFetching && looked > 0 && (
        <Text size="sm" role="status" c="dimmed">
          <Loader size={12} mr={6} aria-hidden="true" />
          Searched {sayCount(looked)} of {sayItems(feed.items)} so far…
        </Text>
      )}
      <ErrorAlert error={error} onRetry={refetch} />
      {!data && !error && <ListSkeleton />}
      {data && data.items.length === 0 && (
        <Text c="dimmed" size="sm" role="status">
          {isFetching ? 'Searching…' : 'No items match. Change the search or the filter.'}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <>
          <ItemList feedId={feed.id} items={data.items} label="Items" />
          <Pager
            {...pages}
            next={data.next}
            shown={data.items.length}
            size={size}
            {...(wanted.q === '' && !wanted.value && { total: feed.items })}
          />
        </>
      )}
    </Stack>
  );
}

interface FiltersGiven {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
  /** Those that the items in sight have. */
  readonly columns: readonly string[];
}

const usual = ['in_stock', 'categories', 'brand', 'group_id'];

function Filters({ wanted, onChange, columns }: FiltersGiven) {
  const { q, column, value } = wanted;
  const others = [...columns, column].filter((one) => one !== '' && !usual.includes(one));
  const isFlag = column === 'in_stock';
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  return (
    <search className={classes['filters']}>
      <TextInput
        label="Search"
        placeholder="Name or start of a SKU"
        type="search"
        leftSection={<Icon name="search" size={16} />}
        maxLength={200}
        value={q}
        onChange={(event) => set({ q: event.currentTarget.value.trimStart() })}
      />
      <NativeSelect
        label="Filter by column"
        data={[{ value: '', label: 'No filter' }, ...usual, ...new Set(others.toSorted())]}
        value={column}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          set({ column: chosen, value: chosen === 'in_stock' ? 'true' : '' });
        }}
      />
      {isFlag && (
        <NativeSelect
          label="Equals"
          data={['true', 'false']}
          value={value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
      {column !== '' && !isFlag && (
        <TextInput
          label="Equals"
          placeholder="Exact value"
          maxLength={1_000}
          value={value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
    </search>
  );
}
