// The region of the site: time zone and currency.
import { Select, SimpleGrid } from '@mantine/core';
import { currencyChoices } from '../../ui/currencies.ts';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function Place({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section title="Region" anchor="region">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Time zone"
          description={clockIn(values.timeZone)}
          searchable
          nothingFoundMessage="No time zone found. Try a large city nearby."
          data={withOwn(zones, values.timeZone)}
          value={values.timeZone}
          onChange={(timeZone) => timeZone && form.set({ timeZone })}
          allowDeselect={false}
          readOnly={isReadOnly}
          error={form.faultOf('timeZone')}
        />
        <Select
          label="Currency"
          description="For prices and purchases without a currency"
          searchable
          nothingFoundMessage="No currency found"
          data={currencyChoices(values.currency)}
          value={values.currency}
          onChange={(currency) => currency && form.set({ currency })}
          allowDeselect={false}
          readOnly={isReadOnly}
          error={form.faultOf('currency')}
        />
      </SimpleGrid>
    </Section>
  );
}

/** Today's names of zones that some browsers list under older ones. */
const renamed = [
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
];
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), ...renamed, 'UTC'])].sort();

/** The server may know a value that this browser does not. */
function withOwn(known: readonly string[], own: string): string[] {
  return known.includes(own) ? [...known] : [own, ...known];
}

function clockIn(timeZone: string): string {
  try {
    const parts = { weekday: 'long', hour: '2-digit', minute: '2-digit' } as const;
    return `Now ${new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format()}`;
  } catch {
    // RangeError is how Intl says that it does not know the zone.
    return 'Unknown to this browser';
  }
}
