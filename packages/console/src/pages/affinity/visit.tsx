// What this visit adds to the long-term profile, and how much it counts.
import { defaultAffinitySettings } from '@attune/core';
import { NumberInput } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';
import { Amount } from './amount.tsx';

export function VisitSettings({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section
      title="Current visit"
      about="Views, adds to cart and purchases of the current visit count at once. Targeting can use them as session.affinity."
    >
      <Amount
        label="Share in affinity allocation"
        about="0 uses only the long-term profile. 1 uses only this visit, once it has activity."
        value={values.sessionBlend}
        onChange={(sessionBlend) => form.set({ sessionBlend })}
        isReadOnly={isReadOnly}
        fault={form.faultOf('affinity/sessionBlend')}
      />
      <NumberInput
        label="Length in minutes"
        description={`1 to 240, default ${defaultAffinitySettings.sessionMinutes}`}
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
