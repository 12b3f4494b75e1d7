// Requests for approval that stand: what waits for the reader first.
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { useTeammateNames } from '../../ui/teammates.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './approvals.module.css';

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
    <Page title="Approvals" about="Drafts that a teammate asked to publish.">
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

interface RequestsGiven {
  readonly title: string;
  readonly items: readonly Item[];
}

function Requests({ title, items }: RequestsGiven) {
  return (
    <Section title={title}>
      <ul className={classes['list'] ?? ''} aria-label={title}>
        {items.map((item) => (
          <Request key={item.campaignId} item={item} />
        ))}
      </ul>
    </Section>
  );
}

function Request({ item: { campaignId, name, request, mayDecide } }: { item: Item }) {
  const names = useTeammateNames();
  const called = (email: string | null) => names.get(email ?? '') ?? email;
  const [tone, word] = states[request.status];
  const { askedBy, askedAt, note, decidedBy, decidedAt, comment } = request;
  const place = `campaigns?id=${campaignId}&section=review`;
  return (
    <li className={classes['row']}>
      <Stack gap={4} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <PageLink to={place}>
            <b>{name}</b>
          </PageLink>
          <Mark tone={tone} size="sm">
            {word}
          </Mark>
        </Group>
        <Text size="sm" c="dimmed">
          {called(askedBy)} asked to publish it <Time at={askedAt} />
        </Text>
        {note && <Text size="sm">“{note}”</Text>}
        {decidedAt && request.status !== 'withdrawn' && (
          <Text size="sm">
            <Text span inherit c="dimmed">
              {called(decidedBy)} answered <Time at={decidedAt} />
              {comment && ': '}
            </Text>
            {comment && `“${comment}”`}
          </Text>
        )}
      </Stack>
      <ReviewButton to={place} name={name} isFirst={mayDecide} />
    </li>
  );
}

interface ReviewGiven {
  readonly to: string;
  readonly name: string;
  /** The reader is waited for. */
  readonly isFirst: boolean;
}

function ReviewButton({ to, name, isFirst }: ReviewGiven) {
  const { name: site } = useSite();
  return (
    <Button
      component={Link}
      href={`/${site}/${to}`}
      size="xs"
      variant={isFirst ? 'filled' : 'default'}
      aria-label={`${isFirst ? 'Review' : 'View'} ${name}`}
    >
      {isFirst ? 'Review' : 'View'}
    </Button>
  );
}
