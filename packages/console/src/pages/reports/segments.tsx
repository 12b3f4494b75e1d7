// The same report for parts of the users.
import type { ReportOutput } from '@attune/contract';
import { Stack, Text } from '@mantine/core';
import { ResultTable } from './result-table.tsx';

type Experience = ReportOutput['experiences'][number];

interface Given {
  readonly segments: Experience['segments'];
  readonly metric: ReportOutput['metric'];
  /** Every variation, in the order of its colour. */
  readonly variations: readonly { readonly id: number }[];
  readonly baseline: number | null;
}

export function Segments({ segments, metric, variations, baseline }: Given) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        The more groups you compare, the likelier one of them differs by chance alone. Confirm what
        a group shows in a test of its own.
      </Text>
      {segments.map(({ segment, variations: rows }) => (
        <Stack key={segment} gap={4}>
          <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {segment}
          </Text>
          <ResultTable
            label={`Variations for ${segment}`}
            {...{ variations: rows, metric, baseline, inOrder: variations }}
          />
        </Stack>
      ))}
    </Stack>
  );
}
