// Who is invited and has not come yet.
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import classes from '../../ui/row-list.module.css';
import { Time } from '../../ui/time.tsx';
import { ChangeInvitationDialog } from './change-dialog.tsx';
import type { Invitation } from './teammate.ts';

const nameOf = ({ email }: Invitation) => email || 'First Admin';

export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const [asked, setAsked] = useState<{ what: 'change' | 'withdraw'; invitation: Invitation }>();
  const onClose = () => setAsked(undefined);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Pending invitations
      </Title>
      <Paper withBorder component="ul" className={classes['list']} aria-label="Pending invitations">
        {invitations.map((invitation) => (
          <li key={invitation.id} className={classes['row']}>
            <div className={classes['main']}>
              <Text size="sm" fw={500} className={classes['name']}>
                {nameOf(invitation)}
              </Text>
              <Text size="xs" c="dimmed">
                Invited <Time at={invitation.createdAt} />
              </Text>
            </div>
            <Group gap={6} className={classes['middle']}>
              <Badge variant="light">{invitation.role}</Badge>
              {invitation.codeEditing && (
                <Badge variant="light" color="violet">
                  Code editing
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" className={classes['side']}>
              Expires <Time at={invitation.expiresAt} />
            </Text>
            <Group gap="xs" className={classes['actions']}>
              <Button
                size="xs"
                variant="default"
                aria-label={`Change the role of ${nameOf(invitation)}`}
                onClick={() => setAsked({ what: 'change', invitation })}
              >
                Change role
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={`Withdraw the invitation for ${nameOf(invitation)}`}
                onClick={() => setAsked({ what: 'withdraw', invitation })}
              >
                Withdraw
              </Button>
            </Group>
          </li>
        ))}
      </Paper>
      {asked?.what === 'change' && (
        <ChangeInvitationDialog invitation={asked.invitation} onClose={onClose} />
      )}
      {asked?.what === 'withdraw' && (
        <WithdrawDialog invitation={asked.invitation} onClose={onClose} />
      )}
    </Stack>
  );
}

function WithdrawDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { name: site } = useSite();
  const withdraw = useChange(consoleApi.withdrawInvitation, [consoleApi.listTeammates]);
  return (
    <ConfirmDialog
      isOpen
      title={`Withdraw the invitation for ${nameOf(invitation)}?`}
      confirm="Withdraw invitation"
      isDangerous
      isBusy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() =>
        withdraw.mutate({ params: { site, id: invitation.id } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Text size="sm">Their link stops working at once.</Text>
    </ConfirmDialog>
  );
}
