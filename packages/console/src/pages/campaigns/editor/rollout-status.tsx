// Where a rollout is, how its guardrails are, and what a teammate can do with it.
import type { RolloutAct, RolloutOutput } from '@attune/contract';
import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';
import { sayShare } from './differences.ts';
import { sayGuardrail, sayStep } from './rollout-steps.ts';

interface ReturnedGiven {
  readonly campaign: Campaign;
  /** Leads to where it is resumed. */
  readonly onLook: () => void;
}

/** Why a campaign went back a step; on each of its sections, so that it is seen at once. */
export function Returned({ campaign, onLook }: ReturnedGiven) {
  const { rollout, status } = campaign;
  if (rollout?.state !== 'returned' || status === 'archived') return null;
  return (
    <Alert color="red" icon={<Icon name="alert" />} title={sayReturned(campaign)}>
      <Text size="sm">{rollout.cause ?? 'A teammate went back a step.'}</Text>
      <Anchor component="button" type="button" size="sm" onClick={onLook}>
        View rollout
      </Anchor>
    </Alert>
  );
}

export function RolloutStatus({ campaign }: { campaign: Campaign }) {
  const { rollout, status } = campaign;
  if (!rollout || status === 'archived') return null;
  const { steps } = rollout;
  return (
    <Stack gap="xs" role="group" aria-label="Rollout status">
      {steps > 1 && (
        <Text size="sm">
          <b>{sayStep(rollout)}</b>
          <Next rollout={rollout} isLive={status === 'live'} />
        </Text>
      )}
      <Steering campaign={campaign} rollout={rollout} />
    </Stack>
  );
}

const sayReturned = ({ status, rollout }: Campaign) =>
  status === 'paused'
    ? 'Paused: it went back from its first step'
    : `Went back to ${sayShare(rollout?.traffic ?? 0)}`;

function Next({ rollout: { next, state }, isLive }: { rollout: RolloutOutput; isLive: boolean }) {
  if (!isLive) return ', not served while the campaign is paused';
  if (state === 'held') return ', held until you resume it';
  if (!next?.at) return null;
  return (
    <>
      , next step to {sayShare(next.traffic)} on <Moment at={next.at} />
    </>
  );
}

const labels: Readonly<Record<RolloutAct, string>> = {
  hold: 'Hold here',
  resume: 'Resume',
  advance: 'Go to next step',
  return: 'Go back a step',
};

/** What can be done with it now. */
function actsOf({ status, rollout }: Campaign): RolloutAct[] {
  if (!rollout || rollout.steps < 2) return [];
  const { state, step, steps } = rollout;
  const isReturned = state === 'returned';
  if (status !== 'live') return isReturned ? ['resume'] : [];
  return [
    ...(state === 'running' ? (['hold'] as const) : []),
    ...(state === 'held' || isReturned ? (['resume'] as const) : []),
    ...(step < steps ? (['advance'] as const) : []),
    'return',
  ];
}

function Steering({ campaign, rollout }: { campaign: Campaign; rollout: RolloutOutput }) {
  const { name: site } = useSite();
  const may = useMay(consoleApi.steerRollout);
  const steer = useChange(consoleApi.steerRollout, stale);
  const [asked, setAsked] = useState<RolloutAct>();
  const acts = may ? actsOf(campaign) : [];
  const act = (action: RolloutAct) =>
    steer.mutate(
      { ...campaignParams(site, campaign.id), body: { action } },
      { onSuccess: () => setAsked(undefined) },
    );
  if (acts.length === 0) return null;
  return (
    <>
      <Group gap="xs">
        {acts.map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant="default"
            loading={steer.isPending && steer.variables.body.action === one}
            disabled={steer.isPending}
            onClick={() => (one === 'return' || one === 'advance' ? setAsked(one) : act(one))}
          >
            {labels[one]}
          </Button>
        ))}
      </Group>
      {asked === undefined && <ErrorAlert error={steer.error} />}
      {asked !== undefined && (
        <ConfirmDialog
          isOpen
          title={asked === 'return' ? sayBack(rollout) : sayOn(rollout)}
          confirm={labels[asked]}
          isBusy={steer.isPending}
          error={steer.error}
          onConfirm={() => act(asked)}
          onClose={() => setAsked(undefined)}
        >
          <Text size="sm">
            {asked === 'return'
              ? 'Visitors who came in with this step see your site’s default again.'
              : 'It takes effect at once. Visitors who take part already keep their variation.'}
          </Text>
        </ConfirmDialog>
      )}
    </>
  );
}

const sayOn = ({ next }: RolloutOutput) => `Go on to ${sayShare(next?.traffic ?? 1)} of visitors?`;
const sayBack = ({ step }: RolloutOutput) =>
  step === 1 ? 'Go back from the first step and pause the campaign?' : 'Go back a step?';

/** How each guardrail was, when it was looked at. */
export function GuardrailStatus({ rollout }: { rollout: RolloutOutput | null }) {
  if (!rollout || rollout.guardrails.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        Now
      </Text>
      <List size="sm" listStyleType="none">
        {rollout.guardrails.map(({ name, variation, experience, ...seen }) => (
          <List.Item key={`${name} ${experience} ${variation}`}>
            {name}, {variation}: {sayGuardrail(seen)}
          </List.Item>
        ))}
      </List>
      {rollout.checkedAt && (
        <Text size="xs" c="dimmed">
          Checked <Moment at={rollout.checkedAt} />
        </Text>
      )}
    </div>
  );
}
