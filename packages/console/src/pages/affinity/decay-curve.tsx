// What is left of a score as days go by: 2 to the power of minus age by half-life.
import classes from './decay-curve.module.css';

const width = 320;
const height = 110;
const steps = 60;
/** The least that shows three half-lives. */
const spansDays = [30, 90, 365] as const;

export function DecayCurve({ halfLifeDays }: { halfLifeDays: number }) {
  const half = Math.min(Math.max(halfLifeDays, 1), 365);
  const span = spansDays.find((days) => days >= 3 * half) ?? 365;
  const x = (day: number) => (day / span) * width;
  const y = (day: number) => height * (1 - 2 ** (-day / half));
  const points = Array.from({ length: steps + 1 }, (_, step) => (step * span) / steps).map(
    (day) => `${x(day).toFixed(1)},${y(day).toFixed(1)}`,
  );
  const left = (day: number) => `${Math.round(100 * 2 ** (-day / half))} %`;
  const said = `After ${half} days a signal counts half, after ${2 * half} days a quarter, after ${span} days ${left(span)}.`;
  return (
    <svg className={classes['curve']} viewBox="-46 -8 374 140" role="img" aria-label={said}>
      <path className={classes['axis']} d={`M0,0V${height}H${width}`} />
      <polygon
        className={classes['area']}
        points={`0,${height} ${points.join(' ')} ${width},${height}`}
      />
      <polyline className={classes['line']} points={points.join(' ')} />
      <path className={classes['half']} d={`M0,${height / 2}H${x(half)}V${height}`} />
      <circle className={classes['dot']} cx={x(half)} cy={height / 2} r={4} />
      <g className={classes['words']}>
        <text x={-6} y={5} textAnchor="end">
          100 %
        </text>
        <text x={-6} y={height / 2 + 4} textAnchor="end">
          50 %
        </text>
        <text x={0} y={height + 17}>
          today
        </text>
        <text x={width} y={height + 17} textAnchor="end">
          {span} days: {left(span)}
        </text>
        <text x={x(half) + 8} y={height / 2 - 6}>
          {half} days
        </text>
      </g>
    </svg>
  );
}
