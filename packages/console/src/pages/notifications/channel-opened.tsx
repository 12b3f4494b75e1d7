// A channel: what it is told, a test, a new secret, and what was sent to it.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { type Channel, channelParams, staleDeliveries } from './channel.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { DeleteChannel } from './delete-channel.tsx';
import { Deliveries } from './deliveries.tsx';
import { eventLabels, statusOf, typeLabels } from './labels.ts';
import { RotateSecret } from './rotate-secret.tsx';

export function ChannelOpened({ id }: { id: string }) {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(consoleApi.readChannel, channelParams(site, id));
  if (data) return <Opened channel={data} />;
  return (
    <Page title="Channel">
      {error ? <ErrorAlert error={error} onRetry={refetch} /> : <ListSkeleton rows={4} />}
    </Page>
  );
}

type Asked = 'change' | 'delete' | 'rotate';

function Opened({ channel }: { channel: Channel }) {
  const { name: site } = useSite();
  const [, go] = useLocation();
  const [asked, setAsked] = useState<Asked>();
  const test = useChange(consoleApi.testChannel, staleDeliveries);
  const onClose = () => setAsked(undefined);
  const [said, tone] = statusOf(channel);
  return (
    <Page
      title={channel.name}
      about={
        <Group gap="xs">
          <Mark size="sm" tone={tone}>
            {said}
          </Mark>
          <span style={{ overflowWrap: 'anywhere' }}>
            {typeLabels[channel.type]}, {channel.target}
          </span>
        </Group>
      }
      actions={
        <Actions
          channel={channel}
          isTesting={test.isPending}
          onTest={() => test.mutate(channelParams(site, channel.id))}
          onAsk={setAsked}
        />
      }
    >
      {channel.isGone && (
        <Alert color="red" title="Turned off">
          The receiver answered 410 Gone. When it is there again, edit the channel and turn it on.
        </Alert>
      )}
      <ErrorAlert error={test.error} />
      <Section title="Events">
        <Text size="sm">
          {channel.events.length === 0
            ? 'No events are chosen.'
            : channel.events.map((event) => eventLabels[event]).join(', ')}
        </Text>
        {channel.oldSecretUntil && (
          <Text size="sm">
            Messages are signed by the old secret as well, until{' '}
            <Time at={channel.oldSecretUntil} />.
          </Text>
        )}
      </Section>
      <Deliveries channel={channel} />
      {asked === 'change' && <ChannelDialog channel={channel} onClose={onClose} />}
      {asked === 'rotate' && <RotateSecret channel={channel} onClose={onClose} />}
      {asked === 'delete' && (
        <DeleteChannel
          {...{ channel, onClose }}
          onDeleted={() => go(`/${site}/notifications`, { replace: true })}
        />
      )}
    </Page>
  );
}

interface ActionsGiven {
  readonly channel: Channel;
  readonly isTesting: boolean;
  readonly onTest: () => void;
  readonly onAsk: (asked: Asked) => void;
}

function Actions({ channel, isTesting, onTest, onAsk }: ActionsGiven) {
  return (
    <Group gap="xs">
      <Button loading={isTesting} onClick={onTest}>
        Send test
      </Button>
      <Button variant="default" onClick={() => onAsk('change')}>
        Edit
      </Button>
      {channel.type === 'webhook' && (
        <Button variant="default" onClick={() => onAsk('rotate')}>
          Rotate secret
        </Button>
      )}
      <Button variant="default" onClick={() => onAsk('delete')}>
        Delete
      </Button>
    </Group>
  );
}
