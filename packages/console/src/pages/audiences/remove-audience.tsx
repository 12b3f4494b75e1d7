// Deleting an audience, which is refused while something refers to it.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Audience, stale } from './audience.ts';

interface Given {
  readonly audience: Audience;
  readonly onClose: () => void;
}

export function RemoveAudience({ audience: { id, audience }, onClose }: Given) {
  const { name: site } = useSite();
  const remove = useChange(consoleApi.deleteAudience, stale);
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${audience.name}?`}
      confirm="Delete audience"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { site, id: String(id) } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        This cannot be undone. It is refused while a campaign or another audience refers to it.
      </Text>
    </ConfirmDialog>
  );
}
