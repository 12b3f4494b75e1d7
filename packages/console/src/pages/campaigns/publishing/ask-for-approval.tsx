// Asks another teammate to approve the draft, in place of publishing it.
import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import type { Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';
import type { Approval } from './approval.ts';

interface Given {
  readonly campaign: Campaign;
  readonly isReady: boolean;
  readonly rule: Approval['rule'];
}

export function AskForApproval({ campaign, isReady, rule }: Given) {
  const { name: site } = useSite();
  const ask = useChange(consoleApi.askApproval, stale);
  const [note, setNote] = useState('');
  const asked = campaignParams(site, campaign.id);
  return (
    <Stack gap="sm" align="flex-start" maw={640}>
      <Textarea
        label="Note for the reviewer"
        description={
          rule === 'admin'
            ? 'Optional. An Admin has to approve this version before it can be published.'
            : 'Optional. Another Editor or Admin has to approve this version before it can be published.'
        }
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={2}
        w="100%"
      />
      <ErrorAlert error={ask.error} />
      <Button
        size="md"
        loading={ask.isPending}
        disabled={!isReady}
        onClick={() => ask.mutate({ ...asked, body: { note: note.trim() } })}
      >
        Ask for approval
      </Button>
    </Stack>
  );
}
