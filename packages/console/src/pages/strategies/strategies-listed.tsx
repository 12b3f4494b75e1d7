// The strategies of a site: what each does in words, who uses it, how its models stand.
import { ActionIcon, Anchor, Menu, Paper, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import rows from '../../ui/row-list.module.css';
import { CloneStrategy } from './clone-strategy.tsx';
import { ModelStates } from './models/model-states.tsx';
import { sayChain } from './recipe/labels.ts';
import type { MethodDraft } from './recipe/methods.ts';
import { RemoveStrategy } from './remove-strategy.tsx';
import { curlOfStrategy, limit, type Strategy } from './strategy.ts';
import { sayUsers } from './uses.ts';

export function StrategiesListed({ newButton }: { newButton: ReactNode }) {
  const { name: site } = useSite();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const pages = usePages(q);
  const query = {
    limit: String(limit),
    ...(q && { q }),
    ...(pages.cursor && { cursor: pages.cursor }),
  };
  const listed = useAnswer(
    consoleApi.listStrategies,
    { params: { site }, query },
    { keepsPrevious: true },
  );
  const { data, error } = listed;
  if (error) return <ErrorAlert error={error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton />;
  if (data.items.length === 0 && q === '' && pages.page === 0) {
    return (
      <EmptyState
        icon="strategy"
        title="No strategies yet"
        action={newButton}
        curl={curlOfStrategy(window.location.origin)}
      >
        A strategy says which items of a feed a slot is given: a chain of steps such as “viewed
        together, then popular”, and what every item must be. A campaign of the type recommendations
        gives strategies to its variations, so that they are tested like anything else.
      </EmptyState>
    );
  }
  return (
    <>
      <TextInput
        aria-label="Search strategies"
        placeholder="Search by name"
        type="search"
        leftSection={<Icon name="search" size={16} />}
        maw={360}
        mb="md"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <StrategyList strategies={data.items} />
      <Pager {...pages} next={data.next} shown={data.items.length} size={limit} />
    </>
  );
}

type Verb = 'clone' | 'delete';

function StrategyList({ strategies }: { strategies: readonly Strategy[] }) {
  const [doing, setDoing] = useState<{ verb: Verb; strategy: Strategy }>();
  const onClose = () => setDoing(undefined);
  if (strategies.length === 0) {
    return (
      <Text c="dimmed" size="sm" role="status">
        No strategy has such a name.
      </Text>
    );
  }
  return (
    <>
      <Paper withBorder component="ul" className={rows['list']} aria-label="Strategies">
        {strategies.map((strategy) => (
          <Row
            key={strategy.id}
            strategy={strategy}
            onDo={(verb) => setDoing({ verb, strategy })}
          />
        ))}
      </Paper>
      {doing?.verb === 'clone' && <CloneStrategy strategy={doing.strategy} onClose={onClose} />}
      {doing?.verb === 'delete' && <RemoveStrategy strategy={doing.strategy} onClose={onClose} />}
    </>
  );
}

interface RowGiven {
  readonly strategy: Strategy;
  readonly onDo: (verb: Verb) => void;
}

function Row({ strategy: { id, strategy, usedBy }, onDo }: RowGiven) {
  const [, setSearch] = useSearchParams();
  const steps = strategy.steps as readonly { method: MethodDraft }[];
  return (
    <li className={rows['row']}>
      <div className={rows['main']}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          ta="left"
          className={rows['name']}
          onClick={() => setSearch({ id: String(id) })}
        >
          {strategy.name}
        </Anchor>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {sayChain({ steps })}
        </Text>
      </div>
      <Text size="xs" c="dimmed" component="div" className={rows['middle']}>
        {sayUsers(usedBy)}
      </Text>
      <div className={rows['side']}>
        <ModelStates strategy={id} />
      </div>
      <div className={rows['actions']}>
        <RowMenu name={strategy.name} onDo={onDo} />
      </div>
    </li>
  );
}

function RowMenu({ name, onDo }: { name: string; onDo: RowGiven['onDo'] }) {
  const mayClone = useMay(consoleApi.createStrategy);
  const mayDelete = useMay(consoleApi.deleteStrategy);
  if (!mayClone && !mayDelete) return null;
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Do something with ${name}`}
        >
          <Icon name="menu" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => onDo('clone')}>
          Clone
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => onDo('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
