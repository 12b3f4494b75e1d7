// Stopping a campaign.
import { Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Moment } from '../../../ui/moment.tsx';
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
        Visitors see your site's default from now on. When you publish it again, they get the
        variation they had.
        {campaign.scheduledPublication?.refused === null && (
          <>
            {' '}
            It is still scheduled to be published on{' '}
            <Moment at={campaign.scheduledPublication.at} />.
          </>
        )}
      </Text>
    </ConfirmDialog>
  );
}
