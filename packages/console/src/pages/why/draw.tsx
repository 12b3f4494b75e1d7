// The draw among an experience's variations: the bucket on the bar of ranges, and the weights.
import type { Explanation } from '@attune/core';
import { Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Swatch } from '../../ui/hue.tsx';
import { Mark } from '../../ui/mark.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { sayAssignment, sayDraw, sayKind } from './step-labels.ts';

type Allocation = NonNullable<Explanation['allocation']>;

interface Given {
  readonly allocation: Allocation;
  readonly decision: Explanation['decision'];
  readonly traffic: number;
}

export function Draw({ allocation, decision, traffic }: Given) {
  const { variations, bucket, allocationVersion } = allocation;
  const assignment = sayAssignment(allocation);
  return (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sayKind(allocation)} Traffic: {sayShare(traffic)} of the visitors who match.{' '}
        {sayDraw(allocation)}
        {assignment && ` ${assignment}`}
      </Text>
      <RangeBar
        label={sayDraw(allocation)}
        parts={variations.map(({ range: [from, to] }, hue) => ({ from, to, hue }))}
        mark={{ at: bucket, said: String(bucket) }}
      />
      <Ranges allocation={allocation} decision={decision} />
      <Text size="xs" c="dimmed">
        To recompute the bucket: hash the text below with FNV-1a (32 bits), hash the decimal digits
        of the result again, and divide that modulo 10,000 by 10,000. Allocation version{' '}
        {allocationVersion}.
      </Text>
      <CodeBlock
        code={`${allocation.seed}${allocation.unit.value}`}
        what="the hashed text"
        isWhole
      />
    </Stack>
  );
}

function Ranges({ allocation, decision }: Omit<Given, 'traffic'>) {
  const { variations } = allocation;
  const chances = new Map(
    decision.draws.map(({ variationId, propensity }) => [variationId, propensity]),
  );
  const hasTaste = variations.some(({ rank }) => rank !== undefined);
  return (
    <StackedTable
      label="Variations of the draw"
      heads={[
        'Variation',
        'Weight',
        'Share',
        'Range',
        ...(hasTaste ? ['Best rank of its tags'] : []),
      ]}
      rows={variations.map(
        ({ id, name, weight, share, range: [from, to], isControl, rank }, at) => ({
          key: id,
          cells: [
            <Group key="name" gap={6} component="span" style={{ display: 'inline-flex' }}>
              <span>
                <Swatch at={at} />
                {name}
              </span>
              {isControl && <Mark tone="neutral">control</Mark>}
              {chances.has(id) && (
                <Mark tone="good">{decision.reason === 'holdout' ? 'withheld' : 'shown'}</Mark>
              )}
            </Group>,
            weight,
            sayShare(share),
            `${sayShare(from)} to ${sayShare(to)}`,
            ...(hasTaste ? [rank ?? 'none'] : []),
          ],
        }),
      )}
    />
  );
}
