// A property of a person's affinity: its values as bars, each with what it was made of.
import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/endpoints.ts';
import { Section } from '../../ui/section.tsx';
import { Bar } from './bar.tsx';
import { sayDay, sayEvents } from './words.ts';

type Property = Answer<'readUser'>['affinity'][number];
type Value = Property['values'][number];

const shownAtFirst = 10;

export function Affinity({ property: { property, values } }: { property: Property }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? values : values.slice(0, shownAtFirst);
  const most = Math.max(...values.map(({ score }) => score));
  return (
    <Section title={property}>
      <Table
        aria-label={`Affinity to ${property}`}
        verticalSpacing={6}
        horizontalSpacing="xs"
        withRowBorders={false}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>Rank</Table.Th>
            <Table.Th w={{ sm: '40%' }}>Value</Table.Th>
            <Table.Th ta="right" w={70}>
              Score
            </Table.Th>
            <Table.Th visibleFrom="sm">Events</Table.Th>
            <Table.Th visibleFrom="sm">Last seen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((value) => (
            <Row key={value.value} value={value} most={most} />
          ))}
        </Table.Tbody>
      </Table>
      {values.length > shownAtFirst && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${shownAtFirst}` : `Show all ${values.length}`}
        </Button>
      )}
    </Section>
  );
}

function Row({ value: { value, rank, score, lastSeenAt, events }, most }: RowShown) {
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>{rank}</Table.Td>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {value}
        </Text>
        <Bar share={most > 0 ? score / most : 0} />
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {sayEvents(events)}; last {sayDay(lastSeenAt)}
        </Text>
      </Table.Td>
      <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {score.toFixed(2)}
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed">
        {sayEvents(events)}
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {sayDay(lastSeenAt)}
      </Table.Td>
    </Table.Tr>
  );
}

interface RowShown {
  readonly value: Value;
  readonly most: number;
}
