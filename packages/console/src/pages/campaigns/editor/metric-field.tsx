// The metric that dynamic weights follow.
import { NumberInput } from '@mantine/core';
import type { PartGiven } from './allocation-fields.tsx';

export function MetricField({ form, experience, pointer, set }: PartGiven) {
  return (
    <NumberInput
      label="Metric, by its id"
      placeholder="Primary metric"
      w={160}
      min={1}
      allowDecimal={false}
      readOnly={form.isReadOnly}
      value={experience.metric ?? ''}
      error={form.faultOf(`${pointer}/metric`)}
      onChange={(typed) => set({ metric: typeof typed === 'number' ? typed : undefined })}
    />
  );
}
