// The strategies of a site: what each does in words, who uses it, how its models are.
import { ActionIcon, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useListed } from '../../api/every.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import { useAddressState } from '../../ui/table/use-state.ts';
import { CloneStrategy } from './clone-strategy.tsx';
import { ModelStates } from './models/model-states.tsx';
import { sayChain } from './recipe/labels.ts';
import type { MethodDraft } from './recipe/methods.ts';
import { RemoveStrategy } from './remove-strategy.tsx';
import { curlOfStrategy, type Strategy } from './strategy.ts';
import { sayUsers } from './uses.ts';

export function StrategiesListed({ newButton }: { newButton: ReactNode }) {
  const { name: site } = useSite();
  const { items, isWhole, error, refetch } = useListed(consoleApi.listStrategies, site);
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!items) return <ListSkeleton />;
  if (items.length === 0 && isWhole) {
    return (
      <EmptyState
        icon="strategy"
        title="No strategies yet"
        action={newButton}
        curl={curlOfStrategy(window.location.origin)}
      >
        A strategy chooses items of a feed for a slot, step by step: “viewed together, then
        popular”. Campaigns of the type Recommendations use and test strategies.
      </EmptyState>
    );
  }
  return <StrategyTable strategies={items} isPartial={!isWhole} />;
}

type Verb = 'clone' | 'delete';

interface TableGiven {
  readonly strategies: readonly Strategy[];
  readonly isPartial: boolean;
}

function StrategyTable({ strategies, isPartial }: TableGiven) {
  const [doing, setDoing] = useState<{ verb: Verb; strategy: Strategy }>();
  const store = useAddressState();
  const mayClone = useMay(consoleApi.createStrategy);
  const onClose = () => setDoing(undefined);
  return (
    <>
      <DataTable
        {...{ label: 'Strategies', rows: strategies, columns, store, search, isPartial }}
        idOf={({ id }) => id}
        {...(mayClone && {
          actions: (strategy: Strategy) => (
            <RowMenu name={nameOf(strategy)} onDo={(verb) => setDoing({ verb, strategy })} />
          ),
        })}
      />
      {doing?.verb === 'clone' && <CloneStrategy strategy={doing.strategy} onClose={onClose} />}
      {doing?.verb === 'delete' && <RemoveStrategy strategy={doing.strategy} onClose={onClose} />}
    </>
  );
}

const nameOf = ({ strategy }: Strategy) => strategy.name;
const chainOf = ({ strategy }: Strategy) =>
  sayChain({ steps: strategy.steps as readonly { method: MethodDraft }[] });

const search = {
  label: 'Search strategies',
  placeholder: 'Search by name or step',
  textOf: (strategy: Strategy) => `${nameOf(strategy)}\n${chainOf(strategy)}`,
};

const columns: readonly Column<Strategy>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: (strategy) => <NameLink to={`strategies?id=${strategy.id}`}>{nameOf(strategy)}</NameLink>,
    sortBy: nameOf,
  },
  { id: 'steps', head: 'Steps', cell: chainOf, sortBy: chainOf },
  {
    id: 'uses',
    head: 'Campaigns',
    cell: ({ usedBy }) => sayUsers(usedBy),
    sortBy: ({ usedBy }) => usedBy.length,
    isLatestFirst: true,
  },
  { id: 'models', head: 'Models', cell: ({ id }) => <ModelStates strategy={id} /> },
];

function RowMenu({ name, onDo }: { name: string; onDo: (verb: Verb) => void }) {
  const mayDelete = useMay(consoleApi.deleteStrategy);
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${name}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => onDo('clone')}>
          Clone
        </Menu.Item>
        {mayDelete && (
          <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => onDo('delete')}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
