// A small bar chart of whole numbers, with the same in words for those who do not see it.
import classes from './bars.module.css';

interface Given {
  /** The oldest first. */
  readonly values: readonly number[];
  /** What the chart says, in a sentence. */
  readonly label: string;
  /** What a bar says when it is pointed at. */
  readonly nameOf?: (at: number) => string;
  readonly height?: number;
}

/** Fills the width it is given. Days without anything have a line of their own height. */
export function Bars({ values, label, nameOf, height = 28 }: Given) {
  const most = Math.max(...values, 1);
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes['chart']}
      viewBox={`0 0 ${values.length * 4} ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
    >
      {values.map((value, at) => {
        const tall = value === 0 ? 1 : Math.max((value / most) * height, 2);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={at}
            x={at * 4}
            y={height - tall}
            width={3}
            height={tall}
            className={value === 0 ? classes['none'] : classes['bar']}
          >
            {nameOf && <title>{nameOf(at)}</title>}
          </rect>
        );
      })}
    </svg>
  );
}
