// Audit log: who changed what, and what it was before.
import { kindOfAction } from '@attune/contract';
import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Entries } from './entries.tsx';
import { Export } from './export.tsx';
import { Filters, isFiltering, queryOf, useFilter, useReadableKinds } from './filters.tsx';
import { useEntries } from './pages-of-entries.ts';

const typingMs = 300;

export function AuditLog() {
  const site = useSite();
  const { filter, set, clear } = useFilter();
  const [settled] = useDebouncedValue(filter, typingMs);
  const query = queryOf(settled, site.timeZone, useReadableKinds());
  const found = useEntries(query);
  const entries = found.data?.pages.flatMap((page) => page.entries);
  return (
    <Page
      title="Audit log"
      about={about(site.role, site.timeZone)}
      actions={<Export query={query} />}
    >
      <Filters filter={filter} onFilter={set} onClear={clear} entries={entries ?? []} />
      <ErrorAlert error={found.error} onRetry={found.refetch} />
      {found.isPending && <ListSkeleton rows={8} />}
      {entries && entries.length > 0 && (
        <div style={{ opacity: found.isPlaceholderData ? 0.6 : 1 }}>
          <Entries
            entries={entries}
            onThing={({ action, subjectId, subject }) =>
              set({ kind: kindOfAction(action) ?? '', thing: subjectId ?? '', called: subject })
            }
          />
        </div>
      )}
      {entries?.length === 0 && <Nothing isFiltered={isFiltering(settled)} onClear={clear} />}
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
              {entries.length === 1 ? '1 entry' : `${entries.length} entries`} in all.
            </Text>
          )}
        </Group>
      )}
    </Page>
  );
}

function about(role: string, timeZone: string): string {
  const what = role === 'Admin' ? 'Every change to this site' : 'Changes to what you may edit';
  return `${what}, newest first. Times are in ${timeZone}.`;
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState icon="audit" title="No changes yet">
        Each change to a campaign, feed or setting is listed here, with who made it and when.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No matching entries"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try a shorter name or a longer period.
    </EmptyState>
  );
}
