// Changing what a teammate may do, or what an invited one will be able to do.
import type { Membership } from '@attune/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { MembershipFields } from './membership-fields.tsx';
import type { Invitation, Teammate } from './teammate.ts';

export function ChangeDialog({ teammate, onClose }: { teammate: Teammate; onClose: () => void }) {
  const { name: site } = useSite();
  const { id, name, fromGroups } = teammate;
  const change = useChange(consoleApi.changeTeammate, [consoleApi.listTeammates]);
  const fromThenOn = ' After it, groups at the identity provider no longer set this role.';
  return (
    <RoleDialog
      title={`Change the role of ${name}`}
      membership={teammate}
      about={`The change takes effect at once.${fromGroups ? fromThenOn : ''}`}
      isBusy={change.isPending}
      error={change.error}
      onChange={(body) => change.mutate({ params: { site, id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface InvitedGiven {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

export function ChangeInvitationDialog({ invitation, onClose }: InvitedGiven) {
  const { name: site } = useSite();
  const { id, email } = invitation;
  const change = useChange(consoleApi.changeInvitation, [consoleApi.listTeammates]);
  return (
    <RoleDialog
      title={`Change the role of ${email}`}
      membership={invitation}
      about="Their link stays the same."
      isBusy={change.isPending}
      error={change.error}
      onChange={(body) => change.mutate({ params: { site, id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface RoleGiven {
  readonly title: string;
  readonly membership: Membership;
  /** What becomes of the change. */
  readonly about: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onChange: (wanted: Membership) => void;
  readonly onClose: () => void;
}

function RoleDialog({ title, membership, about, isBusy, error, onChange, onClose }: RoleGiven) {
  const { role, codeEditing } = membership;
  const [wanted, setWanted] = useState<Membership>({ role, codeEditing });
  const isSame = wanted.role === role && wanted.codeEditing === codeEditing;
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <MembershipFields value={wanted} onChange={setWanted} />
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isSame} loading={isBusy} onClick={() => onChange(wanted)}>
            Change role
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
