// Assigning everyone again.
import { Alert, Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { bodyIn } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';
import type { Form } from './form.ts';

export function Restart({ form, onClose }: { form: Form; onClose: () => void }) {
  const { name: site } = useSite();
  const { campaign } = form;
  const restart = useChange(consoleApi.restartCampaign, stale);
  return (
    <ConfirmDialog
      isOpen
      title={`Restart ${bodyIn(campaign).name}?`}
      confirm="Restart the draft"
      isDangerous
      isBusy={restart.isPending}
      error={restart.error}
      onConfirm={() =>
        restart.mutate(
          {
            ...campaignParams(site, campaign.id),
            headers: { 'if-match': `"${campaign.version}"` },
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Alert color="red" icon={<Icon name="alert" />}>
        Once you publish the restarted draft, every visitor is assigned again and many get another
        variation. Results from before and after cannot be combined.
      </Alert>
      <Text size="sm">
        Restart a test that was set up wrongly. You can change names, content and traffic without a
        restart.
      </Text>
      {form.isChanged && (
        <Text size="sm">
          Your unsaved changes stay. When you save them, you can compare them with the restarted
          draft.
        </Text>
      )}
    </ConfirmDialog>
  );
}
