// How the models behind a strategy stand, in a word or two.
import { Group } from '@mantine/core';
import { Mark } from '../../../ui/mark.tsx';
import { sayPart } from './labels.ts';
import { toneOf, useModels, wordOf } from './model.ts';

const inOrder = ['failed', 'building', 'waiting', 'ready'] as const;

export function ModelStates({ strategy }: { strategy: number }) {
  const models = (useModels().data?.items ?? []).filter(({ strategies }) =>
    strategies.some(({ id }) => id === strategy),
  );
  const states = Map.groupBy(models, ({ state }) => state);
  return (
    <Group gap={4}>
      {inOrder.map((state) => {
        const these = states.get(state);
        if (!these) return null;
        const [first] = these;
        const share = state === 'building' && first?.progress ? first.progress.share : undefined;
        const count = these.length > 1 ? `${these.length} models: ` : 'Model: ';
        return (
          <Mark key={state} tone={toneOf[state]} size="sm">
            {count}
            {share === undefined ? wordOf[state].toLowerCase() : `built to ${sayPart(share)}`}
          </Mark>
        );
      })}
    </Group>
  );
}
