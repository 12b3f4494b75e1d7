// The same report for parts of the users.
import type { ReportOutput } from '@attune/contract';
import { Stack, Text } from '@mantine/core';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { cellsOf, headsOf, VariationName } from './variation-table.tsx';

type Experience = ReportOutput['experiences'][number];

interface Given {
  readonly segments: Experience['segments'];
  readonly metric: ReportOutput['metric'];
  /** Every variation, in the order of its colour. */
  readonly variations: readonly { readonly id: number }[];
}

export function Segments({ segments, metric, variations }: Given) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Of many parts some look different by chance alone: take what a part shows as a question for
        the next test.
      </Text>
      {segments.map(({ segment, variations: rows }) => (
        <Stack key={segment} gap={4}>
          <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {segment}
          </Text>
          <StackedTable
            label={`Variations for ${segment}`}
            heads={headsOf(metric)}
            rows={rows.map((row) => ({
              key: row.id,
              cells: [
                <VariationName
                  key="name"
                  name={row.name}
                  hue={variations.findIndex(({ id }) => id === row.id)}
                  isBaseline={false}
                />,
                ...cellsOf(row, metric),
              ],
            }))}
          />
        </Stack>
      ))}
    </Stack>
  );
}
