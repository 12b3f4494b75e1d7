// What users did with an item lately, day by day.
import { Group, SimpleGrid, Text } from '@mantine/core';
import type { Answer } from '../../../api/endpoints.ts';
import { Bars } from '../../../ui/bars.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { sayItems } from '../feed.ts';
import { lastDays } from './days.ts';

type Events = Answer<'describeItem'>['events'];

const kinds = [
  { name: 'views', one: 'view', title: 'Views' },
  { name: 'carts', one: 'add to cart', more: 'adds to cart', title: 'Adds to cart' },
  { name: 'purchases', one: 'purchase', title: 'Purchases' },
] as const;

export function Activity({ events }: { events: Events }) {
  const days = lastDays(events.days, Date.now());
  const about = events.isComplete
    ? 'Last 30 days, by day in UTC.'
    : 'Recent events only: the event log is too long to read 30 days.';
  const isNone = kinds.every(({ name }) => events[name] === 0);
  return (
    <Section title="Activity" about={about}>
      {!events.isComplete && (
        <Text size="sm">
          Events since <Time at={events.since} />.
        </Text>
      )}
      {isNone ? (
        <Text size="sm">
          No views, adds to cart or purchases yet. Events count for an item when their productId is
          its SKU.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {kinds.map(({ name, title, ...words }) => (
            <div key={name}>
              <Group justify="space-between" gap="xs" mb={4}>
                <Text size="sm">{title}</Text>
                <Text size="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {events[name]}
                </Text>
              </Group>
              <Bars
                values={days.map((day) => day[name])}
                label={`${title}: ${say(events[name], words)} in 30 days`}
                nameOf={(at) => `${days[at]?.day}: ${say(days[at]?.[name] ?? 0, words)}`}
              />
            </div>
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}

const say = (count: number, { one, more }: { one: string; more?: string }) =>
  sayItems(count, one, more);
