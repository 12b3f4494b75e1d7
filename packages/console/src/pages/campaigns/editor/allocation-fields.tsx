// How a variation of an experience is found: by weights, by what does best, or by taste.
import { Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { MetricField } from './metric-field.tsx';
import type { PartGiven } from './part.ts';

const ways = {
  manual: { label: 'By weight', about: 'Everybody is drawn by the weights below.' },
  dynamic: {
    label: 'By what does best',
    about: 'Weights begin as written and move hourly towards what does best on the metric.',
  },
  affinity: {
    label: 'By taste',
    about:
      'The variation whose tags rank highest in the affinity of the user; by weight where nothing is known of the user.',
  },
};

export function AllocationFields({ form, experience, pointer, set }: PartGiven) {
  const { allocation = 'manual', served = 1, variations } = experience;
  const fault = form.faultOf(`${pointer}/allocation`) ?? form.faultOf(`${pointer}/served`);
  if (variations.length === 1 && allocation === 'manual' && served === 1) return null;
  return (
    <div>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="How a variation is found"
          disabled={form.isReadOnly}
          value={allocation}
          data={Object.entries(ways).map(([value, { label }]) => ({ value, label }))}
          onChange={(event) => set({ allocation: event.currentTarget.value as keyof typeof ways })}
        />
        {allocation === 'dynamic' && <MetricField {...{ form, experience, pointer, set }} />}
        {form.draft.type === 'custom' && (
          <NumberInput
            label="Variations a decision"
            w={190}
            min={1}
            max={20}
            allowDecimal={false}
            readOnly={form.isReadOnly}
            value={served}
            onChange={(typed) => typeof typed === 'number' && set({ served: typed })}
          />
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {ways[allocation].about}
      </Text>
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </div>
  );
}
