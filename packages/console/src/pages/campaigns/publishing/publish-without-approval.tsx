// Publishes in an emergency what is not approved; the reason stays in the audit log.
import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { bodyIn, type Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';

const reasonMin = 10;

export function PublishWithoutApproval({
  campaign,
  onClose,
}: {
  campaign: Campaign;
  onClose: () => void;
}) {
  const { name: site } = useSite();
  const publish = useChange(consoleApi.publishWithoutApproval, stale);
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Publish ${bodyIn(campaign).name} without approval?`}
      confirm="Publish without approval"
      isForbidden={reason.length < reasonMin}
      isBusy={publish.isPending}
      error={publish.error}
      onConfirm={() =>
        publish.mutate(
          { ...campaignParams(site, campaign.id), body: { reason } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Text size="sm">
        For emergencies. Visitors get this draft within a second, and the audit log keeps your
        reason. Pausing needs no approval.
      </Text>
      <Textarea
        label="Reason"
        description={`At least ${reasonMin} characters.`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={2}
        required
      />
    </ConfirmDialog>
  );
}
