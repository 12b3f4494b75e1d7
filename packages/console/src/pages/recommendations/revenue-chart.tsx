// Revenue after clicks by day, read by mouse or arrow keys.
import { formatOf } from '@attune/core';
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Section } from '../../ui/section.tsx';
import { sayDay } from '../reports/daily.ts';
import type { Report } from './query.ts';

export function RevenueChart({ report: { daily, currency } }: { report: Report }) {
  return (
    <Section title="Revenue by day">
      <BarChart
        h={240}
        type="stacked"
        withLegend
        data={daily.map(({ day, direct, assisted }) => ({
          ...{ day: sayDay(day), direct: direct.revenue, assisted: assisted.revenue },
        }))}
        dataKey="day"
        series={[
          { name: 'direct', label: 'Direct', color: 'indigo.6' },
          { name: 'assisted', label: 'Assisted', color: 'teal.6' },
        ]}
        gridAxis="x"
        tickLine="none"
        valueFormatter={formatOf({ unit: 'money', currency })}
        yAxisProps={{ width: 90, tickCount: 4 }}
        xAxisProps={{ interval: 'preserveStartEnd' }}
        barChartProps={{
          accessibilityLayer: true,
          title: 'Revenue after clicks by day',
          desc: 'Use the left and right arrow keys to read the values of each day.',
        }}
      />
    </Section>
  );
}
