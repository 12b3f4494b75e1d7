// The steps of one decision, in the order in which they were taken.
import type { Explanation } from '@attune/core';
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useSite } from '../../shell/site-context.ts';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import { Draw } from './draw.tsx';
import { ConsideredExperiences } from './experiences.tsx';
import type { Explained } from './explained.ts';
import { sayHoldout, sayLayer, sayTestUser, sayUnit } from './step-labels.ts';

export function Steps({ explained }: { explained: Explained }) {
  const explanation = explained.explanation as Explanation;
  const { campaign, layer, allocation, holdouts, decision } = explanation;
  const testUser = sayTestUser(explanation);
  return (
    <Stack gap="lg">
      <Step title="Is it live?">
        <Text size="sm">{sayLive(explanation)}</Text>
      </Step>
      {testUser && (
        <Step title="Test user">
          <Text size="sm">{testUser}</Text>
        </Step>
      )}
      <Step title="Unit">
        <Text size="sm">
          {sayUnit(explanation)}
          {decision.reason === 'no_account' && ' The request names none, so it is not in the test.'}
        </Text>
      </Step>
      {layer && <LayerStep layer={layer} />}
      <Step title="Whom is it for?">
        <ConsideredExperiences explained={explained} />
      </Step>
      {allocation && (
        <Step title="Which variation?">
          <Draw
            allocation={allocation}
            decision={explanation.decision}
            traffic={campaign.traffic}
          />
        </Step>
      )}
      {holdouts.length > 0 && (
        <Step title="Held out?">
          {holdouts.map((holdout) => (
            <Stack key={holdout.id} gap={2}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {sayHoldout(holdout)}
              </Text>
              <RangeBar
                label={`${sayShare(holdout.share)} are held out by ${holdout.name}`}
                parts={[{ from: 0, to: holdout.share, hue: 5 }]}
                mark={{ at: holdout.bucket, said: String(holdout.bucket) }}
              />
            </Stack>
          ))}
        </Step>
      )}
    </Stack>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function LayerStep({ layer }: { layer: NonNullable<Explanation['layer']> }) {
  const { id, slot, slots, held } = layer;
  const { name: site } = useSite();
  const known = useEvery(consoleApi.listLayers, site).data?.find((one) => one.id === id);
  return (
    <Step title={`Layer ${known?.layer.name ?? id}`}>
      <Text size="sm">{sayLayer(layer)}</Text>
      <RangeBar
        label={`Slots that the campaign holds, of ${slots}`}
        parts={held.map(([from, to]) => ({ from: from / slots, to: (to + 1) / slots, hue: 0 }))}
        mark={{ at: (slot + 0.5) / slots, said: `slot ${slot}` }}
      />
    </Step>
  );
}

function sayLive({ campaign: { live, schedule }, preview, decision }: Explanation): string {
  if (preview) return 'A preview is shown whatever holds.';
  if (!live) return 'No: it is a draft, or paused.';
  const from = schedule?.start ? ` from ${schedule.start}` : '';
  const to = schedule?.end ? ` until ${schedule.end}` : '';
  if (decision.reason === 'not_started') return `Not yet: it serves${from}.`;
  if (decision.reason === 'ended') return `Not any more: it served${to}.`;
  return from || to ? `Yes: it serves${from}${to}.` : 'Yes.';
}
