// How much each signal says of a taste.
import { defaultAffinitySettings } from '@attune/core';
import { NumberInput, SimpleGrid } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';

const defaults: Readonly<Record<string, number>> = defaultAffinitySettings.weights;
const most = 100;

const words: Readonly<Record<string, string>> = {
  view: 'Views it',
  wishlist: 'Puts it on a wishlist',
  filter: 'Filters by it',
  'add-to-cart': 'Puts it into the cart',
  inform: 'Says so',
  purchase: 'Buys it',
  'remove-from-cart': 'Takes it out of the cart',
  refund: 'Gives it back',
  dislike: 'Says no to it',
};

export function Weights({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section
      title="Weights"
      about="How much each signal adds to a score, from −100 to 100; 0 leaves it out. Scores follow at once, of the past as well."
    >
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {Object.entries(values.weights).map(([signal, weight]) => (
          <NumberInput
            key={signal}
            label={words[signal] ?? signal}
            description={`${signal}, ${defaults[signal] ?? 0} by default`}
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
