// A property of a person's affinity: its values as bars, each opened by what it was made of.
import { Badge, Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../ui/section.tsx';
import { Bar } from './bar.tsx';
import type { Property, Value } from './detailed.ts';
import { sayConfidence, sayDay, sayEdit, sayEvents } from './labels.ts';
import type { PersonName } from './look-up.tsx';
import { PropertyEdit } from './property-edit.tsx';
import { ValueDialog } from './value-dialog.tsx';

const shownAtFirst = 10;

interface Shown {
  readonly property: Property;
  readonly name: PersonName;
}

export function Affinity({ property, name }: Shown) {
  const { values } = property;
  const [isWhole, setWhole] = useState(false);
  const [opened, setOpened] = useState<string>();
  const shown = isWhole ? values : values.slice(0, shownAtFirst);
  const most = Math.max(0, ...values.map(({ score }) => score));
  const value = values.find((one) => one.value === opened);
  return (
    <Section
      title={property.property}
      about={aboutOf(property)}
      actions={<PropertyEdit property={property} name={name} />}
    >
      <Table
        aria-label={`Affinity to ${property.property}`}
        verticalSpacing={6}
        horizontalSpacing="xs"
        withRowBorders={false}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>Rank</Table.Th>
            <Table.Th w={{ sm: '36%' }}>Value</Table.Th>
            <Table.Th ta="right" w={70}>
              Score
            </Table.Th>
            <Table.Th visibleFrom="sm">Confidence</Table.Th>
            <Table.Th visibleFrom="sm">Events</Table.Th>
            <Table.Th visibleFrom="sm">Last seen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((one) => (
            <Row key={one.value} value={one} most={most} onOpen={() => setOpened(one.value)} />
          ))}
        </Table.Tbody>
      </Table>
      {values.length > shownAtFirst && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show top ${shownAtFirst}` : `Show all ${values.length}`}
        </Button>
      )}
      {value && (
        <ValueDialog
          property={property.property}
          value={value}
          name={name}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  );
}

function aboutOf({ mutedBy, edit, halfLifeDays, edges }: Property): string {
  if (mutedBy === 'site') return 'Muted for all users in the affinity settings.';
  if (mutedBy === 'teammate') return 'Muted for this user by a teammate.';
  const bands = edges ? ', numbers in bands' : '';
  const said = edit ? `; ${sayEdit(edit)}` : '';
  return `Half-life ${halfLifeDays} days${bands}${said}.`;
}

interface RowShown {
  readonly value: Value;
  readonly most: number;
  readonly onOpen: () => void;
}

function Row({ value: one, most, onOpen }: RowShown) {
  const { value, rank, score, share, confidence, lastSeenOn, edit, mutedBy } = one;
  const events = sayEvents(
    Object.fromEntries(one.signals.map(({ signal, count }) => [signal, count])),
  );
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>{rank ?? '–'}</Table.Td>
      <Table.Td>
        <Group gap={6}>
          <UnstyledButton onClick={onOpen} aria-haspopup="dialog">
            <Text size="sm" td="underline" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </UnstyledButton>
          {edit && (
            <Badge size="sm" variant="default" tt="none" fw={500}>
              {sayEdit(edit)}
            </Badge>
          )}
          {mutedBy === 'site' && (
            <Badge size="sm" variant="default" tt="none" fw={500}>
              muted for all
            </Badge>
          )}
        </Group>
        <Bar share={most > 0 ? score / most : 0} />
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {events}; last {sayDay(lastSeenOn)}; {sayConfidence(confidence)}
        </Text>
      </Table.Td>
      <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {score.toFixed(2)}
        <Text size="xs" c="dimmed">
          {Math.round(100 * share)} %
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed">
        {sayConfidence(confidence)}
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed">
        {events}
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {sayDay(lastSeenOn)}
      </Table.Td>
    </Table.Tr>
  );
}
