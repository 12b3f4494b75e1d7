// How full each column of a feed is and how varied, now and in the revision before.
import { Text } from '@mantine/core';
import type { Answer } from '../../../api/endpoints.ts';
import { Mark } from '../../../ui/mark.tsx';
import { sayShare } from '../../../ui/say-amount.ts';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import { sayCount } from '../feed.ts';
import classes from './columns.module.css';

type Measured = NonNullable<Answer<'readFeedHealth'>['measured']>;
type Column = Measured['columns'][number];

/** Different values are counted no further. */
const distinctMax = 1_000;

export function Columns({ measured }: { measured: Measured }) {
  const { columns, alarms, comparedWith } = measured;
  const isCompared = comparedWith !== null;
  const heads = ['Column', 'Filled', 'Distinct values'];
  return (
    <StackedTable
      label="Columns"
      heads={isCompared ? [...heads, `Revision ${comparedWith}`] : heads}
      rows={columns.map((one) => ({
        key: one.column,
        cells: [
          <span key="name">
            {one.column}{' '}
            {alarms.some(({ column }) => column === one.column) && (
              <Mark tone="odd" size="sm">
                Worse
              </Mark>
            )}
          </span>,
          <Filled key="filled" column={one} />,
          sayDistinct(one.distinct),
          ...(isCompared ? [sayBefore(one)] : []),
        ],
      }))}
    />
  );
}

function Filled({ column: { filled } }: { column: Column }) {
  return (
    <span className={classes['filled']}>
      <span className={classes['ground']} aria-hidden="true">
        <span className={classes['part']} style={{ width: `${100 * filled}%` }} />
      </span>
      <Text span size="sm">
        {sayFilled(filled)}
      </Text>
    </span>
  );
}

/** To a tenth of a per cent, though a few missing are not none. */
const sayFilled = (share: number) =>
  sayShare(Math.min(Math.round(share * 1_000) / 1_000, share < 1 ? 0.999 : 1));

const sayDistinct = (count: number) =>
  count > distinctMax ? `more than ${sayCount(distinctMax)}` : sayCount(count);

function sayBefore({ before, filled, distinct }: Column): string {
  if (before === null) return 'new column';
  if (before.filled === filled && before.distinct === distinct) return 'same';
  return `${sayFilled(before.filled)}, ${sayDistinct(before.distinct)} ${before.distinct === 1 ? 'value' : 'values'}`;
}
