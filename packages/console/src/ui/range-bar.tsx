// Parts of a whole on one line, and where something lies on it.
import { hueOf } from './hue.tsx';
import classes from './range-bar.module.css';
import { anchorAt } from './scale.ts';

export interface Part {
  /** From (included) to (excluded), of 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly hue: number;
}

interface Given {
  readonly parts: readonly Part[];
  /** What the bar shows, in a sentence. */
  readonly label: string;
  /** Where the mark is, of 0 to 1, and what is written beside it. */
  readonly mark?: { readonly at: number; readonly said: string };
}

const percent = (part: number) => `${(100 * part).toFixed(3)}%`;

export function RangeBar({ parts, label, mark }: Given) {
  return (
    <svg
      className={classes['bar']}
      role="img"
      aria-label={label}
      // What is written below a mark needs a line.
      height={mark ? 40 : 22}
    >
      <rect className={classes['ground']} width="100%" y={4} height={16} rx={3} />
      {parts.map(({ from, to, hue }) => (
        <rect
          key={`${from} ${hue}`}
          className={`${classes['part']} ${hueOf(hue)}`}
          x={percent(from)}
          width={percent(Math.max(to - from, 0))}
          y={4}
          height={16}
        />
      ))}
      {mark && (
        <>
          <line
            className={classes['mark']}
            x1={percent(mark.at)}
            x2={percent(mark.at)}
            y1={0}
            y2={24}
          />
          <text
            className={classes['word']}
            x={percent(mark.at)}
            y={36}
            textAnchor={anchorAt(mark.at)}
          >
            {mark.said}
          </text>
        </>
      )}
    </svg>
  );
}
