// Changing what a teammate may do.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { MembershipFields } from './membership-fields.tsx';
import type { Teammate } from './teammate.ts';

export function ChangeDialog({ teammate, onClose }: { teammate: Teammate; onClose: () => void }) {
  const { name: site } = useSite();
  const { id, name, role, codeEditing } = teammate;
  const [wanted, setWanted] = useState({ role, codeEditing });
  const change = useChange(consoleApi.changeTeammate, [consoleApi.listTeammates]);
  const isSame = wanted.role === role && wanted.codeEditing === codeEditing;
  return (
    <Dialog onClose={onClose} title={`Change the role of ${name}`}>
      <Stack>
        <MembershipFields value={wanted} onChange={setWanted} />
        <Text size="sm" c="dimmed">
          The change takes effect at once.
          {teammate.fromGroups &&
            ' After it, groups at the identity provider no longer set this role.'}
        </Text>
        <ErrorAlert error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={isSame}
            loading={change.isPending}
            onClick={() =>
              change.mutate({ params: { site, id }, body: wanted }, { onSuccess: onClose })
            }
          >
            Change role
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
