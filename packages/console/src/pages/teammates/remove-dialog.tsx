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
      confirm="Remove"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { site, id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        {email} sees nothing of {site} from now on. Keys that were copied go on working: rotate
        those that they should not use.
        {fromGroups &&
          ' Take them out of the group as well, or their next sign-in brings them back.'}
      </Text>
    </ConfirmDialog>
  );
}
