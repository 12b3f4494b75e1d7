// The teammates of a site; an Admin changes and removes the others.
import { ActionIcon, Badge, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSession } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { Teammate } from './teammate.ts';

export function TeammateList({ teammates }: { teammates: readonly Teammate[] }) {
  const [asked, setAsked] = useState<{ what: 'change' | 'remove'; teammate: Teammate }>();
  const { id: ownId } = useSession().teammate;
  const mayChange = useMay(consoleApi.changeTeammate);
  const columns = useMemo(() => columnsFor(ownId), [ownId]);
  const onClose = () => setAsked(undefined);
  const actions = (teammate: Teammate) =>
    teammate.id !== ownId && (
      <>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Change the role of ${teammate.name}`}
          onClick={() => setAsked({ what: 'change', teammate })}
        >
          <Icon name="edit" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Remove ${teammate.name}`}
          onClick={() => setAsked({ what: 'remove', teammate })}
        >
          <Icon name="trash" />
        </ActionIcon>
      </>
    );
  return (
    <>
      <DataTable
        {...{ label: 'Teammates', rows: teammates, columns, search }}
        idOf={({ id }) => id}
        {...(mayChange && { actions })}
      />
      {asked?.what === 'change' && <ChangeDialog teammate={asked.teammate} onClose={onClose} />}
      {asked?.what === 'remove' && <RemoveDialog teammate={asked.teammate} onClose={onClose} />}
    </>
  );
}

const search = {
  label: 'Search teammates',
  placeholder: 'Search by name or address',
  textOf: ({ name, email }: Teammate) => `${name}\n${email}`,
};

const columnsFor = (ownId: string): readonly Column<Teammate>[] => [
  {
    id: 'name',
    head: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ id, name, email }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text span size="sm" fw={600}>
          {name}
        </Text>
        {id === ownId && (
          <Text span size="sm" c="dimmed">
            {' '}
            (you)
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </div>
    ),
  },
  {
    id: 'role',
    head: 'Role',
    sortBy: ({ role }) => role,
    filter: { any: 'Any role', valuesOf: ({ role }) => [role] },
    cell: ({ role, codeEditing, fromGroups }) => (
      <Group gap={6}>
        <Badge variant="light">{role}</Badge>
        {codeEditing && (
          <Badge variant="light" color="violet">
            Code editing
          </Badge>
        )}
        {fromGroups && <Badge variant="default">Role from groups</Badge>}
      </Group>
    ),
  },
  {
    id: 'factor',
    head: 'Two-factor',
    sortBy: ({ hasSecondFactor }) => Number(hasSecondFactor),
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off'),
  },
  {
    id: 'seen',
    head: 'Last seen',
    isLatestFirst: true,
    sortBy: ({ lastSeenAt }) => lastSeenAt,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} never="Never signed in" />,
  },
];
