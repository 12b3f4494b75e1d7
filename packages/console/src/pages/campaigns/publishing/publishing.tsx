// The end of the review: publish, or first the approval that the site asks for.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import type { Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';
import { AskForApproval } from './ask-for-approval.tsx';
import { PublishWithoutApproval } from './publish-without-approval.tsx';
import { RequestState } from './request-state.tsx';
import { Schedule } from './scheduled.tsx';

interface Given {
  readonly campaign: Campaign;
  /** Was it checked, and is there nothing that prevents it? */
  readonly isReady: boolean;
  readonly hasWarnings: boolean;
}

export function Publishing({ campaign, isReady, hasWarnings }: Given) {
  const { name: site } = useSite();
  const sent = campaignParams(site, campaign.id);
  const approval = useAnswer(consoleApi.readApproval, sent, { isFresh: true });
  const mayAsk = useMay(consoleApi.askApproval);
  if (approval.error) return <ErrorAlert error={approval.error} onRetry={approval.refetch} />;
  if (!approval.data) return <ListSkeleton rows={1} />;
  const { isNeeded, request, rule } = approval.data;
  const isOver = request?.status === 'outdated' && rule === 'none';
  const isShown = request && request.status !== 'withdrawn' && !isOver;
  const isWaiting = request?.status === 'waiting';
  return (
    <Stack>
      {isShown && (
        // What was typed belongs to one version.
        <RequestState key={request.version} campaign={campaign} approval={approval.data} />
      )}
      {!isNeeded && <Publish {...{ campaign, isReady, hasWarnings }} />}
      {isNeeded && !isWaiting && mayAsk && (
        <AskForApproval {...{ campaign, isReady }} rule={rule} />
      )}
      {isNeeded && <InAnEmergency campaign={campaign} isReady={isReady} />}
    </Stack>
  );
}

function Publish({ campaign, isReady, hasWarnings }: Given) {
  const { name: site } = useSite();
  const mayPublish = useMay(consoleApi.publishCampaign);
  const publish = useChange(consoleApi.publishCampaign, stale);
  if (!mayPublish) return null;
  return (
    <>
      <ErrorAlert error={publish.error} />
      <Group>
        <Button
          size="md"
          loading={publish.isPending}
          disabled={!isReady}
          onClick={() => publish.mutate(campaignParams(site, campaign.id))}
        >
          {hasWarnings ? 'Publish anyway' : 'Publish now'}
        </Button>
        {!campaign.scheduledPublication && (
          <Schedule campaign={campaign} verb="Schedule…" isReady={isReady} />
        )}
        <Text size="sm" c="dimmed">
          {campaign.scheduledPublication
            ? 'This cancels the scheduled publication.'
            : 'Visitors get it within a second.'}
        </Text>
      </Group>
    </>
  );
}

/** Of a role that may: the way out when nobody is there to approve. */
function InAnEmergency({ campaign, isReady }: Pick<Given, 'campaign' | 'isReady'>) {
  const may = useMay(consoleApi.publishWithoutApproval);
  const [isOpen, setIsOpen] = useState(false);
  if (!may) return null;
  return (
    <Group>
      <Button variant="subtle" color="red" disabled={!isReady} onClick={() => setIsOpen(true)}>
        Publish without approval
      </Button>
      {isOpen && <PublishWithoutApproval campaign={campaign} onClose={() => setIsOpen(false)} />}
    </Group>
  );
}
