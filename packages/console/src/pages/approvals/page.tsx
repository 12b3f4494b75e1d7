// Requests for approval that stand: what waits for the reader first.
import { Stack, Text } from '@mantine/core';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import rows from '../../ui/row-list.module.css';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';

type Item = Answer<'listApprovals'>['items'][number];

export function Approvals() {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(
    consoleApi.listApprovals,
    { params: { site } },
    { isFresh: true },
  );
  const mine = data?.items.filter(({ mayDecide }) => mayDecide) ?? [];
  const others = data?.items.filter(({ mayDecide }) => !mayDecide) ?? [];
  return (
    <Page title="Approvals">
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.items.length === 0 && (
        <EmptyState icon="check" title="Nothing to approve">
          Campaigns that wait for approval are listed here. Turn approval on in{' '}
          <PageLink to="site#publishing">Site settings</PageLink>.
        </EmptyState>
      )}
      {mine.length > 0 && <Requests title="Waiting for you" items={mine} />}
      {others.length > 0 && <Requests title="Other requests" items={others} />}
    </Page>
  );
}

const states: Readonly<Record<Item['request']['status'], readonly [Tone, string]>> = {
  waiting: ['neutral', 'Waiting'],
  approved: ['good', 'Approved'],
  'sent-back': ['odd', 'Sent back'],
  outdated: ['neutral', 'Outdated'],
  withdrawn: ['neutral', 'Withdrawn'],
};

function Requests({ title, items }: { title: string; items: readonly Item[] }) {
  return (
    <Section title={title}>
      <ul className={rows['list'] ?? ''}>
        {items.map(({ campaignId, name, request }) => {
          const [tone, word] = states[request.status];
          return (
            <li key={campaignId}>
              <Stack gap={2} py="xs" style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={600} component="div">
                  <PageLink to={`campaigns?id=${campaignId}&section=review`}>{name}</PageLink>{' '}
                  <Mark tone={tone} size="sm">
                    {word}
                  </Mark>
                </Text>
                <Text size="xs" c="dimmed">
                  Version {request.version}, asked by {request.askedBy}{' '}
                  <Time at={request.askedAt} />
                </Text>
                {request.note && <Text size="sm">{request.note}</Text>}
                {request.comment && (
                  <Text size="sm">
                    {request.decidedBy}: {request.comment}
                  </Text>
                )}
              </Stack>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
