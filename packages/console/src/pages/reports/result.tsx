// A report that was answered: an experience below the other, then what was done to the numbers.
import { formatOf } from '@attune/core';
import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { curlOfChoose } from '../../ui/curls.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { EndTest } from '../campaigns/ending/end-test.tsx';
import { testsIn } from '../campaigns/ending/test.ts';
import { ReportedExperience } from './experience.tsx';
import type { Report, ReportQuery, Subject } from './query.ts';
import { isEmpty, sayMetric, sayStopped, sayUnit } from './sentences.ts';
import { SoFar } from './so-far.tsx';

interface Given {
  readonly report: Report;
  readonly subject: Subject;
  readonly asked: ReportQuery;
}

export function Result({ report, subject, asked }: Given) {
  const { metric, experiences, asOf } = report;
  const stopped = sayStopped(subject);
  if (isEmpty(report)) return <NoUsers subject={subject} asked={asked} stopped={stopped} />;
  return (
    <Stack gap="lg">
      {stopped && (
        <Alert color="gray" icon={<Icon name="alert" />} title="Stopped">
          {stopped} Outcomes of users who are still within their time window are added.
        </Alert>
      )}
      <div>
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {subject.name}
        </Title>
        {subject.kind === 'campaign' && (
          <Text size="sm" className="no-print">
            <PageLink to={`campaigns?id=${subject.id}`}>Open the campaign</PageLink>
          </Text>
        )}
      </div>
      <Text size="sm">
        {sayMetric(metric)} {sayUnit(report.counted)}{' '}
        <Text span c="dimmed" size="sm">
          As of <Moment at={asOf} />.
        </Text>
      </Text>
      {subject.kind === 'campaign' && subject.status !== 'archived' && (
        <EndTest id={subject.id} tests={testsIn(experiences)} />
      )}
      <SoFar report={report} />
      {experiences.map((experience) => (
        <ReportedExperience key={experience.id} experience={experience} report={report} />
      ))}
      <Treatment report={report} />
    </Stack>
  );
}

interface Empty extends Pick<Given, 'subject' | 'asked'> {
  readonly stopped: string | undefined;
}

function NoUsers({ subject, asked, stopped }: Empty) {
  if (asked.from !== '' || asked.to !== '') {
    return (
      <EmptyState icon="report" title="No users first exposed on these days">
        Choose other days above, or clear them to see all.
      </EmptyState>
    );
  }
  if (stopped) {
    return (
      <EmptyState icon="report" title="No users exposed">
        {stopped} Publish it again to measure it.
      </EmptyState>
    );
  }
  if (subject.kind === 'holdout') {
    return (
      <EmptyState icon="report" title="No users held out yet">
        Users count from the first time that a campaign would have served them something: held-out
        users on one side, everyone else on the other.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="report"
      title="No users exposed yet"
      curl={curlOfChoose(window.location.origin, subject.selector)}
      curlAbout="Counts as one user. Use a key that can serve, then reload this page."
    >
      Users count from the first time that a page shows them this campaign. A developer places it
      once.
    </EmptyState>
  );
}

/** What was left out or capped, which explains why sums differ elsewhere. */
function Treatment({
  report: { experiences, notes, otherCurrencies, metric, notCounted },
}: Pick<Given, 'report'>) {
  const isAnyLeftOut = notCounted.bots + notCounted.internal > 0;
  const said = [
    ...(isAnyLeftOut ? [notCounted.sentence] : []),
    ...notes,
    ...experiences.flatMap(({ winsorised, cuped }) =>
      [winsorised?.sentence, cuped?.sentence].filter((sentence) => sentence !== undefined),
    ),
    ...otherCurrencies.map(({ currency, events, value }) => {
      const foreign = formatOf({ unit: 'money', currency })(value);
      return `Not summed: ${events} outcomes in ${currency} worth ${foreign}. The site’s currency is ${metric.currency ?? 'not set'}.`;
    }),
  ];
  if (said.length === 0) return null;
  return (
    <Section title="Notes">
      <List size="sm" spacing={4}>
        {[...new Set(said)].map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Section>
  );
}
