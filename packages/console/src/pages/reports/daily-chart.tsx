// How estimates settled day by day, and how their bands narrowed.
import { Group, Text } from '@mantine/core';
import { hueOf, Swatch } from '../../ui/hue.tsx';
import type { DailyChart as Chart, Line } from './daily.ts';
import classes from './daily-chart.module.css';

const width = 1000;
const height = 300;

interface Given {
  readonly chart: Chart;
  readonly say: (value: number) => string;
  /** What is drawn: "Rate". */
  readonly what: string;
}

export function DailyChart({ chart: { days, lines, scale }, say, what }: Given) {
  const x = (day: number) => (days.length > 1 ? (day / (days.length - 1)) * width : width / 2);
  const y = (value: number) => (1 - scale.placeOf(value)) * height;
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const middle = days.length > 4 ? days[Math.floor(days.length / 2)] : undefined;
  return (
    <div>
      <Group gap="md" mb="xs">
        {lines.map(({ hue, name }) => (
          <Text key={hue} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Swatch at={hue} />
            {name}
          </Text>
        ))}
      </Group>
      <div
        className={classes['chart']}
        role="img"
        aria-label={`${what} by day, from ${first} to ${last}, with its interval; the table below has the numbers`}
      >
        <div className={classes['values']}>
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ top: `${(y(tick) / height) * 100}%` }}>
              {say(tick)}
            </span>
          ))}
        </div>
        <svg
          className={classes['plot']}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {scale.ticks.map((tick) => (
            <line key={tick} className={classes['rule']} x2={width} y1={y(tick)} y2={y(tick)} />
          ))}
          {lines.map((line) => (
            <Drawn key={line.hue} line={line} x={x} y={y} />
          ))}
        </svg>
        <div className={classes['days']}>
          <span>{first}</span>
          {middle && <span>{middle}</span>}
          <span>{last}</span>
        </div>
      </div>
    </div>
  );
}

interface Placed {
  readonly line: Line;
  readonly x: (day: number) => number;
  readonly y: (value: number) => number;
}

function Drawn({ line: { hue, points, band }, x, y }: Placed) {
  const at = (day: number, value: number) => `${x(day).toFixed(1)},${y(value).toFixed(1)}`;
  const edge = [
    ...band.map((one) => at(one.x, one.high)),
    ...band.toReversed().map((one) => at(one.x, one.low)),
  ];
  return (
    <g className={hueOf(hue)}>
      <polygon className={classes['band']} points={edge.join(' ')} />
      <polyline
        className={classes['line']}
        points={points.map((one) => at(one.x, one.y)).join(' ')}
      />
    </g>
  );
}
