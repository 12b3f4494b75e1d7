// A request for approval: who asked, what became of it, and the decision of those who may decide.
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';
import type { Approval } from './approval.ts';

type Request = NonNullable<Approval['request']>;

interface Given {
  readonly campaign: Campaign;
  readonly approval: Approval;
}

const looks: Readonly<Record<Request['status'], readonly [color: string, icon: IconName]>> = {
  waiting: ['blue', 'user'],
  approved: ['teal', 'check'],
  'sent-back': ['yellow', 'alert'],
  outdated: ['yellow', 'alert'],
  withdrawn: ['gray', 'user'],
};

export function RequestState({ campaign, approval }: Given) {
  const { request, mayDecide } = approval;
  if (!request) return null;
  const [color, icon] = looks[request.status];
  const isOpen = request.status === 'waiting' || request.status === 'approved';
  return (
    <Alert
      color={color}
      icon={<Icon name={icon} />}
      title={titleOf(request, campaign)}
      role="status"
    >
      <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">
          {request.askedBy} asked <Time at={request.askedAt} />
          {request.note && `: ${request.note}`}
        </Text>
        {request.decidedAt && request.status !== 'withdrawn' && (
          <Text size="sm">
            {request.decidedBy} decided <Time at={request.decidedAt} />
            {request.comment && `: ${request.comment}`}
          </Text>
        )}
        {mayDecide && <Decide campaign={campaign} version={request.version} />}
        {isOpen && <Withdraw campaign={campaign} />}
      </Stack>
    </Alert>
  );
}

function titleOf({ status, version }: Request, campaign: Campaign): string {
  const draft = version === campaign.version ? 'The draft' : 'An earlier draft';
  switch (status) {
    case 'waiting':
      return `${draft} is waiting for approval`;
    case 'approved':
      return `${draft} is approved`;
    case 'sent-back':
      return `${draft} was sent back`;
    default:
      return 'Changed since the request: it needs a new approval';
  }
}

function Decide({ campaign, version }: { campaign: Campaign; version: number }) {
  const { name: site } = useSite();
  const decide = useChange(consoleApi.decideApproval, stale);
  const [comment, setComment] = useState('');
  const send = (decision: 'approve' | 'send-back') =>
    decide.mutate({
      ...campaignParams(site, campaign.id),
      body: { version, decision, comment: comment.trim() },
    });
  return (
    <Stack gap="sm" align="flex-start">
      <Textarea
        label="Comment"
        description="Optional"
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={2}
        w="100%"
        maw={640}
      />
      <ErrorAlert error={decide.error} />
      <Group gap="sm">
        <Button loading={decide.isPending} onClick={() => send('approve')}>
          Approve
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={() => send('send-back')}>
          Send back
        </Button>
      </Group>
    </Stack>
  );
}

function Withdraw({ campaign }: { campaign: Campaign }) {
  const { name: site } = useSite();
  const may = useMay(consoleApi.withdrawApproval);
  const withdraw = useChange(consoleApi.withdrawApproval, stale);
  if (!may) return null;
  return (
    <>
      <ErrorAlert error={withdraw.error} />
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(campaignParams(site, campaign.id))}
        >
          Withdraw request
        </Button>
      </Group>
    </>
  );
}
