// Taking a teammate from the site.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Teammate } from './teammate.ts';

export function RemoveDialog({ teammate, onClose }: { teammate: Teammate; onClose: () => void }) {
  const { name: site } = useSite();
  const { id, name, email, fromGroups } = teammate;
  const remove = useChange(consoleApi.removeTeammate, [consoleApi.listTeammates]);
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${name} from ${site}?`}
      confirm="Remove teammate"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { site, id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        {email} loses access to {site} at once. API keys that they copied keep working: rotate those
        keys if needed.
        {fromGroups &&
          ' Remove them from the group at the identity provider too, or their next sign-in adds them again.'}
      </Text>
    </ConfirmDialog>
  );
}
