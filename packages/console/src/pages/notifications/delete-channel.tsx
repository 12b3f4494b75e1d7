// Deleting a channel.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Channel, channelParams } from './channel.ts';

interface Given {
  readonly channel: Channel;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteChannel({ channel, onClose, onDeleted }: Given) {
  const { name: site } = useSite();
  const remove = useChange(consoleApi.deleteChannel, [consoleApi.listChannels]);
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${channel.name}?`}
      confirm="Delete channel"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(channelParams(site, channel.id), { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <Text size="sm">
        Nothing more is sent to it, and the list of what was sent is deleted. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
