// Requests and warnings of the last days: drawn, or as a table.
import { SegmentedControl, Skeleton, Stack, Table } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Section } from '../../ui/section.tsx';
import type { Overview } from './query.ts';
import { sayDay, series } from './traffic.ts';

type Days = Overview['traffic'];

/** Drawing comes after the page: its library is large. */
const TrafficCharts = lazy(async () => ({
  default: (await import('./traffic-charts.tsx')).TrafficCharts,
}));

export function Traffic({ days }: { days: Days }) {
  const [view, setView] = useState('charts');
  return (
    <Section
      title="Traffic of the last 14 days"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="View of the traffic"
          data={[
            { value: 'charts', label: 'Charts' },
            { value: 'table', label: 'Table' },
          ]}
          value={view}
          onChange={setView}
        />
      }
    >
      {view === 'table' ? (
        <TrafficTable days={days} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <TrafficCharts days={days} />
        </Suspense>
      )}
    </Section>
  );
}

function Waiting() {
  return (
    <Stack>
      {series.map(({ name }) => (
        <Skeleton key={name} height={132} />
      ))}
    </Stack>
  );
}

function TrafficTable({ days }: { days: Days }) {
  return (
    <Table aria-label="Traffic by day (UTC)">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Day (UTC)</Table.Th>
          {series.map(({ name, title }) => (
            <Table.Th key={name} scope="col" ta="right">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map((day) => (
          <Table.Tr key={day.day}>
            <Table.Th scope="row" fw={400}>
              {sayDay(day.day)}
            </Table.Th>
            {series.map(({ name }) => (
              <Table.Td key={name} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {day[name].toLocaleString('en-GB')}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
