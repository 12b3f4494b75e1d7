// Settings, Teammates: who may do what on the site, and who is invited.
import { Button, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleTable } from './role-tasks.tsx';
import { TeammateList } from './teammate-list.tsx';

export function Teammates() {
  const { name: site } = useSite();
  const mayInvite = useMay(consoleApi.invite);
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAnswer(consoleApi.listTeammates, { params: { site } });
  return (
    <Page
      title="Teammates"
      about={`People who work on ${site}, and what each of them can do.`}
      actions={
        mayInvite && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('invite')}>
            Invite teammate
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
              You are the only teammate. Invite someone to share the work.
            </Text>
          )}
          <Section title="What each role can do">
            <RoleTable />
          </Section>
        </Stack>
      )}
      {mayInvite && search.has('invite') && <InviteDialog onClose={() => setSearch('')} />}
    </Page>
  );
}
