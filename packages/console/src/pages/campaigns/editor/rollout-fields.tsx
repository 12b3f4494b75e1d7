// The steps in which a campaign reaches its visitors, as they are edited.
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { Icon } from '../../../ui/icons.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { sayShare } from './differences.ts';
import type { Form } from './form.ts';
import { RolloutStatus } from './rollout-status.tsx';
import { nextStepOf, type Step, usualSteps } from './rollout-steps.ts';

const mostSteps = 10;

export function RolloutFields({ form }: { form: Form }) {
  const { draft, isReadOnly, campaign } = form;
  const { traffic = 1, rollout } = draft;
  const steps = rollout?.steps ?? [];
  const put = (next: readonly Step[]) =>
    form.set({ rollout: next.length > 0 ? { steps: [...next] } : undefined });
  return (
    <Section
      title="Rollout"
      about={
        steps.length > 0
          ? `After the last step, ${sayShare(traffic)} of visitors take part. Visitors who take part already keep their variation.`
          : 'Start with a small share of visitors, and raise it step by step.'
      }
    >
      <RolloutStatus campaign={campaign} />
      {steps.length > 0 && (
        <Stack gap="xs">
          {steps.map((step, at) => (
            <StepRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is a place, without state
              key={at}
              {...{ form, step, at }}
              onChange={(next) => put(steps.with(at, next))}
              onRemove={() => put(steps.filter((_, index) => index !== at))}
            />
          ))}
        </Stack>
      )}
      {form.faultOf('/rollout') && (
        <Text size="xs" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
          {form.faultOf('/rollout')}
        </Text>
      )}
      {!isReadOnly && (
        <Group gap="xs">
          {steps.length === 0 && traffic > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => put(usualSteps(traffic))}>
              Roll out in steps
            </Button>
          )}
          {steps.length > 0 && steps.length < mostSteps && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => put([...steps, nextStepOf(steps, traffic)])}
            >
              Add step
            </Button>
          )}
        </Group>
      )}
    </Section>
  );
}

interface RowGiven {
  readonly form: Form;
  readonly step: Step;
  readonly at: number;
  readonly onChange: (step: Step) => void;
  readonly onRemove: () => void;
}

function StepRow({ form, step, at, onChange, onRemove }: RowGiven) {
  const pointer = `/rollout/steps/${at}`;
  const name = `Step ${at + 1}`;
  return (
    <Group gap="xs" align="flex-end" data-pointer={pointer}>
      <NumberInput
        label={`${name}: share of visitors`}
        w={190}
        min={0.01}
        max={99.99}
        decimalScale={2}
        suffix=" %"
        readOnly={form.isReadOnly}
        value={Math.round(step.traffic * 10_000) / 100}
        error={form.faultOf(`${pointer}/traffic`)}
        onChange={(typed) =>
          typeof typed === 'number' &&
          onChange({ ...step, traffic: Math.round(typed * 100) / 10_000 })
        }
      />
      <NumberInput
        label="Hours until the next"
        w={160}
        min={1}
        max={2160}
        readOnly={form.isReadOnly}
        value={step.hours}
        error={form.faultOf(`${pointer}/hours`)}
        onChange={(typed) => typeof typed === 'number' && onChange({ ...step, hours: typed })}
      />
      {!form.isReadOnly && (
        <RemoveButton size={36} label={`Remove step ${at + 1}`} onClick={onRemove} />
      )}
    </Group>
  );
}
