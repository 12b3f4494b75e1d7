// The daily chart in numbers.
import type { ReportOutput } from '@attune/contract';
import { Disclosure } from '../../ui/disclosure.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { sayInterval } from './numbers.ts';

interface Given {
  readonly variations: ReportOutput['experiences'][number]['variations'];
  readonly days: readonly string[];
  readonly say: (value: number) => string;
}

export function DailyTable({ variations, days, say }: Given) {
  const cellOf = ({ daily }: Given['variations'][number], day: string) => {
    const mean = daily.find((one) => one.day === day)?.mean;
    if (mean === undefined || mean.estimate === null) return '–';
    return `${say(mean.estimate)} (${sayInterval(mean, say)})`;
  };
  return (
    <Disclosure what="the days’ numbers">
      <StackedTable
        label="By day"
        heads={['Day', ...variations.map(({ name }) => name)]}
        rows={days.map((day) => ({
          key: day,
          cells: [day, ...variations.map((one) => cellOf(one, day))],
        }))}
      />
    </Disclosure>
  );
}
