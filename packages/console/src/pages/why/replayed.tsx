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
import { UserName } from '../../ui/user-name.tsx';
import { sayValue } from './condition-labels.ts';
import { Steps } from './steps.tsx';

export function Replayed({ decisionId }: { decisionId: string }) {
  const { name: site } = useSite();
  const body = { decisionId };
  const { data, error, refetch } = useAnswer(consoleApi.replayDecision, { params: { site }, body });
  if (isProblem(error, 'decision_gone')) {
    return (
      <EmptyState icon="why" title="This decision is no longer stored">
        {error.message} Decisions are kept as long as events, and are deleted with their user.
        Explain the user instead to see what is decided now.
      </EmptyState>
    );
  }
  if (isProblem(error, 'not_found')) {
    return (
      <EmptyState icon="why" title="No such decision on this site">
        {error.message} Paste the whole decisionId of a choice made on this site.
      </EmptyState>
    );
  }
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton rows={4} />;
  return <Verdict replay={data} />;
}

const verdicts = {
  true: { color: 'teal', icon: 'check', title: 'Replayed with the same result' },
  false: { color: 'red', icon: 'alert', title: 'Replayed with a different result' },
  null: { color: 'yellow', icon: 'alert', title: 'Unknown' },
} as const;

function Verdict({ replay }: { replay: ReplayOutput }) {
  const { same, summary, time, revision, userId, userName, campaign, explanation } = replay;
  const { color, icon, title } = verdicts[`${same}`];
  return (
    <Stack gap="md">
      <Alert color={color} icon={<Icon name={icon} />} title={title} role="status">
        {summary}
      </Alert>
      <Text size="sm" component="div">
        Decided on <Moment at={time} /> for <UserName id={userId} name={userName} />
        {campaign && (
          <>
            {' '}
            in <PageLink to={`campaigns?id=${campaign.id}`}>{campaign.name}</PageLink>
          </>
        )}
        , at revision {revision} of the site.{' '}
        <PageLink to={`why?user=${userId}`}>Explain what is decided now</PageLink>
      </Text>
      <Differences replay={replay} />
      <Recommended replay={replay} />
      {explanation && (
        <Section title="Steps">
          <Text size="sm" fw={500}>
            {explanation.words.summary}
          </Text>
          <Steps explained={explanation} />
        </Section>
      )}
      <Disclosure what="the attributes of this decision">
        <CodeBlock code={JSON.stringify(replay.values, null, 2)} what="the values" isWhole />
      </Disclosure>
      {replay.notKept.length > 0 && (
        <Text size="sm">Not stored because they are too long: {replay.notKept.join(', ')}.</Text>
      )}
    </Stack>
  );
}

function Differences({ replay: { differences } }: { replay: ReplayOutput }) {
  if (differences.length === 0) return null;
  return (
    <StackedTable
      label="Differences"
      heads={['Field', 'Then', 'Replayed']}
      rows={differences.map(({ field, logged, recomputed }) => ({
        key: field,
        cells: [field, sayValue(logged), sayValue(recomputed)],
      }))}
    />
  );
}

function Recommended({ replay: { recommended } }: { replay: ReplayOutput }) {
  if (!recommended || recommended.length === 0) return null;
  return (
    <Section title="Recommended items">
      <StackedTable
        label="Recommended items"
        heads={['SKU', 'Slot', 'Step of the strategy']}
        rows={recommended.map(({ slot, sku, step }) => ({
          key: `${slot} ${sku}`,
          cells: [sku, slot + 1, step === null ? 'Pinned or fallback' : step + 1],
        }))}
      />
    </Section>
  );
}
