// Inviting a teammate: address and role, then the link, which is mailed where there is a mail
// server, and shown once.
import type { Membership } from '@attune/contract';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { onSubmit } from '../../ui/form.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { MembershipFields } from './membership-fields.tsx';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const invite = useChange(consoleApi.invite, [consoleApi.listTeammates]);
  const mail = useAnswer(consoleApi.readMail, { params: { site } });
  const isMailed = Boolean(mail.data?.server);
  const [wanted, setWanted] = useState<Membership>({ role: 'Viewer', codeEditing: false });
  const send = onSubmit((field) =>
    invite.mutate({ params: { site }, body: { email: field('email'), ...wanted } }),
  );
  return (
    <Dialog onClose={onClose} title={titleOf(invite.data, site)} closeOnClickOutside={!invite.data}>
      {invite.data ? (
        <TheLink {...invite.data} onClose={onClose} />
      ) : (
        <form onSubmit={send}>
          <Stack>
            <TextInput
              name="email"
              type="email"
              label="E-mail address"
              autoComplete="off"
              required
              withAsterisk={false}
              data-autofocus
              description={mail.data && sayWay[isMailed ? 'mail' : 'link']}
              error={invite.error instanceof Problem && invite.error.faultOf('email')}
            />
            <MembershipFields value={wanted} onChange={setWanted} />
            <ErrorAlert error={invite.error} shownElsewhere={['email']} />
            <FormFooter isBusy={invite.isPending || mail.isPending} onCancel={onClose}>
              {isMailed ? 'Send invitation' : 'Create invitation link'}
            </FormFooter>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

const sayWay = {
  mail: 'They get a mail with a link to join.',
  link: 'You get a link that you send to them.',
};

function titleOf(made: Pick<LinkProps, 'isMailed'> | undefined, site: string): string {
  if (!made) return `Invite to ${site}`;
  return made.isMailed ? 'Invitation sent' : 'Share the invitation link';
}

interface LinkProps {
  readonly invitation: { readonly email: string };
  readonly link: string;
  readonly isMailed: boolean;
  readonly onClose: () => void;
}

function TheLink({ invitation, link, isMailed, onClose }: LinkProps) {
  return (
    <Stack>
      <Text size="sm">
        {isMailed
          ? `The link is on its way to ${invitation.email} by mail. You can also share it yourself.`
          : `Send this link to ${invitation.email}.`}{' '}
        It works once, within seven days.
      </Text>
      <CodeBlock code={link} what="the link" isWhole />
      <Alert color="yellow">The link is not shown again. If it gets lost, invite them again.</Alert>
      <Group justify="flex-end">
        <CopyButton text={link} what="the link" variant="filled" data-autofocus />
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
