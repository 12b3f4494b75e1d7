// Stopping a campaign.
import { Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { bodyIn, type Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';

export function Pause({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { name: site } = useSite();
  const pause = useChange(consoleApi.pauseCampaign, stale);
  return (
    <ConfirmDialog
      isOpen
      title={`Pause ${bodyIn(campaign).name}?`}
      confirm="Pause"
      isBusy={pause.isPending}
      error={pause.error}
      onConfirm={() => pause.mutate(campaignParams(site, campaign.id), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        It serves nobody from then on. Who was given what is remembered: published again, everybody
        keeps what they had.
      </Text>
    </ConfirmDialog>
  );
}
