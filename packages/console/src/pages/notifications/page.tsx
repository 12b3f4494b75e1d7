// Notifications: the channels that are told of events, and the mails of Attune itself.
import { Button } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelOpened } from './channel-opened.tsx';
import { ChannelTable } from './channel-table.tsx';
import { Mails } from './mails.tsx';

export function Notifications() {
  const [search] = useSearchParams();
  const opened = search.get('channel');
  return opened === null ? <Channels /> : <ChannelOpened key={opened} id={opened} />;
}

function Channels() {
  const { name: site } = useSite();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAnswer(consoleApi.listChannels, { params: { site } });
  const make = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New channel
    </Button>
  );
  return (
    <Page
      title="Notifications"
      about="Tell people and programs what happens on this site."
      actions={data && data.items.length > 0 && make}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.items.length === 0 && (
        <EmptyState icon="bell" title="No channels yet" action={make}>
          A channel sends the events that you choose to a webhook, to Slack, to Microsoft Teams or
          by e-mail.
        </EmptyState>
      )}
      {data && data.items.length > 0 && <ChannelTable channels={data.items} />}
      {data && <Mails />}
      {search.has('new') && <ChannelDialog onClose={() => setSearch('')} />}
    </Page>
  );
}
