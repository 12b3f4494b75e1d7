// What users did from the first minute on: to see that a test works, not to decide by.
import type { ReportOutput } from '@attune/contract';
import { formatOf, sayNumber } from '@attune/core';
import { Badge, Group, List, Text } from '@mantine/core';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import type { Report } from './query.ts';

type Preliminary = NonNullable<ReportOutput['preliminary']>;

const tracking = {
  working: 'Tracking works: events arrive from users who see this campaign.',
  'no-exposures': 'No user has seen this campaign yet.',
  'no-events':
    'No events from users who see this campaign. Check that your site reports purchases and clicks.',
} as const;

export function SoFar({ report: { preliminary } }: { report: Report }) {
  if (preliminary === null) return null;
  return (
    <Section title="So far">
      <Group gap="xs">
        <Badge variant="light" color="gray">
          Preliminary
        </Badge>
        <Text size="sm">
          {preliminary.firstCountsAt !== null && (
            <>
              The first users count from <Moment at={preliminary.firstCountsAt} />.{' '}
            </>
          )}
          {tracking[preliminary.tracking]}
        </Text>
      </Group>
      <Figures preliminary={preliminary} />
      <LastEvents preliminary={preliminary} />
    </Section>
  );
}

function Figures({ preliminary: { variations, currency } }: { preliminary: Preliminary }) {
  const money = formatOf({ unit: 'money', currency });
  const isOne = new Set(variations.map(({ experience }) => experience)).size === 1;
  return (
    <StackedTable
      label="Preliminary figures"
      heads={['Variation', 'Users exposed', 'Users who clicked', 'Users who bought', 'Revenue']}
      rows={variations.map(({ id, name, experience, exposed, clicks, purchases, revenue }) => ({
        key: String(id),
        cells: [
          isOne ? name : `${experience}: ${name}`,
          sayNumber(exposed),
          sayNumber(clicks),
          sayNumber(purchases),
          money(revenue),
        ],
      }))}
    />
  );
}

function LastEvents({ preliminary: { lastEvents, variations } }: { preliminary: Preliminary }) {
  if (lastEvents.length === 0) return null;
  const nameOf = (id: number) => variations.find((one) => one.id === id)?.name ?? String(id);
  return (
    <div>
      <Text size="sm" fw={600}>
        Last events
      </Text>
      <List size="sm">
        {lastEvents.map(({ at, type, variation }) => (
          <List.Item key={`${at} ${type}`}>
            {type}, {nameOf(variation)}, <Moment at={at} />
          </List.Item>
        ))}
      </List>
    </div>
  );
}
