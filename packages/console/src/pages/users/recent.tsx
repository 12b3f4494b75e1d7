// The last events of a person.
import { Table, Text } from '@mantine/core';
import type { Answer } from '../../api/endpoints.ts';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';

export function Recent({ events }: { events: Answer<'readUser'>['recent'] }) {
  if (events.length === 0) return null;
  return (
    <Section title="Last events" about="Newest first, at most 50.">
      <Table aria-label="Last events" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="xs">Time</Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th visibleFrom="sm">About</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map(({ id, time, kind, name, about }) => (
            <Table.Tr key={`${time} ${id}`} style={{ verticalAlign: 'top' }}>
              <Table.Td visibleFrom="xs">
                <Moment at={time} />
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {name}{' '}
                <Text span size="xs" c="dimmed">
                  {kind}
                </Text>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {about}
                </Text>
                <Text size="xs" c="dimmed" hiddenFrom="xs" component="div">
                  <Moment at={time} />
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
                {about}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
