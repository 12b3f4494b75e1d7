// The models that strategies are answered from: what each was made of, and how it is getting on.
import { Stack, Text } from '@mantine/core';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Warning } from '../../../ui/warning.tsx';
import { sayCpu } from './labels.ts';
import { useModels } from './model.ts';
import { ModelCard } from './model-card.tsx';

export function Models() {
  const { data, error, refetch } = useModels();
  if (error && !data) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon="strategy" title="No models yet">
        Methods that learn from events (popular, trending, viewed or bought together, similar,
        collaborative) have a model each, which a worker builds as soon as a strategy uses the
        method, and again when enough has changed. Strategies with the same options share one.
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Built by a worker, off the path of requests; the last good one is served until the next is
        there. Strategies whose steps have the same options share a model. {sayCpu(data.cpu)}
      </Text>
      {data.cpu.allSitesMs >= data.cpu.budgetMs && (
        <Warning title="Rebuilds continue tomorrow">
          Models and evaluations have used the processor time that they may take a day (UTC), set by
          MODEL_CPU_BUDGET. The last good models are still served. “Build now” still works, and so
          do evaluations.
        </Warning>
      )}
      {data.items.map((model) => (
        <ModelCard key={model.id} model={model} />
      ))}
    </Stack>
  );
}
