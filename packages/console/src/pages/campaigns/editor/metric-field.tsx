// The metric that dynamic weights follow.
import { NativeSelect } from '@mantine/core';
import type { PartGiven } from './part.ts';
import { metricChoices, useMetrics } from './use-metrics.ts';

export function MetricField({ form, experience, pointer, set }: PartGiven) {
  const metrics = useMetrics();
  return (
    <NativeSelect
      label="Metric"
      disabled={form.isReadOnly}
      value={String(experience.metric ?? '')}
      data={[
        { value: '', label: 'Primary metric of the campaign' },
        ...metricChoices(metrics, experience.metric),
      ]}
      error={form.faultOf(`${pointer}/metric`)}
      onChange={(event) => set({ metric: Number(event.currentTarget.value) || undefined })}
    />
  );
}
