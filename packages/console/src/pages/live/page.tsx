// Live: the site's last requests and events as they arrive, each with what became of it.
import { Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSite } from '../../shell/site-context.ts';
import { curlOfEvent } from '../../ui/curls.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { type Filter, matches } from './buffer.ts';
import { Entries } from './entries.tsx';
import { useReading } from './reading.ts';
import { useStream } from './stream.ts';
import { HoldingLine, Toolbar } from './toolbar.tsx';

export function Live() {
  const site = useSite();
  const [isPaused, setPaused] = useState(false);
  const [filter, setFilter] = useState<Filter>({ text: '', isRefusedOnly: false });
  const { isReading, pointed, focused } = useReading();
  const stream = useStream(site.name, { isPaused, isReading });
  const { shown, error } = stream;
  const found = shown?.filter((entry) => matches(entry, filter));
  return (
    <Page
      title="Live"
      about="Requests and events of this site as they arrive. Request bodies and key values are never shown."
    >
      <Stack gap="md">
        <Toolbar filter={filter} onFilter={setFilter} isPaused={isPaused} onPause={setPaused} />
        <Stack gap="md" {...pointed}>
          <HoldingLine isPaused={isPaused} isReading={isReading} stream={stream} />
          <ErrorAlert error={error} />
          {!shown && !error && <ListSkeleton />}
          {shown?.length === 0 && (
            <EmptyState
              icon="live"
              title="Waiting for requests"
              curl={curlOfEvent(window.location.origin)}
              curlAbout="Use a key that has the permission Experience API: collect."
            >
              Requests with keys of {site.name} appear here within a second.
            </EmptyState>
          )}
          {found && shown && shown.length > 0 && (
            <Paper withBorder {...focused}>
              {found.length > 0 ? (
                <Entries entries={found} />
              ) : (
                <Text p="md" c="dimmed" size="sm">
                  None of the {shown.length} entries match. Change the filter.
                </Text>
              )}
            </Paper>
          )}
        </Stack>
      </Stack>
    </Page>
  );
}
