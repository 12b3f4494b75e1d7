// When a campaign serves, on the clock of the site.
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useSite } from '../../../shell/site-context.ts';
import { Section } from '../../../ui/section.tsx';
import { onClock } from './clock.ts';
import type { Form } from './form.ts';

export function ScheduleFields({ form }: { form: Form }) {
  const { timeZone } = useSite();
  const { schedule = {} } = form.draft;
  const set = (name: 'start' | 'end', typed: string) => {
    const { [name]: _before, ...rest } = schedule;
    form.set({ schedule: { ...rest, ...(typed && { [name]: typed }) } });
  };
  const field = (name: 'start' | 'end', label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      type="datetime-local"
      readOnly={form.isReadOnly}
      value={onClock(schedule[name], timeZone)}
      error={form.faultOf(`/schedule/${name}`)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  );
  return (
    <Section
      title="Schedule"
      about={`Times are in the site's time zone, ${timeZone}. They apply while the campaign is published and not paused.`}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field('start', 'Start', 'Empty: when you publish.')}
        {field('end', 'End', 'Empty: until you pause it.')}
      </SimpleGrid>
      {form.faultOf('/schedule') && (
        <Text size="xs" c="var(--mantine-color-error)">
          {form.faultOf('/schedule')}
        </Text>
      )}
    </Section>
  );
}
