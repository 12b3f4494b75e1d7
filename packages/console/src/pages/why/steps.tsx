// The steps of one decision, in the order in which they were taken.
import type { Explanation } from '@attune/core';
import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import { bodyIn } from '../campaigns/campaign.ts';
import { Computed, Draw } from './draw.tsx';
import { EditLink, fieldOf } from './edit-link.tsx';
import { ConsideredExperiences } from './experiences.tsx';
import type { Explained } from './explained.ts';
import { sayHoldout, sayHoldoutBucket, sayLayer, sayTestUser, sayUnit } from './step-labels.ts';

export function Steps({ explained }: { explained: Explained }) {
  const explanation = explained.explanation as Explanation;
  const { campaign, layer, allocation, decision } = explanation;
  // What decided comes first, though it is decided last.
  const isHeldOut = decision.reason === 'holdout';
  const testUser = sayTestUser(explanation);
  return (
    <Stack gap="lg">
      {isHeldOut && <HoldoutStep explanation={explanation} />}
      <Step
        title="Status and schedule"
        edit={<EditLink what="schedule" to={fieldOf(explanation, '/schedule')} />}
      >
        <Text size="sm">{sayLive(explanation)}</Text>
      </Step>
      {testUser && (
        <Step
          title="Test user"
          edit={<EditLink what="test users" to={fieldOf(explanation, '/testUsers')} />}
        >
          <Text size="sm">{testUser}</Text>
        </Step>
      )}
      <Step title="Unit" edit={<EditLink what="unit" to={fieldOf(explanation, '/unit')} />}>
        <Text size="sm">
          {sayUnit(explanation)}
          {decision.reason === 'no_account' && ' The request names none, so it is not in the test.'}
        </Text>
      </Step>
      {layer && <LayerStep layer={layer} explanation={explanation} />}
      <Step
        title="Targeting"
        edit={<EditLink what="targeting" to={fieldOf(explanation, '/experiences/0/targeting')} />}
      >
        <ConsideredExperiences explained={explained} />
      </Step>
      {allocation && (
        <Step
          title="Variation"
          edit={
            <EditLink
              what="allocation"
              to={fieldOf(explanation, `${placeOf(explanation)}/allocation`)}
            />
          }
        >
          <Draw
            allocation={allocation}
            decision={explanation.decision}
            traffic={campaign.traffic}
          />
        </Step>
      )}
      {!isHeldOut && <HoldoutStep explanation={explanation} />}
      <StrategyStep explanation={explanation} lostPins={explained.lostPins} />
    </Stack>
  );
}

/** The experience that was drawn in, as a pointer into the campaign. */
const placeOf = ({ experiences, allocation }: Explanation) =>
  `/experiences/${Math.max(
    0,
    experiences.findIndex(({ id }) => id === allocation?.experienceId),
  )}`;

interface StepGiven {
  readonly title: string;
  /** Leads to what decides the step. */
  readonly edit: ReactNode;
  readonly children: ReactNode;
}

function Step({ title, edit, children }: StepGiven) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">
          {title}
        </Title>
        {edit}
      </Group>
      {children}
    </Stack>
  );
}

function HoldoutStep({ explanation }: { explanation: Explanation }) {
  const { holdouts, allocation, campaign } = explanation;
  // A draw by session or request has another unit, which no holdout draws by.
  const unit = allocation?.unit.kind === campaign.unit ? allocation.unit.value : undefined;
  if (holdouts.length === 0) return null;
  return (
    <Step title="Holdouts" edit={<EditLink what="holdouts" to="holdouts" />}>
      {holdouts.map((holdout) => (
        <Stack key={holdout.id} gap={6} align="flex-start">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {sayHoldout(holdout)}
          </Text>
          <Computed {...(unit !== undefined && { hashed: `${holdout.seed}${unit}` })}>
            <Text size="sm">{sayHoldoutBucket(holdout)}</Text>
            <RangeBar
              label={`${holdout.name} holds out ${sayShare(holdout.share)}`}
              parts={[{ from: 0, to: holdout.share, hue: 5 }]}
              mark={{ at: holdout.bucket, said: String(holdout.bucket) }}
            />
          </Computed>
        </Stack>
      ))}
    </Step>
  );
}

interface LayerGiven {
  readonly layer: NonNullable<Explanation['layer']>;
  readonly explanation: Explanation;
}

function LayerStep({ layer, explanation }: LayerGiven) {
  const { id, slot, slots, held } = layer;
  const { name: site } = useSite();
  const known = useEvery(consoleApi.listLayers, site).data?.find((one) => one.id === id);
  return (
    <Step title={`Layer ${known?.layer.name ?? id}`} edit={<EditLink what="layers" to="layers" />}>
      <Text size="sm">{sayLayer(layer, explanation)}</Text>
      <Computed>
        <Text size="sm">
          Slot {slot} of {slots}.
        </Text>
        <RangeBar
          label={`Slots that the campaign holds, of ${slots}`}
          parts={held.map(([from, to]) => ({ from: from / slots, to: (to + 1) / slots, hue: 0 }))}
          mark={{ at: (slot + 0.5) / slots, said: `slot ${slot}` }}
        />
      </Computed>
    </Step>
  );
}

interface StrategyGiven {
  readonly explanation: Explanation;
  readonly lostPins: Explained['lostPins'];
}

/** Of a variation that recommends: whose filters and steps chose its items. */
function StrategyStep({ explanation, lostPins }: StrategyGiven) {
  const { campaign, decision } = explanation;
  const { name: site } = useSite();
  const params = { params: { site, id: String(campaign.id) } };
  const isWanted = decision.variationId !== null;
  const read = useAnswer(consoleApi.readCampaign, params, { isWanted });
  const variations = read.data && bodyIn(read.data).experiences.flatMap((one) => one.variations);
  const id = variations?.find((one) => one.id === decision.variationId)?.payload?.strategy;
  const strategies = useEvery(consoleApi.listStrategies, site).data;
  if (id === undefined) return null;
  const name = strategies?.find((one) => one.id === id)?.strategy.name ?? String(id);
  return (
    <Step
      title="Recommendations"
      edit={<EditLink what={`strategy ${name}`} to={`strategies?id=${id}`} />}
    >
      <Text size="sm">The strategy {name} selects the items by its steps and filters.</Text>
      {lostPins.map(({ slot, sku, reason }) => (
        <Text key={`${slot} ${sku}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
          Pinned item {sku} is not shown in slot {slot + 1}: {reason}.
        </Text>
      ))}
    </Step>
  );
}

function sayLive({ campaign: { live, schedule }, preview, decision }: Explanation): string {
  if (preview) return 'A preview ignores status and schedule.';
  if (!live) return 'Not live: the campaign is a draft, or paused.';
  const from = schedule?.start ? ` from ${schedule.start}` : '';
  const to = schedule?.end ? ` until ${schedule.end}` : '';
  if (decision.reason === 'not_started') return `Not started: scheduled${from}.`;
  if (decision.reason === 'ended') return `Ended: it was scheduled${to}.`;
  return from || to ? `Live${from}${to}.` : 'Live.';
}
