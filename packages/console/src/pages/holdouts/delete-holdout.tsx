// Ending a holdout: who was held out is served like everybody else.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Holdout } from './holdout.ts';

export function DeleteHoldout({ holdout, onClose }: { holdout: Holdout; onClose: () => void }) {
  const { name: site } = useSite();
  const removing = useChange(consoleApi.deleteHoldout, [consoleApi.listHoldouts]);
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${holdout.holdout.name}?`}
      confirm="Delete holdout"
      isDangerous
      isBusy={removing.isPending}
      error={removing.error}
      onConfirm={() =>
        removing.mutate({ params: { site, id: String(holdout.id) } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Text size="sm">
        This cannot be undone. Held-out users are served like everyone else at once. A new holdout
        draws other users and measures from the start.
      </Text>
    </ConfirmDialog>
  );
}
