// Settings, Teammates: who may do what on the site, and who is invited.
import { Button, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { TeammateList } from './teammate-list.tsx';

export function Teammates() {
  const { name: site } = useSite();
  const mayInvite = useMay(consoleApi.invite);
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAnswer(consoleApi.listTeammates, { params: { site } });
  return (
    <Page
      title="Teammates"
      about="Who works on this site. Viewers and Editors look; Admins change the site, manage teammates and see API keys. Code editing lets an Admin create, change and delete keys."
      actions={
        mayInvite && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('invite')}>
            Invite
          </Button>
        )
      }
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data && (
        <Stack gap="lg">
          <TeammateList teammates={data.teammates} />
          {data.invitations.length > 0 && <InvitationList invitations={data.invitations} />}
          {mayInvite && data.teammates.length === 1 && data.invitations.length === 0 && (
            <Text size="sm" c="dimmed">
              You are alone here. An invitation is a link that you hand over yourself; it works
              once, for seven days.
            </Text>
          )}
        </Stack>
      )}
      {mayInvite && search.has('invite') && <InviteDialog onClose={() => setSearch('')} />}
    </Page>
  );
}
