// How fast affinity fades, with its curve; and which properties fade faster or slower.
import { defaultAffinitySettings } from '@attune/core';
import { Group, NumberInput, SimpleGrid, Text } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';
import { DecayCurve } from './decay-curve.tsx';

const mostDays = 365;

export function HalfLife({ form, properties }: { form: Form; properties: readonly string[] }) {
  const { values, isReadOnly } = form;
  const own = values.halfLifeDaysByProperty;
  const named = [...new Set([...properties, ...Object.keys(own)])];
  return (
    <Section
      title="Half-life"
      about="After this many days a signal counts half as much. Short values follow moods, long ones remember lasting tastes."
    >
      <Group align="flex-start" gap="lg">
        <NumberInput
          label="Half-life in days"
          description={`1 to ${mostDays}, default ${defaultAffinitySettings.halfLifeDays}`}
          value={values.halfLifeDays}
          onChange={(days) => {
            if (typeof days === 'number') form.set({ halfLifeDays: days });
          }}
          min={1}
          max={mostDays}
          readOnly={isReadOnly}
          error={form.faultOf('affinity/halfLifeDays')}
          style={{ flex: '0 1 12rem' }}
        />
        <DecayCurve halfLifeDays={values.halfLifeDays} />
      </Group>
      {named.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            Half-life by property, for tastes that last longer or shorter. Leave empty to use the
            value above.
          </Text>
          <SimpleGrid cols={{ base: 2, md: 3 }}>
            {named.map((property) => (
              <NumberInput
                key={property}
                label={`Days for ${property}`}
                placeholder={String(values.halfLifeDays)}
                value={Object.hasOwn(own, property) ? own[property]! : ''}
                onChange={(days) =>
                  form.set({ halfLifeDaysByProperty: withDays(own, property, days) })
                }
                min={1}
                max={mostDays}
                readOnly={isReadOnly}
                styles={{ label: { overflowWrap: 'anywhere' } }}
                error={form.faultOf(`affinity/halfLifeDaysByProperty/${property}`)}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </Section>
  );
}

type Days = Readonly<Record<string, number>>;

function withDays(own: Days, property: string, days: number | string): Record<string, number> {
  const { [property]: _, ...others } = own;
  return typeof days === 'number' ? { ...others, [property]: days } : others;
}
