// Variations in numbers.
import type { IntervalOutput, ReportOutput } from '@attune/contract';
import { Badge, Text } from '@mantine/core';
import { Swatch } from '../../ui/hue.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { formatOf, sayChance, sayChange, sayInterval } from './numbers.ts';
import { meanName } from './sentences.ts';

type Experience = ReportOutput['experiences'][number];
type Variation = Pick<
  Experience['variations'][number],
  'id' | 'name' | 'exposed' | 'users' | 'mean' | 'uplift' | 'probabilityBest' | 'expectedLoss'
>;
type Metric = ReportOutput['metric'];

interface Given {
  readonly experience: Experience;
  readonly metric: Metric;
}

export function VariationTable({ experience, metric }: Given) {
  const { name, variations, baseline } = experience;
  return (
    <StackedTable
      label={`Variations of ${name}`}
      heads={headsOf(metric)}
      rows={variations.map((variation, at) => ({
        key: variation.id,
        cells: [
          <VariationName
            key="name"
            name={variation.name}
            hue={at}
            isBaseline={variation.id === baseline}
          />,
          ...cellsOf(variation, metric),
        ],
      }))}
    />
  );
}

export function headsOf(metric: Metric): readonly string[] {
  return [
    ...['Variation', 'Exposed', 'Counted', meanName(metric)],
    ...['Uplift', 'Chance to be best', 'Expected loss'],
  ];
}

/** A variation's numbers under those heads. */
export function cellsOf(variation: Variation, metric: Metric) {
  const say = formatOf(metric);
  const { exposed, users, mean, uplift, probabilityBest, expectedLoss } = variation;
  return [
    exposed.toLocaleString('en-GB'),
    users.toLocaleString('en-GB'),
    <Estimate key="mean" of={mean} say={say} />,
    uplift === null ? '–' : <Estimate key="uplift" of={uplift} say={sayChange} />,
    probabilityBest === null ? '–' : sayChance(probabilityBest),
    expectedLoss === null ? '–' : say(expectedLoss),
  ];
}

export function VariationName({
  name,
  hue,
  isBaseline,
}: {
  name: string;
  hue: number;
  isBaseline: boolean;
}) {
  return (
    <>
      <Swatch at={hue} />
      {name}{' '}
      {isBaseline && (
        <Badge size="sm" variant="default">
          baseline
        </Badge>
      )}
    </>
  );
}

function Estimate({ of, say }: { of: IntervalOutput; say: (value: number) => string }) {
  return (
    <>
      {of.estimate === null ? '–' : say(of.estimate)}
      <Text size="xs" c="dimmed">
        {sayInterval(of, say)}
      </Text>
    </>
  );
}
