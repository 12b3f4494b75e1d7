// How the variations of an experience are allocated: by weights, by results, or by affinity.
import { Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { MetricField } from './metric-field.tsx';
import type { PartGiven } from './part.ts';

const ways = {
  manual: { label: 'Manual', about: 'Visitors are split by the weights of the variations.' },
  dynamic: {
    label: 'Dynamic (bandit)',
    about: 'Weights start as written and move every hour towards the variation that does best.',
  },
  affinity: {
    label: 'Affinity',
    about:
      'Each visitor gets the variation whose tags they like most; by weight while nothing is known of them.',
  },
};

export function AllocationFields({ form, experience, pointer, set }: PartGiven) {
  const { allocation = 'manual', served = 1 } = experience;
  const fault = form.faultOf(`${pointer}/allocation`) ?? form.faultOf(`${pointer}/served`);
  return (
    <div>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Allocation"
          disabled={form.isReadOnly}
          value={allocation}
          data={Object.entries(ways).map(([value, { label }]) => ({ value, label }))}
          onChange={(event) => set({ allocation: event.currentTarget.value as keyof typeof ways })}
        />
        {allocation === 'dynamic' && <MetricField {...{ form, experience, pointer, set }} />}
        {form.draft.type === 'custom' && (
          <NumberInput
            label="Variations per request"
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
