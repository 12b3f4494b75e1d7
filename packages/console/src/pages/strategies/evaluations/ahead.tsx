// By how much each strategy is ahead of the first that was compared, with intervals.
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { IntervalBars } from '../../../ui/interval-bars.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import { figureNames, type Report, sayFigure } from './figures.ts';

type Ahead = Report['results'][number]['ahead'][number];
type Name = Exclude<keyof Ahead, 'k'>;

interface Given {
  readonly results: Report['results'];
  readonly k: number;
}

const names: readonly Name[] = ['ndcg', 'hitRate'];

export function AheadShown({ results: [first, ...others], k }: Given) {
  const [name, setName] = useState<Name>('ndcg');
  const rows = others.flatMap(({ strategy, ahead }, at) => {
    const found = ahead.find((one) => one.k === k);
    return found ? [{ strategy, hue: at + 1, ...found[name] }] : [];
  });
  if (!first || rows.length === 0) return null;
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          Ahead of {first.strategy.name}
        </Text>
        <Text size="xs" c="dimmed">
          User by user; of a hundred such intervals 95 hold what is true. One that leaves out 0 is
          beyond chance.
        </Text>
      </div>
      <NativeSelect
        label="Difference in"
        size="xs"
        w={180}
        value={name}
        data={names.map((one) => ({ value: one, label: figureNames[one].head }))}
        onChange={(event) => setName(event.currentTarget.value as Name)}
      />
      <IntervalBars
        rows={rows.map(({ strategy, hue, mean, low, high }) => ({
          ...{ key: strategy.id, name: strategy.name, hue, estimate: mean, low, high },
        }))}
        say={sayFigure}
        compareWith={0}
      />
      <StackedTable
        label={`Ahead of ${first.strategy.name}`}
        heads={['Strategy', 'Ahead by', 'From', 'To', 'So it is']}
        rows={rows.map(({ strategy, mean, low, high }) => ({
          key: strategy.id,
          cells: [
            strategy.name,
            sayFigure(mean),
            sayFigure(low),
            sayFigure(high),
            low > 0 ? 'better' : high < 0 ? 'worse' : 'not told apart',
          ],
        }))}
      />
    </Stack>
  );
}
