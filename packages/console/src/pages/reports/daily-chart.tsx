// How estimates settled day by day, and how their intervals narrowed: drawn, or as a table.
import { type Say, sayInterval95 } from '@attune/core';
import { CompositeChart } from '@mantine/charts';
import { Group, Paper, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import '@mantine/charts/styles.css';
import { hueOf, Swatch } from '../../ui/hue.tsx';
import { type DailyChart, type DayData, dataOf, sayDay } from './daily.ts';
import classes from './daily-chart.module.css';
import { DailyTable } from './daily-table.tsx';

interface Given {
  readonly chart: DailyChart;
  readonly say: Say;
  /** What is drawn: "Conversion rate". */
  readonly what: string;
}

export function Daily(given: Given) {
  const [view, setView] = useState('chart');
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const { lines } = given.chart;
  const toggle = (hue: number) =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(hue)) next.add(hue);
      return next;
    });
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {given.what} by day
        </Text>
        <SegmentedControl
          className="no-print"
          size="xs"
          aria-label="View of the days"
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={view}
          onChange={setView}
        />
      </Group>
      {view === 'table' ? (
        <DailyTable {...given} />
      ) : (
        <>
          <Group gap="md">
            {lines.map(({ hue, name }) => (
              <UnstyledButton
                key={hue}
                className={classes['legend']}
                aria-pressed={!hidden.has(hue)}
                onClick={() => toggle(hue)}
              >
                <Swatch at={hue} />
                {name}
              </UnstyledButton>
            ))}
          </Group>
          <Drawn {...given} hidden={hidden} />
        </>
      )}
    </Stack>
  );
}

const lineOf = (hue: number) => `value${hue}`;
const bandOf = (hue: number) => `band${hue}`;

function Drawn({ chart, say, what, hidden }: Given & { readonly hidden: ReadonlySet<number> }) {
  const { days, scale } = chart;
  const lines = chart.lines.filter(({ hue }) => !hidden.has(hue));
  const color = (hue: number) => `var(--line${hue % 6})`;
  return (
    <div className={classes['chart']}>
      <CompositeChart
        h={260}
        data={dataOf(chart) as DayData[]}
        dataKey="day"
        series={[
          ...lines.map(({ hue }) => ({
            ...{ name: bandOf(hue), color: color(hue), type: 'area' as const },
          })),
          ...lines.map(({ hue }) => ({
            ...{ name: lineOf(hue), color: color(hue), type: 'line' as const },
          })),
        ]}
        curveType="linear"
        withDots={days.length < 3}
        areaProps={{ stroke: 'none', fillOpacity: 0.16, activeDot: false, dot: false }}
        valueFormatter={(value) => say(value)}
        xAxisProps={{ tickFormatter: sayDay }}
        yAxisProps={{
          domain: [scale.low, scale.high],
          ticks: [...scale.ticks],
          allowDataOverflow: true,
          width: 70,
        }}
        composedChartProps={{
          accessibilityLayer: true,
          title: `${what} by day`,
          desc: 'Use the left and right arrow keys to read the values of each day.',
        }}
        tooltipProps={{
          content: ({ active, label }) =>
            active ? <DayShown {...{ chart, lines, say }} day={String(label)} /> : null,
        }}
      />
    </div>
  );
}

interface DayGiven {
  readonly chart: DailyChart;
  readonly lines: DailyChart['lines'];
  readonly day: string;
  readonly say: Say;
}

/** The values of the day that is pointed at, or reached by the arrow keys. */
function DayShown({ chart: { days }, lines, day, say }: DayGiven) {
  const x = days.indexOf(day);
  return (
    <Paper withBorder shadow="md" px="sm" py="xs" role="status">
      <Text size="xs" fw={600}>
        {sayDay(day)}
      </Text>
      {lines.map(({ hue, name, points, band }) => {
        const point = points.find((one) => one.x === x);
        const interval = band.find((one) => one.x === x) ?? { low: null, high: null };
        return (
          <Text key={hue} size="xs" className={hueOf(hue)}>
            <Swatch at={hue} />
            {name}: {point ? `${say(point.y)}, ${sayInterval95(interval, say)}` : 'no users yet'}
          </Text>
        );
      })}
    </Paper>
  );
}
