// A strategy: its recipe with what it gives beside it, and its history.
import { Alert, Anchor, Button, Group, Tabs, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../../ui/page.tsx';
import { CloneStrategy } from '../clone-strategy.tsx';
import { RemoveStrategy } from '../remove-strategy.tsx';
import { type Strategy, strategyParams } from '../strategy.ts';
import { sayUsers } from '../uses.ts';
import { DraftForm } from './draft-form.tsx';
import { useForm } from './form.ts';

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }));

export function Editor({ id }: { id: number }) {
  const { name: site } = useSite();
  const asked = useAnswer(consoleApi.readStrategy, strategyParams(site, id));
  if (asked.data) return <Opened strategy={asked.data} />;
  return (
    <Page title={`Strategy ${id}`} about={<Back />}>
      {asked.error ? (
        <ErrorAlert error={asked.error} onRetry={asked.refetch} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Page>
  );
}

function Back() {
  const { name: site } = useSite();
  return (
    <Anchor component={Link} href={`/${site}/strategies`} size="sm">
      All strategies
    </Anchor>
  );
}

function Opened({ strategy }: { strategy: Strategy }) {
  const form = useForm(strategy);
  const [search, setSearch] = useSearchParams();
  const shown = search.get('show') === 'history' ? 'history' : 'recipe';
  const show = (tab: string | null) =>
    setSearch({ id: String(strategy.id), ...(tab === 'history' && { show: tab }) });
  return (
    <Page
      title={strategy.strategy.name}
      about={
        <Group gap="xs">
          <Back />
          <span style={{ overflowWrap: 'anywhere' }}>{sayUsers(strategy.usedBy)}</span>
        </Group>
      }
      actions={<Actions strategy={strategy} />}
    >
      {form.isReadOnly && (
        <Alert icon={<Icon name="lock" />} variant="light" color="gray">
          <Text size="sm">You can read this strategy. An Editor of the site can change it.</Text>
        </Alert>
      )}
      <Tabs value={shown} onChange={show} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="recipe">Recipe</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="recipe" pt="md">
          <DraftForm form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <Suspense fallback={<ListSkeleton />}>
            <History form={form} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Actions({ strategy }: { strategy: Strategy }) {
  const { name: site } = useSite();
  const [, go] = useLocation();
  const [verb, setVerb] = useState<'clone' | 'delete'>();
  const mayClone = useMay(consoleApi.createStrategy);
  const mayDelete = useMay(consoleApi.deleteStrategy);
  const onClose = () => setVerb(undefined);
  return (
    <Group gap="xs">
      {mayClone && (
        <Button variant="default" px="sm" onClick={() => setVerb('clone')}>
          Clone
        </Button>
      )}
      {mayDelete && (
        <Button variant="default" px="sm" onClick={() => setVerb('delete')}>
          Delete
        </Button>
      )}
      {verb === 'clone' && <CloneStrategy strategy={strategy} onClose={onClose} />}
      {verb === 'delete' && (
        <RemoveStrategy
          strategy={strategy}
          onClose={onClose}
          onGone={() => go(`/${site}/strategies`)}
        />
      )}
    </Group>
  );
}
