// What of visitors counts in what is learned of all of them.
import { NumberInput } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function Learning({ form }: { form: Form }) {
  return (
    <Section title="Learning">
      <NumberInput
        label="Learning cap"
        description="How often a day one visitor counts in what is learned of all: sessions and baskets of recommendation models, outcomes of dynamic weights. 1 to 1000, 20 by default."
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
