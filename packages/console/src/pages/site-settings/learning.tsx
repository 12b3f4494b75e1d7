// How much one visitor counts in what is learned from all of them.
import { NumberInput } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function Learning({ form }: { form: Form }) {
  return (
    <Section title="Learning">
      <NumberInput
        label="Daily cap per visitor"
        description="How often one visitor counts per day in recommendation models and dynamic allocation: 1 to 1000, default 20"
        value={form.values.learningCap}
        onChange={(learningCap) => {
          if (typeof learningCap === 'number') form.set({ learningCap });
        }}
        min={1}
        max={1000}
        readOnly={form.isReadOnly}
        error={form.faultOf('learningCap')}
        maw={480}
      />
    </Section>
  );
}
