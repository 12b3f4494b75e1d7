// What a test says as a whole, and what to do: above all numbers.
import type { ReportOutput } from '@attune/contract';
import { Alert, Text } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';

type Reached = ReportOutput['experiences'][number]['verdict'];

const colors = {
  ship: 'green',
  revert: 'orange',
  'no-difference': 'gray',
  continue: 'blue',
  broken: 'red',
} as const;

export function Verdict({ verdict }: { verdict: Reached }) {
  if (verdict === null) return null;
  const { kind, sentence, recommendation } = verdict;
  return (
    <Alert
      color={colors[kind]}
      icon={<Icon name={kind === 'broken' ? 'alert' : 'report'} />}
      title={sentence}
    >
      <Text size="sm">{recommendation}</Text>
    </Alert>
  );
}
