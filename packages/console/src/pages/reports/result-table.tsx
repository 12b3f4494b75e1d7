// Variations in numbers, with sums over all of them.
import type { IntervalOutput, ReportOutput } from '@attune/contract';
import { type Say, sayChance, sayChange, sayInterval } from '@attune/core';
import { Badge, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Swatch } from '../../ui/hue.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Explain } from '../../ui/term.tsx';
import { formatOfMetric, meanName } from './sentences.ts';
import { terms } from './terms.ts';

type Experience = ReportOutput['experiences'][number];
type Metric = ReportOutput['metric'];
type Variation = Omit<Experience['variations'][number], 'daily'>;

interface Given {
  readonly label: string;
  readonly variations: readonly Variation[];
  readonly metric: Metric;
  readonly baseline: number | null;
  /** Every variation of the experience, in the order of its colour. */
  readonly inOrder: readonly { readonly id: number }[];
}

export function ResultTable({ label, variations, metric, baseline, inOrder }: Given) {
  const hasFinal = variations.some(({ users }) => users > 0);
  const hasOpen = variations.some(({ open }) => open > 0);
  const isCompared = inOrder.length > 1;
  const columns = useMemo(
    () => [
      nameColumn(isCompared ? baseline : null, inOrder),
      ...countColumns,
      ...(hasFinal ? [meanColumn(metric)] : []),
      ...(hasFinal && isCompared ? comparedColumns(metric) : []),
      ...(hasOpen ? [soFarColumn(metric)] : []),
    ],
    [baseline, inOrder, metric, hasFinal, hasOpen, isCompared],
  );
  return <DataTable label={label} rows={variations} columns={columns} idOf={({ id }) => id} />;
}

const count = (number: number) => number.toLocaleString('en-GB');
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function nameColumn(baseline: number | null, inOrder: Given['inOrder']): Column<Variation> {
  return {
    id: 'variation',
    head: 'Variation',
    cell: ({ id, name }) => (
      <>
        <Swatch at={inOrder.findIndex((one) => one.id === id)} />
        {name}{' '}
        {id === baseline && (
          <>
            <Badge size="sm" variant="default">
              Baseline
            </Badge>
            <Explain meaning={terms.baseline} />
          </>
        )}
      </>
    ),
    sortBy: ({ name }) => name,
  };
}

const countColumns: readonly Column<Variation>[] = [
  {
    id: 'exposed',
    head: 'Exposed',
    hint: <Explain meaning={terms.exposed} />,
    cell: ({ exposed }) => count(exposed),
    sortBy: ({ exposed }) => exposed,
    isNumber: true,
    total: (rows) => count(sum(rows.map(({ exposed }) => exposed))),
  },
  {
    id: 'counted',
    head: 'Counted',
    hint: <Explain meaning={terms.counted} />,
    cell: ({ users }) => count(users),
    sortBy: ({ users }) => users,
    isNumber: true,
    total: (rows) => count(sum(rows.map(({ users }) => users))),
  },
];

function meanColumn(metric: Metric): Column<Variation> {
  return {
    id: 'mean',
    head: `${meanName(metric)}, 95 % interval`,
    cell: ({ mean }) => <Estimate of={mean} say={formatOfMetric(metric)} />,
    sortBy: ({ mean }) => mean.estimate,
    isNumber: true,
  };
}

/** With the baseline, and with all others. */
function comparedColumns(metric: Metric): readonly Column<Variation>[] {
  const say = formatOfMetric(metric);
  return [
    {
      id: 'lift',
      head: 'Lift, 95 % interval',
      cell: ({ uplift }) => (uplift === null ? '–' : <Estimate of={uplift} say={sayChange} />),
      sortBy: ({ uplift }) => uplift?.estimate ?? null,
      isNumber: true,
    },
    {
      id: 'chance',
      head: 'Chance to be best',
      cell: ({ probabilityBest }) => (probabilityBest === null ? '–' : sayChance(probabilityBest)),
      sortBy: ({ probabilityBest }) => probabilityBest,
      isNumber: true,
    },
    {
      id: 'loss',
      head: 'Expected loss',
      hint: <Explain meaning={terms.loss} />,
      cell: ({ expectedLoss, mean }) =>
        expectedLoss === null ? '–' : say(expectedLoss, mean.estimate ?? undefined),
      sortBy: ({ expectedLoss }) => expectedLoss,
      isNumber: true,
    },
  ];
}

/** Of every exposed user, also of those whose window is open. */
function soFarColumn(metric: Metric): Column<Variation> {
  const say = formatOfMetric(metric);
  return {
    id: 'soFar',
    head: 'So far (preliminary)',
    hint: <Explain meaning={terms.soFar} />,
    cell: ({ soFar: { estimate, active } }) => (
      <>
        {estimate === null ? '–' : say(estimate)}
        <Text size="xs" c="dimmed">
          {count(active)} with an outcome
        </Text>
      </>
    ),
    sortBy: ({ soFar }) => soFar.estimate ?? soFar.active,
    isNumber: true,
  };
}

function Estimate({ of, say }: { of: IntervalOutput; say: Say }) {
  return (
    <>
      {of.estimate === null ? '–' : say(of.estimate)}
      <Text size="xs" c="dimmed">
        {sayInterval(of, say) ?? 'Too little data for an interval'}
      </Text>
    </>
  );
}
