// Audit log: who changed what, and what it was before.
import { Button, Group, Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Entries } from './entries.tsx';
import { Export } from './export.tsx';
import { type Filter, Filters, isFiltering, noFilter, queryOf } from './filters.tsx';
import { useEntries } from './pages-of-entries.ts';

const typingMs = 300;

export function AuditLog() {
  const site = useSite();
  const [filter, setFilter] = useState<Filter>(noFilter);
  const [settled] = useDebouncedValue(filter, typingMs);
  const query = queryOf(settled, site.timeZone);
  const found = useEntries(query);
  const entries = found.data?.pages.flatMap((page) => page.entries);
  return (
    <Page
      title="Audit log"
      about={`Every change of ${site.name}, the latest first, in the time zone ${site.timeZone}. Nobody can change what is written here.`}
      actions={<Export query={query} />}
    >
      <Filters filter={filter} onFilter={setFilter} entries={entries ?? []} />
      <ErrorAlert error={found.error} onRetry={found.refetch} />
      {found.isPending && <ListSkeleton rows={8} />}
      {entries && entries.length > 0 && (
        <Paper withBorder style={{ opacity: found.isPlaceholderData ? 0.6 : 1 }}>
          <Entries entries={entries} />
        </Paper>
      )}
      {entries?.length === 0 && <Nothing filter={settled} onAll={() => setFilter(noFilter)} />}
      {entries && entries.length > 0 && (
        <Group gap="sm">
          {found.hasNextPage ? (
            <Button
              variant="default"
              loading={found.isFetchingNextPage}
              onClick={() => found.fetchNextPage()}
            >
              Load more
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              That is all: {entries.length === 1 ? '1 entry' : `${entries.length} entries`}.
            </Text>
          )}
        </Group>
      )}
    </Page>
  );
}

function Nothing({ filter, onAll }: { filter: Filter; onAll: () => void }) {
  if (!isFiltering(filter)) {
    return (
      <EmptyState icon="audit" title="Nothing was changed yet">
        Keys, settings, teammates, feeds and campaigns that are made, changed or deleted are noted
        here, and who did it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No entry is like that"
      action={
        <Button variant="default" onClick={onAll}>
          Show all entries
        </Button>
      }
    >
      Shorten a word, or widen the dates.
    </EmptyState>
  );
}
