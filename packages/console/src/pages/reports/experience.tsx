// One experience of a report: who did what, drawn and in numbers.
import type { ReportOutput } from '@attune/contract';
import { List, Stack, Text } from '@mantine/core';
import { IntervalBars } from '../../ui/interval-bars.tsx';
import { Section } from '../../ui/section.tsx';
import type { Report } from './asked.ts';
import { dailyChart } from './daily.ts';
import { DailyChart } from './daily-chart.tsx';
import { DailyTable } from './daily-table.tsx';
import { formatOf, sayChange } from './numbers.ts';
import { SampleRatio } from './sample-ratio.tsx';
import { Segments } from './segments.tsx';
import { meanName, sayLeftOut } from './sentences.ts';
import { VariationTable } from './variation-table.tsx';

type Experience = ReportOutput['experiences'][number];

interface Given {
  readonly experience: Experience;
  readonly report: Report;
}

export function ReportedExperience({ experience, report: { metric, breakdown } }: Given) {
  const { name, sentence, variations, segments } = experience;
  const chart = dailyChart(variations);
  const say = formatOf(metric);
  return (
    <Section title={name}>
      <SampleRatio experience={experience} />
      <Text fw={500}>{sentence}</Text>
      <VariationTable experience={experience} metric={metric} />
      <Charts experience={experience} metric={metric} />
      <List size="sm" spacing={4}>
        {variations.map(({ id, sentence: said }) => (
          <List.Item key={id}>{said}</List.Item>
        ))}
        {sayLeftOut(experience).map((said) => (
          <List.Item key={said}>{said}</List.Item>
        ))}
      </List>
      {chart && (
        <Stack gap="xs">
          <Text fw={600} size="sm">
            Day by day
          </Text>
          <DailyChart chart={chart} say={say} what={meanName(metric)} />
          <DailyTable variations={variations} days={chart.days} say={say} />
        </Stack>
      )}
      {breakdown !== null && (
        <Segments segments={segments} metric={metric} variations={variations} />
      )}
    </Section>
  );
}

function Charts({
  experience,
  metric,
}: {
  experience: Experience;
  metric: ReportOutput['metric'];
}) {
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
