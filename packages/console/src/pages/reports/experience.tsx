// One experience of a report: the large figures, the variations, and how they came about.
import type { ReportOutput } from '@attune/contract';
import { sayChange } from '@attune/core';
import { Alert, List, Stack, Text } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { IntervalBars } from '../../ui/interval-bars.tsx';
import { Section } from '../../ui/section.tsx';
import { dailyChart } from './daily.ts';
import { Daily } from './daily-chart.tsx';
import { KeyFigures } from './key-figures.tsx';
import type { Report } from './query.ts';
import { ResultTable } from './result-table.tsx';
import { SampleRatio } from './sample-ratio.tsx';
import { Segments } from './segments.tsx';
import { formatOfMetric, isUnseen, meanName, sayLeftOut, sayWaiting } from './sentences.ts';
import { Verdict } from './verdict.tsx';

type Experience = ReportOutput['experiences'][number];

interface Given {
  readonly experience: Experience;
  readonly report: Report;
}

export function ReportedExperience({ experience, report: { metric, breakdown } }: Given) {
  const { name, sentence, sampleRatio, variations, baseline, segments } = experience;
  if (isUnseen(experience)) {
    return <Section title={name} about="No users exposed yet." />;
  }
  const waiting = sayWaiting(experience, metric);
  const chart = dailyChart(variations);
  return (
    <Section title={name}>
      <Verdict verdict={experience.verdict} />
      <SampleRatio experience={experience} />
      {waiting && (
        <Alert color="gray" icon={<Icon name="report" />}>
          {waiting}
        </Alert>
      )}
      <KeyFigures experience={experience} />
      <Intervals experience={experience} metric={metric} />
      <ResultTable
        label={`Variations of ${name}`}
        {...{ variations, metric, baseline, inOrder: variations }}
      />
      <Meaning experience={experience} isWaiting={waiting !== undefined} />
      {chart && <Daily chart={chart} say={formatOfMetric(metric)} what={meanName(metric)} />}
      {breakdown !== null && (
        <Segments {...{ segments, metric, baseline }} variations={variations} />
      )}
      <Text size="sm" c="dimmed">
        {sampleRatio?.isSuspicious === false && `${sampleRatio.sentence} `}
        {sentence}
      </Text>
    </Section>
  );
}

interface MeaningGiven {
  readonly experience: Experience;
  readonly isWaiting: boolean;
}

/** The numbers in words, and the users who are in none of them. */
function Meaning({ experience, isWaiting }: MeaningGiven) {
  const meant = isWaiting ? [] : experience.variations.map(({ sentence }) => sentence);
  const said = [...meant, ...sayLeftOut(experience)];
  if (said.length === 0) return null;
  return (
    <List size="sm" spacing={4}>
      {said.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

interface IntervalsGiven {
  readonly experience: Experience;
  readonly metric: Report['metric'];
}

function Intervals({ experience: { variations, baseline }, metric }: IntervalsGiven) {
  const rows = variations.map(({ id, name, mean }, hue) => ({ key: id, name, hue, ...mean }));
  const lifts = variations.flatMap(({ id, name, uplift }, hue) =>
    uplift === null || id === baseline ? [] : [{ key: id, name, hue, ...uplift }],
  );
  const against = variations.find(({ id }) => id === baseline);
  const known = against?.mean.estimate;
  if (rows.every(({ estimate }) => estimate === null)) return null;
  return (
    <>
      <Stack gap={4} data-whole>
        <Text fw={600} size="sm">
          {meanName(metric)} with 95 % interval
        </Text>
        <IntervalBars
          rows={rows}
          say={formatOfMetric(metric)}
          {...(typeof known === 'number' && { compareWith: known })}
        />
      </Stack>
      {lifts.some(({ low, high }) => low !== null || high !== null) && (
        <Stack gap={4} data-whole>
          <Text fw={600} size="sm">
            Lift over {against?.name} with 95 % interval
          </Text>
          <IntervalBars rows={lifts} say={sayChange} compareWith={0} />
        </Stack>
      )}
    </>
  );
}
