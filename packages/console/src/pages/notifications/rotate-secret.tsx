// Giving a webhook a new secret.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Channel, channelParams, staleChannels } from './channel.ts';
import { TheSecret } from './the-secret.tsx';

export function RotateSecret({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { name: site } = useSite();
  const rotate = useChange(consoleApi.rotateChannelSecret, staleChannels);
  if (rotate.data) {
    return (
      <Dialog onClose={onClose} title="Copy the new secret" closeOnClickOutside={false}>
        <TheSecret secret={rotate.data.secret} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Rotate the secret of ${channel.name}?`}
      confirm="Rotate secret"
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(channelParams(site, channel.id))}
      onClose={onClose}
    >
      <Text size="sm">
        For a day, messages are signed by the old and the new secret, so that the receiver can
        change over.
      </Text>
    </ConfirmDialog>
  );
}
