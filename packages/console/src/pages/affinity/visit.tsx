// What this visit adds to the long-term profile, and how much it counts.
import { defaultAffinitySettings } from '@attune/core';
import { NumberInput } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';
import { Amount } from './amount.tsx';
import { help } from './labels.ts';

export function VisitSettings({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section title="Current visit" about={help.visit}>
      <Amount
        label="Share in affinity allocation"
        about={help.visitShare}
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
