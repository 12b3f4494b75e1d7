// Making and changing a metric, with what it will count in a sentence while it is written.
import {
  Group,
  NumberInput,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useSaving } from '../../api/saving.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { type Draft, draftOf, errorsOf, metricOf, newDraft } from './draft.ts';
import { kinds } from './kinds.ts';
import { sayCounted } from './labels.ts';
import type { Metric } from './metric.ts';
import { OutcomeFields } from './outcome-fields.tsx';

interface Given {
  /** Absent: a new one is made. */
  readonly metric?: Metric;
  readonly onClose: () => void;
}

export function MetricDialog({ metric, onClose }: Given) {
  const [draft, setDraft] = useState(metric ? draftOf(metric.metric) : newDraft);
  const [isTried, setTried] = useState(false);
  const { name: site } = useSite();
  const { save, error, isPending } = useSaving(endpoints, {
    site,
    before: metric,
    onSuccess: onClose,
  });
  const faults = isTried ? errorsOf(draft) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errorsOf(draft)).length === 0) save(metricOf(draft));
  };
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { isSum, isRatio, unit } = kinds[draft.kind];
  const nameFault = error instanceof Problem ? error.faultOf('name') : undefined;
  return (
    <Dialog
      onClose={onClose}
      title={metric ? `Edit ${metric.metric.name}` : 'New metric'}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <NameField
            value={draft.name}
            onChange={(name) => set({ name })}
            error={faults.name ?? nameFault}
            data-autofocus
          />
          <Select
            label="Type"
            data={Object.entries(kinds).map(([value, { name, about }]) => ({
              value,
              label: `${name}: ${about}`,
            }))}
            value={draft.kind}
            onChange={(kind) => set({ kind: (kind ?? 'conversion') as Draft['kind'] })}
            allowDeselect={false}
          />
          <OutcomeFields
            legend={isRatio ? 'Numerator' : 'What counts'}
            outcome={draft.event}
            onChange={(event) => set({ event })}
            isSum={isSum}
            isMoney={unit === 'money'}
            fault={faults.event}
          />
          {isRatio && (
            <OutcomeFields
              legend="Denominator"
              outcome={draft.denominator}
              onChange={(denominator) => set({ denominator })}
              isSum
              isMoney={false}
              fault={faults.denominator}
            />
          )}
          <Counting draft={draft} set={set} />
          <Switch
            label="Count server-side events only"
            description="The key of a page is public: anyone can send events with it."
            checked={draft.serverSideOnly}
            onChange={(event) => set({ serverSideOnly: event.currentTarget.checked })}
          />
          <Paper withBorder p="sm" aria-live="polite">
            <Text size="xs" c="dimmed">
              Summary
            </Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {sayCounted(metricOf(draft))}
            </Text>
          </Paper>
          <ErrorAlert error={error} shownElsewhere={['name']} />
          <FormFooter isBusy={isPending} onCancel={onClose}>
            {metric ? 'Save metric' : 'Create metric'}
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

function Counting({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  const number = (value: number | string) => (typeof value === 'number' ? value : '');
  return (
    <Group align="flex-start" gap="sm">
      <NumberInput
        label="Window, hours"
        description="Outcomes count within this time after a user’s first exposure."
        value={draft.windowHours}
        onChange={(value) => set({ windowHours: number(value) })}
        min={1}
        max={2_160}
        allowDecimal={false}
        style={{ flex: '1 1 12rem' }}
      />
      {kinds[draft.kind].isSum && (
        <NumberInput
          label="Cap above percentile"
          description="Larger values count as the value at it; 100 caps nothing."
          placeholder="Default"
          value={draft.winsorise}
          onChange={(value) => set({ winsorise: number(value) })}
          min={90}
          max={100}
          style={{ flex: '1 1 12rem' }}
        />
      )}
      <div style={{ flex: '1 1 12rem' }}>
        <Text size="sm" fw={500} component="div" mb={4}>
          Goal
        </Text>
        <SegmentedControl
          aria-label="Goal"
          data={[
            { value: 'higher', label: 'Increase' },
            { value: 'lower', label: 'Decrease' },
          ]}
          value={draft.better}
          onChange={(better) => set({ better: better as Draft['better'] })}
        />
      </div>
    </Group>
  );
}

const endpoints = {
  create: consoleApi.createMetric,
  replace: consoleApi.replaceMetric,
  stale: [consoleApi.listMetrics, consoleApi.reportCampaign],
};
