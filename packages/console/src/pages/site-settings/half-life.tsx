// How fast a taste fades, with a curve of it.
import { defaultAffinitySettings } from '@attune/core';
import { Group, NumberInput } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import { DecayCurve } from './decay-curve.tsx';
import type { Form } from './form.ts';

const mostDays = 365;

export function HalfLife({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  const fault = form.faultOf('affinity/halfLifeDays');
  return (
    <Section
      title="Half-life"
      about="After so many days a signal counts half. Short follows moods, long remembers tastes."
    >
      <Group align="flex-start" gap="lg">
        <NumberInput
          label="Days"
          description={`1 to ${mostDays}, ${defaultAffinitySettings.halfLifeDays} by default`}
          value={values.halfLifeDays}
          onChange={(days) => {
            if (typeof days === 'number') form.set({ halfLifeDays: days });
          }}
          min={1}
          max={mostDays}
          readOnly={isReadOnly}
          error={fault}
          style={{ flex: '0 1 12rem' }}
        />
        <DecayCurve halfLifeDays={values.halfLifeDays} />
      </Group>
    </Section>
  );
}
