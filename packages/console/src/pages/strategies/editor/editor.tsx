// A strategy: its recipe with what it gives beside it, and its history.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { LoadedVersioned, VersionedPage } from '../../../versioned/versioned-page.tsx';
import { CloneStrategy } from '../clone-strategy.tsx';
import { RemoveStrategy } from '../remove-strategy.tsx';
import type { Strategy } from '../strategy.ts';
import { sayUsers } from '../uses.ts';
import { DraftForm } from './draft-form.tsx';
import { strategyKind, useForm } from './form.ts';

export function Editor({ id }: { id: number }) {
  return (
    <LoadedVersioned kind={strategyKind} id={id}>
      {(strategy) => <Opened strategy={strategy} />}
    </LoadedVersioned>
  );
}

function Opened({ strategy }: { strategy: Strategy }) {
  const form = useForm(strategy);
  return (
    <VersionedPage
      kind={strategyKind}
      thing={strategy}
      form={form}
      title={strategy.strategy.name}
      about={
        <span style={{ overflowWrap: 'anywhere' }}>
          {sayUsers(strategy.usedBy)}{' '}
          <PageLink to={`recommendations?strategy=${strategy.id}`}>View its results</PageLink>
        </span>
      }
      actions={<Actions strategy={strategy} />}
      tab="Recipe"
      marks={[{ version: strategy.version, tone: 'good', word: 'In use' }]}
    >
      <DraftForm form={form} />
    </VersionedPage>
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
