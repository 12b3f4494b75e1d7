// The events that a value was made of, the latest first.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { Time } from '../../ui/time.tsx';
import type { PersonName } from './look-up.tsx';

const shown = 12;

interface Asked {
  readonly property: string;
  readonly value: string;
  readonly name: PersonName;
}

export function Sources({ property, value, name }: Asked) {
  const site = useSite();
  const query = { ...name, property, value };
  const sources = useAnswer(consoleApi.readUserAffinitySources, {
    params: { site: site.name },
    query,
  });
  if (sources.error) return <ErrorAlert error={sources.error} onRetry={sources.refetch} />;
  if (!sources.data) return <ListSkeleton rows={2} />;
  const { items, looked } = sources.data;
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None of the last {looked} events is about it.
      </Text>
    );
  }
  return (
    <StackedTable
      label="Events about it"
      heads={['Time', 'Event', 'Signal', 'About']}
      rows={items.slice(0, shown).map((one, at) => ({
        key: `${one.eventId} ${at}`,
        cells: [<Time key="at" at={one.time} />, one.kind, one.signal, one.about],
      }))}
    />
  );
}
