// Mails of Attune itself: by which server they go, a test, and the last ones.
import { Button, Text } from '@mantine/core';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { Time } from '../../ui/time.tsx';
import { lookAgainMs } from './channel.ts';
import { DeliveryState } from './delivery-state.tsx';
import { sayEvent } from './labels.ts';

export function Mails() {
  const { name: site } = useSite();
  const params = { params: { site } };
  const { data, error, refetch } = useAnswer(consoleApi.readMail, params, {
    everyMs: (answer) => (answer?.server ? lookAgainMs(answer.mails) : undefined),
  });
  const test = useChange(consoleApi.testMail, [consoleApi.readMail]);
  return (
    <Section
      title="Mail server"
      about={sayServer(data?.server)}
      actions={
        data?.server && (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate(params)}>
            Send test mail
          </Button>
        )
      }
    >
      {error && !data && <ErrorAlert error={error} onRetry={refetch} />}
      <ErrorAlert error={test.error} />
      {!data && !error && <ListSkeleton rows={1} />}
      {data?.server && data.mails.length === 0 && (
        <Text size="sm">No invitation or test was mailed in the last 30 days.</Text>
      )}
      {data && data.mails.length > 0 && (
        <StackedTable
          label="Mails"
          heads={['Mail', 'To', 'Created', 'State']}
          rows={data.mails.map((mail) => ({
            key: mail.id,
            cells: [
              sayEvent(mail.event),
              mail.recipient,
              <Time key="when" at={mail.createdAt} />,
              <DeliveryState key="state" delivery={mail} />,
            ],
          }))}
        />
      )}
    </Section>
  );
}

/** Nothing while it is not known. */
function sayServer(server: Answer<'readMail'>['server'] | undefined) {
  if (server === undefined) return undefined;
  if (server) return `Mails are sent by ${server.host} from ${server.from}.`;
  return 'Not set up: invitations are links that you share. To send mails, set SMTP_URL.';
}
