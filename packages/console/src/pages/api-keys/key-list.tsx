// The keys of a page as a table, with what can be done with each.
import { permissions } from '@attune/contract';
import { ActionIcon, Anchor, Badge, Group, Text, Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link, useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RemoteTable } from '../../ui/table/remote-table.tsx';
import { Time } from '../../ui/time.tsx';
import { CallsChart } from './calls-chart.tsx';
import { CopyKey } from './copy-key.tsx';
import { isExpired, type Key, sayCalls, sum } from './key.ts';
import classes from './key-list.module.css';

type Given = Pick<ComponentProps<typeof RemoteTable<Key>>, 'rows' | 'found' | 'store' | 'pageSize'>;

export function KeyList(given: Given) {
  return (
    <RemoteTable
      {...given}
      {...{ label: 'API keys', columns, search, actions }}
      idOf={({ id }) => id}
    />
  );
}

const search = {
  label: 'Search keys',
  placeholder: 'Search by name or notes',
};

const columns: readonly Column<Key>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: (key) => <Name apiKey={key} />,
    sortBy: ({ name }) => name,
  },
  {
    id: 'permissions',
    head: 'Permissions',
    cell: (key) => (
      <Group gap={4} className={classes['permissions']}>
        {key.permissions.map((permission) => (
          <Badge key={permission} size="sm" variant="default">
            {permissions[permission].label}
          </Badge>
        ))}
      </Group>
    ),
  },
  {
    id: 'calls',
    head: 'Calls in 30 days',
    cell: ({ callsLately }) => (
      <div className={classes['calls']}>
        <CallsChart calls={callsLately} />
        <Text size="xs" c="dimmed" aria-hidden="true">
          {sayCalls(sum(callsLately))}
        </Text>
      </div>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    isShort: true,
    sortBy: ({ lastUsedAt }) => lastUsedAt,
    isLatestFirst: true,
    cell: ({ lastUsedAt }) => <Time at={lastUsedAt} never="Never used" />,
  },
  {
    id: 'created',
    head: 'Created',
    isShort: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    sortBy: ({ createdAt }) => createdAt,
    isLatestFirst: true,
  },
];

function Name({ apiKey: key }: { apiKey: Key }) {
  const { name: site } = useSite();
  return (
    <>
      <Group gap={8}>
        <Anchor component={Link} href={`/${site}/api-keys?key=${key.id}`} size="sm" fw={600}>
          {key.name}
        </Anchor>
        <State apiKey={key} />
      </Group>
      <Badge size="sm" variant="light" color={key.source === 'Server-side' ? 'grape' : 'blue'}>
        {key.source}
      </Badge>
    </>
  );
}

function State({ apiKey: key }: { apiKey: Key }) {
  if (isExpired(key)) {
    return (
      <Badge size="sm" color="red" variant="light">
        Expired
      </Badge>
    );
  }
  if (key.expiresAt === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {key.successorId === null ? 'Expires' : 'Replaced, expires'} <Time at={key.expiresAt} />
    </Text>
  );
}

const actions = (key: Key) => <Actions apiKey={key} />;

function Actions({ apiKey: key }: { apiKey: Key }) {
  return (
    <Group gap={4} wrap="nowrap" className={classes['actions']}>
      <CopyKey apiKey={key} />
      <Changes apiKey={key} />
    </Group>
  );
}

/** Edit, rotate, delete: for those who may. */
function Changes({ apiKey: key }: { apiKey: Key }) {
  const [, setSearch] = useSearchParams();
  if (!useMay(consoleApi.changeKey)) return null;
  const button = (verb: string, icon: IconName, about: string, isRevealed = false) => (
    <Tooltip label={`${about}`}>
      <ActionIcon
        variant="subtle"
        color={verb === 'delete' ? 'red' : 'gray'}
        size="lg"
        aria-label={`${about}: ${key.name}`}
        onClick={() => setSearch({ [verb]: key.id })}
        {...(isRevealed && { className: classes['revealed'] })}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      {button('edit', 'edit', 'Edit key')}
      {key.successorId === null && !isExpired(key) && button('rotate', 'rotate', 'Rotate key')}
      {button('delete', 'trash', 'Delete key', true)}
    </>
  );
}
