// Requests and events as a table; each row is drawn once, however many come after it.
import { Group, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { CopyIcon } from '../../ui/copy-button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { UserName } from '../../ui/user-name.tsx';
import type { Entry } from './buffer.ts';
import { capitalised, nameOf, outcomeOfEvent, outcomeOfRequest } from './labels.ts';

export function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table aria-label="Latest requests, decisions and events" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th visibleFrom="sm">Time</Table.Th>
          <Table.Th>Request or event</Table.Th>
          <Table.Th visibleFrom="sm">Key</Table.Th>
          <Table.Th>Result</Table.Th>
          <Table.Th visibleFrom="md" ta="right">
            Duration
          </Table.Th>
          <Table.Th visibleFrom="md">Trace ID</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Row key={entry.number} entry={entry} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

const anywhere = { overflowWrap: 'anywhere' } as const;

const Row = memo(function Row({ entry }: { entry: Entry }) {
  const { at, kind, key, ms, traceId, why, user } = entry;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td visibleFrom="sm">
        <Moment at={at} form="clock" />
      </Table.Td>
      <Table.Td>
        <Text size="sm" fw={500} style={anywhere}>
          {nameOf(entry)}{' '}
          <Text span size="xs" c="dimmed" fw={400}>
            {kind}
          </Text>
        </Text>
        {user && (
          <Text size="xs" component="div" style={anywhere}>
            <UserName {...user} />
          </Text>
        )}
        {why && (
          <Text size="xs" c="dimmed" style={anywhere}>
            {capitalised(why)}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm" style={anywhere}>
          <Moment at={at} form="clock" /> · {key ?? 'no key'}
        </Text>
        <Group hiddenFrom="md" gap="xs">
          {ms !== null && (
            <Text size="xs" c="dimmed">
              {sayMs(ms)}
            </Text>
          )}
          <Trace id={traceId} />
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ ...anywhere, minWidth: '9rem' }}>
        {key ?? '–'}
      </Table.Td>
      <Table.Td>
        <Outcome entry={entry} />
      </Table.Td>
      <Table.Td visibleFrom="md" ta="right" style={{ whiteSpace: 'nowrap' }}>
        {ms === null ? '–' : sayMs(ms)}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Trace id={traceId} />
      </Table.Td>
    </Table.Tr>
  );
});

function Trace({ id }: { id: string }) {
  return (
    <Group gap={2} wrap="nowrap">
      <Text size="xs" ff="monospace" c="dimmed" title={id}>
        {id.slice(0, 8)}…
      </Text>
      <CopyIcon text={id} what="the trace ID" />
    </Group>
  );
}

function Outcome({ entry: { kind, status, isUsed, decisionId } }: { entry: Entry }) {
  if (decisionId) return <PageLink to={`why?decision=${decisionId}`}>See why</PageLink>;
  if (kind === 'event') return <Mark {...outcomeOfEvent(isUsed)} />;
  return <Mark {...outcomeOfRequest(status ?? 0)} />;
}

const sayMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
