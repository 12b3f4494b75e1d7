// How much each signal says about a visitor's taste.
import { defaultAffinitySettings } from '@attune/core';
import { NumberInput, SimpleGrid } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';
import { signalLabels } from './labels.ts';

const defaults: Readonly<Record<string, number>> = defaultAffinitySettings.weights;
const most = 100;

export function Weights({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section
      title="Signal weights"
      about="How much each action adds to a score, from −100 to 100. 0 ignores it."
    >
      <SimpleGrid cols={{ base: 2, md: 3 }}>
        {Object.entries(values.weights).map(([signal, weight]) => (
          <NumberInput
            key={signal}
            label={signalLabels[signal] ?? signal}
            description={`Default ${defaults[signal] ?? 0}`}
            value={weight}
            onChange={(given) => {
              if (typeof given === 'number')
                form.set({ weights: { ...values.weights, [signal]: given } });
            }}
            min={-most}
            max={most}
            decimalScale={3}
            readOnly={isReadOnly}
            style={{ alignSelf: 'end' }}
            error={form.faultOf(`affinity/weights/${signal}`)}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
