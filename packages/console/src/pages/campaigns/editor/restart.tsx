// Drawing everybody anew.
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
        Once the restarted draft is published, everybody is drawn anew: many are given another
        variation than they had, and what was measured before cannot be taken together with what
        comes after.
      </Alert>
      <Text size="sm">
        Restart a test that was set up wrongly. To change a name, a payload or the traffic, do not:
        everybody keeps what they have.
      </Text>
      {form.isChanged && (
        <Text size="sm">
          Your unsaved changes stay, but somebody else's save will have come before them: you will
          be shown the difference when you save.
        </Text>
      )}
    </ConfirmDialog>
  );
}
