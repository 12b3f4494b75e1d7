// What was sent to a channel: each message with its state, the last answer, and the next attempt.
import { Button, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { Section } from '../../ui/section.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { Time } from '../../ui/time.tsx';
import {
  type Channel,
  channelParams,
  type Delivery,
  lookAgainMs,
  staleDeliveries,
} from './channel.ts';
import { DeliveryState } from './delivery-state.tsx';
import { sayEvent } from './labels.ts';

const size = 20;

export function Deliveries({ channel }: { channel: Channel }) {
  const { name: site } = useSite();
  const pages = usePages('');
  const query = { limit: String(size), ...(pages.cursor && { cursor: pages.cursor }) };
  const one = channelParams(site, channel.id);
  const { data, error, refetch } = useAnswer(
    consoleApi.listDeliveries,
    { ...one, query },
    {
      keepsPrevious: true,
      isFresh: true,
      everyMs: (answer) => lookAgainMs(answer?.items ?? []),
    },
  );
  const resend = useChange(consoleApi.resendDelivery, staleDeliveries);
  const again = ({ id, event, state, attempts }: Delivery) => (
    <Button
      key="again"
      size="xs"
      variant="default"
      disabled={state === 'waiting' && attempts === 0}
      aria-label={`Send again: ${sayEvent(event)}, ${id}`}
      onClick={() => resend.mutate({ params: { ...one.params, delivery: id } })}
    >
      Send again
    </Button>
  );
  return (
    <Section title="Deliveries" about="The last 30 days are kept.">
      {error && !data && <ErrorAlert error={error} onRetry={refetch} />}
      <ErrorAlert error={resend.error} />
      {!data && !error && <ListSkeleton rows={2} />}
      {data?.items.length === 0 && <Text size="sm">Nothing was sent yet.</Text>}
      {data && data.items.length > 0 && (
        <>
          <StackedTable
            label="Deliveries"
            heads={['Event', 'Created', 'State', 'Answer', 'Again']}
            rows={data.items.map((delivery) => ({
              key: delivery.id,
              cells: [
                sayEvent(delivery.event),
                <Time key="when" at={delivery.createdAt} />,
                <DeliveryState key="state" delivery={delivery} />,
                delivery.answerCode ?? 'None',
                again(delivery),
              ],
            }))}
          />
          <Pager {...pages} next={data.next} shown={data.items.length} size={size} />
        </>
      )}
    </Section>
  );
}
