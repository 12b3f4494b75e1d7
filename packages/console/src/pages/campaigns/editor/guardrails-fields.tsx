// What must not get worse while a campaign runs, as it is edited.
import { Button, Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { Icon } from '../../../ui/icons.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Draft } from './draft.ts';
import type { Form } from './form.ts';
import { GuardrailStatus } from './rollout-status.tsx';
import { metricChoices, useMetrics } from './use-metrics.ts';

type Guardrail = NonNullable<NonNullable<Draft['metrics']>['guardrails']>[number];

const mostGuardrails = 10;
const usual = { margin: 0.05, minimumUsers: 100 };

export function GuardrailsFields({ form }: { form: Form }) {
  const known = useMetrics();
  const { metrics = {} } = form.draft;
  const guardrails = metrics.guardrails ?? [];
  const put = (next: readonly Guardrail[]) => {
    const { guardrails: _before, ...rest } = metrics;
    form.set({ metrics: { ...rest, ...(next.length > 0 && { guardrails: [...next] }) } });
  };
  const free = known.find(({ id }) => !guardrails.some(({ metric }) => metric === id));
  return (
    <Section
      title="Guardrails"
      about="If a variation is worse than the control on one of these metrics, the campaign goes back a step, or pauses if it has no steps."
    >
      <GuardrailStatus rollout={form.campaign.rollout} />
      {guardrails.length > 0 && (
        <Stack gap="xs">
          {guardrails.map((guardrail, at) => (
            <GuardrailRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a guardrail is a place, without state
              key={at}
              {...{ form, guardrail, at }}
              choices={metricChoices(known, guardrail.metric)}
              onChange={(next) => put(guardrails.with(at, next))}
              onRemove={() => put(guardrails.filter((_, index) => index !== at))}
            />
          ))}
        </Stack>
      )}
      {!form.isReadOnly && free && guardrails.length < mostGuardrails && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => put([...guardrails, { metric: free.id }])}
          >
            Add guardrail
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface RowGiven {
  readonly form: Form;
  readonly guardrail: Guardrail;
  readonly at: number;
  readonly choices: ReturnType<typeof metricChoices>;
  readonly onChange: (guardrail: Guardrail) => void;
  readonly onRemove: () => void;
}

function GuardrailRow({ form, guardrail, at, choices, onChange, onRemove }: RowGiven) {
  const pointer = `/metrics/guardrails/${at}`;
  const { metric, margin = usual.margin, minimumUsers = usual.minimumUsers } = guardrail;
  return (
    <Group gap="xs" align="flex-end" data-pointer={pointer}>
      <NativeSelect
        label={`Guardrail ${at + 1}`}
        style={{ flex: '1 1 12rem' }}
        disabled={form.isReadOnly}
        value={String(metric)}
        data={choices}
        error={form.faultOf(`${pointer}/metric`)}
        onChange={(event) => onChange({ ...guardrail, metric: Number(event.currentTarget.value) })}
      />
      <NumberInput
        label="Tolerated change"
        w={150}
        min={0}
        max={1000}
        decimalScale={1}
        suffix=" %"
        readOnly={form.isReadOnly}
        value={Math.round(margin * 1_000) / 10}
        error={form.faultOf(`${pointer}/margin`)}
        onChange={(typed) =>
          typeof typed === 'number' && onChange({ ...guardrail, margin: typed / 100 })
        }
      />
      <NumberInput
        label="Minimum users"
        w={140}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        readOnly={form.isReadOnly}
        value={minimumUsers}
        error={form.faultOf(`${pointer}/minimumUsers`)}
        onChange={(typed) =>
          typeof typed === 'number' && onChange({ ...guardrail, minimumUsers: typed })
        }
      />
      {!form.isReadOnly && (
        <RemoveButton size={36} label={`Remove guardrail ${at + 1}`} onClick={onRemove} />
      )}
    </Group>
  );
}
