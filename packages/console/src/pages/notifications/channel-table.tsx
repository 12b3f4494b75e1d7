// The channels of a site: what each is told, where that goes, and whether it is on.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import { Mark } from '../../ui/mark.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import type { Channel } from './channel.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { DeleteChannel } from './delete-channel.tsx';
import { eventLabels, statusOf, typeLabels } from './labels.ts';

export function ChannelTable({ channels }: { channels: readonly Channel[] }) {
  const [asked, setAsked] = useState<{ what: 'change' | 'delete'; channel: Channel }>();
  const onClose = () => setAsked(undefined);
  const actions = (channel: Channel) => (
    <ChangeAndDelete
      name={channel.name}
      mayChange
      mayDelete
      onChange={() => setAsked({ what: 'change', channel })}
      onDelete={() => setAsked({ what: 'delete', channel })}
    />
  );
  return (
    <>
      <DataTable
        {...{ label: 'Channels', rows: channels, columns, actions }}
        idOf={({ id }) => id}
      />
      {asked?.what === 'change' && <ChannelDialog channel={asked.channel} onClose={onClose} />}
      {asked?.what === 'delete' && (
        <DeleteChannel channel={asked.channel} onClose={onClose} onDeleted={onClose} />
      )}
    </>
  );
}

const columns: readonly Column<Channel>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: ({ id, name }) => <NameLink to={`notifications?channel=${id}`}>{name}</NameLink>,
    sortBy: ({ name }) => name,
  },
  {
    id: 'type',
    head: 'Type',
    isShort: true,
    cell: ({ type }) => typeLabels[type],
    sortBy: ({ type }) => typeLabels[type],
  },
  {
    id: 'target',
    head: 'Sent to',
    cell: ({ target }) => <span style={{ overflowWrap: 'anywhere' }}>{target}</span>,
  },
  {
    id: 'events',
    head: 'Events',
    cell: ({ events }) =>
      events.length === 0 ? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ) : (
        events.map((event) => eventLabels[event]).join(', ')
      ),
  },
  {
    id: 'status',
    head: 'Status',
    cell: (channel) => {
      const [said, tone] = statusOf(channel);
      return (
        <Mark size="sm" tone={tone}>
          {said}
        </Mark>
      );
    },
    sortBy: (channel) => statusOf(channel)[0],
  },
];
