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
  { name: 'carts', one: 'time put into a cart', more: 'times put into a cart', title: 'Carts' },
  { name: 'purchases', one: 'purchase', title: 'Purchases' },
] as const;

export function Activity({ events }: { events: Events }) {
  const days = lastDays(events.days, Date.now());
  const about = events.isComplete
    ? 'In the last 30 days, by day of UTC.'
    : 'The event log is long: it was read back to the moment below, not 30 days.';
  const isNone = kinds.every(({ name }) => events[name] === 0);
  return (
    <Section title="What users did with it" about={about}>
      {!events.isComplete && (
        <Text size="sm">
          Read since <Time at={events.since} />.
        </Text>
      )}
      {isNone ? (
        <Text size="sm">
          Nobody viewed it, put it into a cart or bought it. Events name an item by its sku, as
          productId.
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
