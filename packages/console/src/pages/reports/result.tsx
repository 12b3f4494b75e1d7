// A report that was answered: an experience below the other, then what was done to the numbers.
import { Alert, List, Stack, Text } from '@mantine/core';
import { curlOfChoose } from '../../ui/curls.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { ReportedExperience } from './experience.tsx';
import { formatOf } from './numbers.ts';
import type { Report, ReportQuery, Subject } from './query.ts';
import { isEmpty, sayMetric, sayStopped, sayUnit } from './sentences.ts';

interface Given {
  readonly report: Report;
  readonly subject: Subject;
  readonly asked: ReportQuery;
}

export function Result({ report, subject, asked }: Given) {
  const { metric, experiences, asOf } = report;
  const stopped = sayStopped(subject);
  if (isEmpty(report)) return <NobodyYet subject={subject} asked={asked} stopped={stopped} />;
  return (
    <Stack gap="lg">
      {stopped && (
        <Alert color="gray" icon={<Icon name="alert" />} title="Stopped">
          {stopped} What was measured stays, and outcomes of users whose time is still open are
          added.
        </Alert>
      )}
      <Text size="sm">
        {sayMetric(metric)} {sayUnit(report.counted)}{' '}
        <Text span c="dimmed" size="sm">
          As of <Moment at={asOf} />.
        </Text>
      </Text>
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

function NobodyYet({ subject, asked, stopped }: Empty) {
  if (asked.from !== '' || asked.to !== '') {
    return (
      <EmptyState icon="report" title="Nobody was first exposed on these days">
        Choose other days above, or leave them empty to see all.
      </EmptyState>
    );
  }
  if (stopped) {
    return (
      <EmptyState icon="report" title="Nobody was ever exposed">
        {stopped} Make it live again to measure it.
      </EmptyState>
    );
  }
  if (subject.kind === 'holdout') {
    return (
      <EmptyState icon="report" title="Nobody has been held out of anything yet">
        A user counts from the first time that a campaign would have given them something: on one
        side those who are held out, on the other everybody else.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="report"
      title="Nobody has been exposed yet"
      curl={curlOfChoose(window.location.origin, subject.selector)}
    >
      A user is counted from the first time your code asks for this campaign and is given a
      variation. Ask once with a key that may serve, then look again a second later:
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
      const foreign = formatOf({ kind: 'revenue', currency })(value);
      return `Not summed, since the site counts in ${metric.currency ?? 'no currency'}: ${events} in ${currency}, worth ${foreign}.`;
    }),
  ];
  if (said.length === 0) return null;
  return (
    <Section title="What was done to the numbers">
      <List size="sm" spacing={4}>
        {[...new Set(said)].map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Section>
  );
}
