// The metrics of a site, each with what it counts.
import { sayHours } from '@attune/core';
import { Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useAddressState } from '../../ui/table/use-state.ts';
import { DeleteMetric } from './delete-metric.tsx';
import { kinds } from './kinds.ts';
import { sayCounted } from './labels.ts';
import type { Metric } from './metric.ts';
import { MetricDialog } from './metric-dialog.tsx';

interface Given {
  readonly metrics: readonly Metric[];
  readonly isPartial: boolean;
}

export function MetricList({ metrics, isPartial }: Given) {
  const [asked, setAsked] = useState<{ what: 'change' | 'delete'; metric: Metric }>();
  const store = useAddressState(filterIds);
  const mayChange = useMay(consoleApi.replaceMetric);
  const mayDelete = useMay(consoleApi.deleteMetric);
  const onClose = () => setAsked(undefined);
  const actions = (metric: Metric) =>
    !metric.isBuiltIn && (
      <ChangeAndDelete
        name={nameOf(metric)}
        {...{ mayChange, mayDelete }}
        onChange={() => setAsked({ what: 'change', metric })}
        onDelete={() => setAsked({ what: 'delete', metric })}
      />
    );
  return (
    <>
      <DataTable
        {...{ label: 'Metrics', rows: metrics, columns, store, search, isPartial }}
        idOf={({ id }) => id}
        {...((mayChange || mayDelete) && { actions })}
      />
      {asked?.what === 'change' && <MetricDialog metric={asked.metric} onClose={onClose} />}
      {asked?.what === 'delete' && <DeleteMetric metric={asked.metric} onClose={onClose} />}
    </>
  );
}

const filterIds = ['kind'];
const nameOf = ({ metric }: Metric) => metric.name;
const typeOf = ({ metric }: Metric) => kinds[metric.kind].name;
const hoursOf = ({ metric: { windowHours = 72 } }: Metric) => windowHours;

const search = {
  label: 'Search metrics',
  placeholder: 'Search by name or event',
  textOf: (metric: Metric) => `${nameOf(metric)}\n${sayCounted(metric.metric)}`,
};

const columns: readonly Column<Metric>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: (metric) => (
      <Group gap={6}>
        <Text span size="sm" fw={600}>
          {nameOf(metric)}
        </Text>
        {metric.isBuiltIn && (
          <Badge size="sm" variant="default">
            Built in
          </Badge>
        )}
      </Group>
    ),
    sortBy: nameOf,
  },
  {
    id: 'kind',
    head: 'Type',
    cell: typeOf,
    sortBy: typeOf,
    isShort: true,
    filter: { any: 'Any type', valuesOf: (metric) => [typeOf(metric)] },
  },
  { id: 'counts', head: 'What it counts', cell: ({ metric }) => sayCounted(metric) },
  {
    id: 'window',
    head: 'Window',
    cell: (metric) => sayHours(hoursOf(metric)),
    sortBy: hoursOf,
    isNumber: true,
  },
];
