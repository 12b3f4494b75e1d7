// Which days, which strategy, and how long after a click a purchase counts.
import { Button, Select, SimpleGrid, TextInput } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { csvOf, type Query, type Report } from './query.ts';

interface Given {
  readonly query: Query;
  readonly report: Report | undefined;
  readonly onAsk: (query: Partial<Query>) => void;
}

const all = { value: '', label: 'All strategies' };
const windows = ['1', '3', '7', '14', '30'];

export function Choices({ query, report, onAsk }: Given) {
  const { name: site } = useSite();
  const strategies = useEvery(consoleApi.listStrategies, site).data ?? [];
  const days = query.windowDays || '7';
  const isBackwards = query.from !== '' && query.to !== '' && query.from > query.to;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" role="search" aria-label="Report">
      <Select
        label="Strategy"
        data={[
          all,
          ...strategies.map(({ id, strategy }) => ({ value: String(id), label: strategy.name })),
        ]}
        value={query.strategy}
        onChange={(strategy) => onAsk({ strategy: strategy ?? '' })}
        allowDeselect={false}
        searchable
      />
      <Select
        label="Purchases after a click"
        data={[...new Set([...windows, days])].map((value) => ({
          value,
          label: value === '1' ? 'Within 1 day' : `Within ${value} days`,
        }))}
        value={days}
        onChange={(windowDays) => onAsk({ windowDays: windowDays ?? '' })}
        allowDeselect={false}
      />
      <TextInput
        label="From"
        type="date"
        value={query.from || (report?.from ?? '')}
        onChange={(event) => onAsk({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={query.to || (report?.to ?? '')}
        onChange={(event) => onAsk({ to: event.currentTarget.value })}
        error={isBackwards && 'Choose the first day or a later one'}
      />
    </SimpleGrid>
  );
}

/** A link to the same as a file. */
export function ExportCsv({ query }: { query: Query }) {
  const { name: site } = useSite();
  return (
    <Button
      component="a"
      href={csvOf(query, site)}
      download={`recommendations-${site}.csv`}
      variant="default"
      leftSection={<Icon name="download" />}
    >
      Export CSV
    </Button>
  );
}
