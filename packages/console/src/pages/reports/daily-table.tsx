// The daily chart in numbers.
import { type Say, sayInterval95 } from '@attune/core';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { type DailyChart, type DayData, dataOf, sayDay } from './daily.ts';

interface Given {
  readonly chart: DailyChart;
  readonly say: Say;
}

export function DailyTable({ chart, say }: Given) {
  const rows = useMemo(() => dataOf(chart).toReversed(), [chart]);
  const columns = useMemo(
    () => [dayColumn, ...chart.lines.map(({ hue, name }) => columnOf(hue, name, say))],
    [chart, say],
  );
  return <DataTable label="By day" rows={rows} columns={columns} idOf={({ day }) => day} />;
}

const dayColumn: Column<DayData> = {
  id: 'day',
  head: 'Day',
  cell: ({ day }) => sayDay(day),
  sortBy: ({ day }) => day,
};

function columnOf(hue: number, name: string, say: Say): Column<DayData> {
  return {
    id: `value${hue}`,
    head: name,
    cell: (row) => {
      const value = row[`value${hue}`];
      if (value === undefined) return '–';
      const [low, high] = row[`band${hue}`] ?? [null, null];
      return (
        <>
          {say(value)}
          <Text size="xs" c="dimmed">
            {sayInterval95({ low, high }, say)}
          </Text>
        </>
      );
    },
    sortBy: (row) => row[`value${hue}`] ?? null,
    isNumber: true,
  };
}
