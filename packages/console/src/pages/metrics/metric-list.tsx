// The metrics of a site, each with what it counts.
import { Badge, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import classes from '../../ui/row-list.module.css';
import { DeleteMetric } from './delete-metric.tsx';
import { sayCounted } from './labels.ts';
import type { Metric } from './metric.ts';
import { MetricDialog } from './metric-dialog.tsx';

export function MetricList({ metrics }: { metrics: readonly Metric[] }) {
  const [asked, setAsked] = useState<{ what: 'change' | 'delete'; metric: Metric }>();
  const onClose = () => setAsked(undefined);
  return (
    <>
      <Paper withBorder component="ul" className={classes['list']} aria-label="Metrics">
        {metrics.map((metric) => (
          <Row
            key={metric.id}
            metric={metric}
            onChange={() => setAsked({ what: 'change', metric })}
            onDelete={() => setAsked({ what: 'delete', metric })}
          />
        ))}
      </Paper>
      {asked?.what === 'change' && <MetricDialog metric={asked.metric} onClose={onClose} />}
      {asked?.what === 'delete' && <DeleteMetric metric={asked.metric} onClose={onClose} />}
    </>
  );
}

interface RowProps {
  readonly metric: Metric;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

const columns = { gridTemplateColumns: 'minmax(0, 1fr) auto' };

function Row({ metric: { isBuiltIn, metric }, onChange, onDelete }: RowProps) {
  const mayChange = useMay(consoleApi.replaceMetric);
  const mayDelete = useMay(consoleApi.deleteMetric);
  return (
    <li className={classes['row']} style={columns}>
      <div className={classes['main']}>
        <Group gap="xs">
          <Text fw={500} size="sm" className={classes['name']}>
            {metric.name}
          </Text>
          <Badge variant="light">{metric.kind}</Badge>
          {isBuiltIn && <Badge variant="default">built in</Badge>}
        </Group>
        <Text size="sm" c="dimmed" className={classes['name']}>
          {sayCounted(metric)}
        </Text>
      </div>
      {!isBuiltIn && (
        <div className={classes['actions']}>
          <ChangeAndDelete
            name={metric.name}
            mayChange={mayChange}
            mayDelete={mayDelete}
            onChange={onChange}
            onDelete={onDelete}
          />
        </div>
      )}
    </li>
  );
}
