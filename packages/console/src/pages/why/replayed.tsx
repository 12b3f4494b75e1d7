// A decision that was made: whether it would be the same again, and how it came about.
import type { ReplayOutput } from '@attune/contract';
import { Alert, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { isProblem } from '../../api/problem.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { sayValue } from './condition-labels.ts';
import { Steps } from './steps.tsx';

export function Replayed({ decisionId }: { decisionId: string }) {
  const { name: site } = useSite();
  const body = { decisionId };
  const { data, error, refetch } = useAnswer(consoleApi.replayDecision, { params: { site }, body });
  if (isProblem(error, 'decision_gone')) {
    return (
      <EmptyState icon="why" title="This decision is no longer known">
        {error.message} What a decision read is kept as long as the site keeps events, and goes when
        its user is erased. Ask about the user instead to see what would be decided now.
      </EmptyState>
    );
  }
  if (isProblem(error, 'not_found')) {
    return (
      <EmptyState icon="why" title="This is no decision of this site">
        {error.message} Copy the whole decisionId of a choice; those of other sites are not read
        here.
      </EmptyState>
    );
  }
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton rows={4} />;
  return <Verdict replay={data} />;
}

const verdicts = {
  true: { color: 'teal', icon: 'check', title: 'The same again' },
  false: { color: 'red', icon: 'alert', title: 'Something differs' },
  null: { color: 'yellow', icon: 'alert', title: 'Unknown' },
} as const;

function Verdict({ replay }: { replay: ReplayOutput }) {
  const { same, summary, time, revision, userId, campaign, explanation } = replay;
  const { color, icon, title } = verdicts[`${same}`];
  return (
    <Stack gap="md">
      <Alert color={color} icon={<Icon name={icon} />} title={title} role="status">
        {summary}
      </Alert>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Decided on <Moment at={time} /> by revision {revision} of the site, for{' '}
        <PageLink to={`why?user=${userId}`}>user id {userId}</PageLink>
        {campaign && ` in the campaign ${campaign.name}`}.
      </Text>
      <Differences replay={replay} />
      {explanation && (
        <Section title="How it came about">
          <Text size="sm" fw={500}>
            {explanation.words.summary}
          </Text>
          <Steps explained={explanation} />
        </Section>
      )}
      <Disclosure what="what the decision read">
        <CodeBlock code={JSON.stringify(replay.values, null, 2)} what="the values" isWhole />
      </Disclosure>
      {replay.notKept.length > 0 && (
        <Text size="sm">Too long to be kept: {replay.notKept.join(', ')}.</Text>
      )}
    </Stack>
  );
}

function Differences({ replay: { differences } }: { replay: ReplayOutput }) {
  if (differences.length === 0) return null;
  return (
    <StackedTable
      label="What differs"
      heads={['What', 'Then', 'Again']}
      rows={differences.map(({ field, logged, recomputed }) => ({
        key: field,
        cells: [field, sayValue(logged), sayValue(recomputed)],
      }))}
    />
  );
}
