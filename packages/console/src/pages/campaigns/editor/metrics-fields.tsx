// The metrics of a campaign: the primary one, and others that are reported as well.
import { MultiSelect, NativeSelect, SimpleGrid } from '@mantine/core';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';
import { metricChoices, useMetrics } from './use-metrics.ts';

export function MetricsFields({ form }: { form: Form }) {
  const known = useMetrics();
  const { metrics = {} } = form.draft;
  const { primary, others = [] } = metrics;
  return (
    <Section title="Metrics">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Primary metric"
          description="Decides which variation wins."
          disabled={form.isReadOnly}
          value={String(primary ?? '')}
          data={[{ value: '', label: 'None' }, ...metricChoices(known, primary)]}
          error={form.faultOf('/metrics/primary')}
          onChange={(event) => {
            const id = Number(event.currentTarget.value);
            const { primary: _before, ...rest } = metrics;
            form.set({ metrics: { ...rest, ...(id > 0 && { primary: id }) } });
          }}
        />
        <MultiSelect
          label="Other metrics"
          description="Reported as well."
          readOnly={form.isReadOnly}
          data={[
            ...metricChoices(known, undefined),
            ...others
              .filter((id) => !known.some((one) => one.id === id))
              .flatMap((id) => metricChoices([], id)),
          ]}
          value={others.map(String)}
          maxValues={20}
          error={form.faultOf('/metrics/others')}
          onChange={(ids) => form.set({ metrics: { ...metrics, others: ids.map(Number) } })}
        />
      </SimpleGrid>
    </Section>
  );
}
