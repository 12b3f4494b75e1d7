// Estimates with their intervals, one below the other on a common axis.
import { Fragment } from 'react';
import { hueOf } from './hue.tsx';
import classes from './interval-bars.module.css';
import { anchorAt, type Scale, scaleOf } from './scale.ts';

export interface IntervalRow {
  readonly key: string | number;
  readonly name: string;
  /** Which colour it has. */
  readonly hue: number;
  readonly estimate: number | null;
  /** null: without an end on this side. */
  readonly low: number | null;
  readonly high: number | null;
}

interface Given {
  readonly rows: readonly IntervalRow[];
  /** How a number of the axis is written. */
  readonly say: (value: number) => string;
  /** Drawn as a line to compare with. */
  readonly compareWith?: number;
}

/** To be shown beside a table with the same numbers, which is for those who do not see it. */
export function IntervalBars({ rows, say, compareWith }: Given) {
  const shown = rows.flatMap(({ low, high, estimate }) => [low, high, estimate]);
  const values = [...shown, compareWith].filter((value) => typeof value === 'number');
  const scale = scaleOf(values);
  const at = (value: number) => `${(100 * scale.placeOf(value)).toFixed(2)}%`;
  return (
    <div className={classes['chart']} aria-hidden="true">
      {rows.map((row) => (
        <Fragment key={row.key}>
          <span className={classes['name']}>{row.name}</span>
          <svg className={classes['row']} aria-hidden="true">
            {scale.ticks.map((tick) => (
              <line key={tick} className={classes['rule']} x1={at(tick)} x2={at(tick)} y2="100%" />
            ))}
            {compareWith !== undefined && (
              <line
                className={classes['zero']}
                x1={at(compareWith)}
                x2={at(compareWith)}
                y2="100%"
              />
            )}
            <Interval row={row} scale={scale} />
          </svg>
        </Fragment>
      ))}
      <svg className={classes['axis']} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <text key={tick} x={at(tick)} y="14" textAnchor={anchorAt(scale.placeOf(tick))}>
            {say(tick)}
          </text>
        ))}
      </svg>
    </div>
  );
}

function Interval({
  row: { hue, low, high, estimate },
  scale,
}: {
  row: IntervalRow;
  scale: Scale;
}) {
  if (estimate === null) return null;
  const percent = (value: number) => 100 * scale.placeOf(value);
  const from = percent(low ?? Number.NEGATIVE_INFINITY);
  const to = percent(high ?? Number.POSITIVE_INFINITY);
  const line = (x: number, name: string, half: number) => (
    <line
      className={classes[name]}
      x1={`${x.toFixed(2)}%`}
      x2={`${x.toFixed(2)}%`}
      y1={13 - half}
      y2={13 + half}
    />
  );
  return (
    <g className={hueOf(hue)}>
      <rect
        className={classes['band']}
        x={`${from.toFixed(2)}%`}
        width={`${Math.max(to - from, 0.2).toFixed(2)}%`}
        y={8}
        height={10}
        rx={2}
      />
      {low !== null && line(from, 'end', 5)}
      {high !== null && line(to, 'end', 5)}
      {line(percent(estimate), 'estimate', 8)}
    </g>
  );
}
