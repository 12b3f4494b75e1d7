// What a site recommends by: its strategies, the models behind them, how they compare.
import { Button, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { Opening } from '../../ui/opening.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { StrategiesListed } from './strategies-listed.tsx';

const Models = lazy(async () => ({ default: (await import('./models/models.tsx')).Models }));
const Evaluations = lazy(async () => ({
  default: (await import('./evaluations/evaluations.tsx')).Evaluations,
}));
const NewStrategy = lazy(async () => ({
  default: (await import('./new-strategy.tsx')).NewStrategy,
}));

const tabs = ['strategies', 'models', 'evaluations'] as const;

export function StrategiesPage() {
  const mayCreate = useMay(consoleApi.createStrategy);
  const [search, setSearch] = useSearchParams();
  const shown = tabs.find((one) => one === search.get('show')) ?? 'strategies';
  const show = (tab: string | null) =>
    setSearch(tab === null || tab === 'strategies' ? {} : { show: tab });
  return (
    <Page
      title="Strategies"
      about="Recipes for recommendations, which campaigns use."
      actions={mayCreate && <NewButton />}
    >
      <Tabs value={shown} onChange={show} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="strategies">Strategies</Tabs.Tab>
          <Tabs.Tab value="models">Models</Tabs.Tab>
          <Tabs.Tab value="evaluations">Evaluation</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="strategies" pt="md">
          <StrategiesListed newButton={mayCreate && <NewButton />} />
        </Tabs.Panel>
        <Tabs.Panel value="models" pt="md">
          <Suspense fallback={<ListSkeleton />}>
            <Models />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="evaluations" pt="md">
          <Suspense fallback={<ListSkeleton />}>
            <Evaluations />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {mayCreate && search.has('new') && (
        <Suspense fallback={<Opening />}>
          <NewStrategy onClose={() => setSearch('', { replace: true })} />
        </Suspense>
      )}
    </Page>
  );
}

function NewButton() {
  const [, setSearch] = useSearchParams();
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New strategy
    </Button>
  );
}
