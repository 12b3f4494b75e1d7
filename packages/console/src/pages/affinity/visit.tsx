// What this visit says beside the long-term taste, and how much it counts.
import { defaultAffinitySettings } from '@attune/core';
import { NumberInput } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';
import { Amount } from './amount.tsx';

export function VisitSettings({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section
      title="This visit"
      about="The product of the page, the cart, and what was seen and bought in the last minutes. Conditions ask for it as session.affinity; it counts at once, before any event is folded."
    >
      <Amount
        label="Blend into allocations by affinity"
        about="0: the long-term taste alone. 1: this visit alone, as long as it says something."
        value={values.sessionBlend}
        onChange={(sessionBlend) => form.set({ sessionBlend })}
        isReadOnly={isReadOnly}
        fault={form.faultOf('affinity/sessionBlend')}
      />
      <NumberInput
        label="Minutes"
        description={`What was seen and bought counts so long: 1 to 240, ${defaultAffinitySettings.sessionMinutes} by default`}
        value={values.sessionMinutes}
        onChange={(sessionMinutes) => {
          if (typeof sessionMinutes === 'number') form.set({ sessionMinutes });
        }}
        min={1}
        max={240}
        readOnly={isReadOnly}
        error={form.faultOf('affinity/sessionMinutes')}
        maw={320}
      />
    </Section>
  );
}
