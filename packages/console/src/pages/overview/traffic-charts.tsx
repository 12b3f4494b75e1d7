// The days of a site's traffic as small charts, each read by mouse or arrow keys.
import { BarChart } from '@mantine/charts';
import { Box, Group, Stack, Text } from '@mantine/core';
import '@mantine/charts/styles.css';
import type { Overview } from './query.ts';
import { sayDay, series } from './traffic.ts';

type Days = Overview['traffic'];

const say = (value: number) => value.toLocaleString('en-GB');

export function TrafficCharts({ days }: { days: Days }) {
  return (
    <Stack gap="md">
      {series.map((one) => (
        <Chart key={one.name} {...one} days={days} />
      ))}
    </Stack>
  );
}

function Chart({ name, title, color, days }: (typeof series)[number] & { readonly days: Days }) {
  const today = days.at(-1)?.[name] ?? 0;
  const total = days.reduce((sum, day) => sum + day[name], 0);
  return (
    <Box>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {say(today)} today, {say(total)} in {days.length} days
        </Text>
      </Group>
      <BarChart
        h={104}
        data={days.map((day) => ({ day: sayDay(day.day), value: day[name] }))}
        dataKey="day"
        series={[{ name: 'value', label: title, color }]}
        gridAxis="x"
        tickLine="none"
        valueFormatter={say}
        yAxisProps={{ width: 44, tickCount: 3, allowDecimals: false }}
        xAxisProps={{ interval: 'preserveStartEnd' }}
        barChartProps={{
          accessibilityLayer: true,
          title: `${title} by day`,
          desc: 'Use the left and right arrow keys to read the values of each day.',
        }}
      />
    </Box>
  );
}
