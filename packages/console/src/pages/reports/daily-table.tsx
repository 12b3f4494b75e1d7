// The daily chart in numbers.
import type { ReportOutput } from '@attune/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { sayInterval } from './numbers.ts';

interface Given {
  readonly variations: ReportOutput['experiences'][number]['variations'];
  readonly days: readonly string[];
  readonly say: (value: number) => string;
}

export function DailyTable({ variations, days, say }: Given) {
  const [isShown, setShown] = useState(false);
  const cellOf = (of: Given['variations'][number], day: string) => {
    const found = of.daily.find((one) => one.day === day);
    if (found === undefined || found.mean.estimate === null) return '–';
    return `${say(found.mean.estimate)} (${sayInterval(found.mean, say)})`;
  };
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide the days’ numbers' : 'Show the days’ numbers'}
      </Button>
      {isShown && (
        <StackedTable
          label="By day"
          heads={['Day', ...variations.map(({ name }) => name)]}
          rows={days.map((day) => ({
            key: day,
            cells: [day, ...variations.map((one) => cellOf(one, day))],
          }))}
        />
      )}
    </div>
  );
}
