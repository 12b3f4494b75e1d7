// How long events and audit entries are kept, and what a shorter period deletes.
import { retentionBounds } from '@attune/contract';
import { Checkbox, NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Section } from '../../ui/section.tsx';
import { Warning } from '../../ui/warning.tsx';
import type { Form } from './form.ts';

const fields = {
  retentionDays: {
    label: 'Keep events (days)',
    description: 'With their profiles, exposures, purchases and sessions',
  },
  auditRetentionDays: {
    label: 'Keep audit log (days)',
    description: 'Who changed what on this site',
  },
} as const;

type Field = keyof typeof fields;

export function Retention({ form }: { form: Form }) {
  return (
    <Section
      title="Data retention"
      anchor="data-retention"
      about="Older data is deleted every hour. Deleted data cannot be restored."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Term form={form} field="retentionDays" />
        <Term form={form} field="auditRetentionDays" />
      </SimpleGrid>
      <Losses form={form} />
      <Switch
        label="Log decisions without content"
        description="Explains later why a visitor saw no experience. Stores one more event for each such request."
        checked={form.values.decisionLog === 'all'}
        onChange={(event) =>
          form.set({ decisionLog: event.currentTarget.checked ? 'all' : 'served' })
        }
        disabled={form.isReadOnly}
        error={form.faultOf('decisionLog')}
      />
    </Section>
  );
}

function Term({ form, field }: { form: Form; field: Field }) {
  const { label, description } = fields[field];
  const [least, most] = retentionBounds[field];
  return (
    <NumberInput
      label={label}
      description={description}
      value={form.values[field]}
      onChange={(typed) => typeof typed === 'number' && form.set({ [field]: typed })}
      allowDecimal={false}
      allowNegative={false}
      min={least}
      max={most}
      readOnly={form.isReadOnly}
      error={form.faultOf(field)}
    />
  );
}

const typingMs = 300;

function Losses({ form }: { form: Form }) {
  const site = useSite();
  const { values, saved } = form;
  const [terms] = useDebouncedValue(
    `${values.retentionDays} ${values.auditRetentionDays}`,
    typingMs,
  );
  const [retentionDays = '', auditRetentionDays = ''] = terms.split(' ');
  const retention = useAnswer(
    consoleApi.readRetention,
    { params: { site: site.name }, query: { retentionDays, auditRetentionDays } },
    { isFresh: true, keepsPrevious: true },
  );
  const { data } = retention;
  const isShorter = (field: Field) => values[field] < saved[field];
  const losses = data && [
    ...(isShorter('retentionDays') ? sayEvents(data) : []),
    ...(isShorter('auditRetentionDays') ? sayAudit(data) : []),
  ];
  return (
    <Stack gap="sm">
      {data?.eventsFrom && (
        <Text size="sm" c="dimmed">
          Events before {data.eventsFrom} are already deleted.
        </Text>
      )}
      <ErrorAlert error={retention.error} onRetry={retention.refetch} />
      {losses && losses.length > 0 && (
        <Warning title="A shorter period deletes data" isSaid>
          <Stack gap="xs">
            <Text size="sm">
              Within {data.withinMinutes} minutes after you save, this deletes{' '}
              {losses.join(' and ')}. Reports then start later. This cannot be undone.
            </Text>
            <Checkbox
              label="Delete this data"
              checked={form.allowsLoss}
              onChange={(event) => form.allowLoss(event.currentTarget.checked)}
            />
          </Stack>
        </Warning>
      )}
    </Stack>
  );
}

type Shown = Answer<'readRetention'>;

const sayEvents = ({ events: { count, days, firstDay, before } }: Shown) =>
  count === 0
    ? []
    : [`${count.toLocaleString('en')} events of ${days} days (from ${firstDay}, before ${before})`];

const sayAudit = ({ audit: { count, before } }: Shown) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} audit entries before ${before.slice(0, 10)}`];
