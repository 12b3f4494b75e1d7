// One experience of a report: who did what, drawn and in numbers.
import type { ReportOutput } from '@attune/contract';
import { List, Stack, Text } from '@mantine/core';
import { IntervalBars } from '../../ui/interval-bars.tsx';
import { Section } from '../../ui/section.tsx';
import { dailyChart } from './daily.ts';
import { DailyChart } from './daily-chart.tsx';
import { DailyTable } from './daily-table.tsx';
import { formatOf, sayChange } from './numbers.ts';
import type { Report } from './query.ts';
import { SampleRatio } from './sample-ratio.tsx';
import { Segments } from './segments.tsx';
import { isUnseen, meanName, sayLeftOut, sayWaiting } from './sentences.ts';
import { VariationTable } from './variation-table.tsx';

type Experience = ReportOutput['experiences'][number];

interface Given {
  readonly experience: Experience;
  readonly report: Report;
}

export function ReportedExperience({ experience, report: { metric, breakdown } }: Given) {
  const { name, sentence, variations, segments } = experience;
  if (isUnseen(experience)) {
    return <Section title={name} about="Nobody has been given anything of this experience." />;
  }
  return (
    <Section title={name}>
      <SampleRatio experience={experience} />
      <Sentences experience={experience} metric={metric} />
      <VariationTable experience={experience} metric={metric} />
      <Text size="sm" c="dimmed">
        {sentence}
      </Text>
      <Charts experience={experience} metric={metric} />
      <Days experience={experience} metric={metric} />
      {breakdown !== null && (
        <Segments segments={segments} metric={metric} variations={variations} />
      )}
    </Section>
  );
}

interface Judged {
  readonly experience: Experience;
  readonly metric: Report['metric'];
}

/** What it all means, before the numbers that say it. */
function Sentences({ experience, metric }: Judged) {
  const { variations } = experience;
  const waiting = sayWaiting(experience, metric);
  const meant = waiting === undefined ? variations.map(({ sentence }) => sentence) : [waiting];
  return (
    <List size="sm" spacing={4}>
      {[...meant, ...sayLeftOut(experience)].map((said) => (
        <List.Item key={said}>{said}</List.Item>
      ))}
    </List>
  );
}

function Days({ experience: { variations }, metric }: Judged) {
  const chart = dailyChart(variations);
  if (chart === undefined) return null;
  const say = formatOf(metric);
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        Day by day
      </Text>
      <DailyChart chart={chart} say={say} what={meanName(metric)} />
      <DailyTable variations={variations} days={chart.days} say={say} />
    </Stack>
  );
}

function Charts({ experience, metric }: Judged) {
  const { variations, baseline } = experience;
  const rows = variations.map(({ id, name, mean }, hue) => ({ key: id, name, hue, ...mean }));
  const uplifts = variations.flatMap(({ id, name, uplift }, hue) =>
    uplift === null || id === baseline ? [] : [{ key: id, name, hue, ...uplift }],
  );
  const known = variations.find(({ id }) => id === baseline)?.mean.estimate;
  if (rows.every(({ estimate }) => estimate === null)) return null;
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Text fw={600} size="sm">
          {meanName(metric)}, with the interval that holds it
        </Text>
        <IntervalBars
          rows={rows}
          say={formatOf(metric)}
          {...(typeof known === 'number' && { compareWith: known })}
        />
      </Stack>
      {uplifts.some(({ low, high }) => low !== null || high !== null) && (
        <Stack gap={4}>
          <Text fw={600} size="sm">
            Uplift over {variations.find(({ id }) => id === baseline)?.name}
          </Text>
          <IntervalBars rows={uplifts} say={sayChange} compareWith={0} />
        </Stack>
      )}
    </Stack>
  );
}
