// The draw among an experience's variations: what came of it, and below that how it was computed.
import type { Explanation } from '@attune/core';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Swatch } from '../../ui/hue.tsx';
import { Mark } from '../../ui/mark.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import { StackedTable } from '../../ui/stacked-table.tsx';
import {
  hashRecipe,
  markOfDrawn,
  sayAssignment,
  sayDraw,
  sayDrawn,
  sayKind,
} from './step-labels.ts';

type Allocation = NonNullable<Explanation['allocation']>;

interface Given {
  readonly allocation: Allocation;
  readonly decision: Explanation['decision'];
  readonly traffic: number;
}

export function Draw({ allocation, decision, traffic }: Given) {
  const { variations, bucket, allocationVersion, seed, unit } = allocation;
  const assignment = sayAssignment(allocation);
  return (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sayKind(allocation)} Traffic: {sayShare(traffic)} of the visitors who match.{' '}
        {sayDrawn(allocation)}
        {assignment && ` ${assignment}`}
      </Text>
      <Drawn allocation={allocation} decision={decision} />
      <Computed hashed={`${seed}${unit.value}`}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sayDraw(allocation)} Allocation version {allocationVersion}.
        </Text>
        <RangeBar
          label={sayDraw(allocation)}
          parts={variations.map(({ range: [from, to] }, hue) => ({ from, to, hue }))}
          mark={{ at: bucket, said: String(bucket) }}
        />
        <StackedTable
          label="Ranges of the draw"
          heads={['Variation', 'Weight', 'Range']}
          rows={variations.map(({ id, name, weight, range: [from, to] }) => ({
            key: id,
            cells: [name, weight, `${sayShare(from)} to ${sayShare(to)}`],
          }))}
        />
      </Computed>
    </Stack>
  );
}

interface ComputedGiven {
  /** The text that the bucket is made of; absent: the seed is not told. */
  readonly hashed?: string;
  readonly children: ReactNode;
}

/** The numbers behind a step, folded: for those who compute it again. */
export function Computed({ hashed, children }: ComputedGiven) {
  return (
    <Disclosure what="how this was computed">
      <Stack gap="sm">
        {children}
        {hashed !== undefined && (
          <>
            <Text size="xs" c="dimmed">
              {hashRecipe}
            </Text>
            <CodeBlock code={hashed} what="the hashed text" isWhole />
          </>
        )}
      </Stack>
    </Disclosure>
  );
}

function Drawn({ allocation, decision }: Omit<Given, 'traffic'>) {
  const { variations } = allocation;
  const drawn = new Set(decision.draws.map(({ variationId }) => variationId));
  const hasTaste = variations.some(({ rank }) => rank !== undefined);
  return (
    <StackedTable
      label="Variations of the draw"
      heads={['Variation', 'Share', ...(hasTaste ? ['Best rank of its tags'] : [])]}
      rows={variations.map(({ id, name, share, isControl, rank }, at) => {
        const [tone, said] = markOfDrawn(decision, isControl);
        return {
          key: id,
          cells: [
            <Group key="name" gap={6} component="span" style={{ display: 'inline-flex' }}>
              <span>
                <Swatch at={at} />
                {name}
              </span>
              {isControl && <Mark tone="neutral">control</Mark>}
              {drawn.has(id) && <Mark tone={tone}>{said}</Mark>}
            </Group>,
            sayShare(share),
            ...(hasTaste ? [rank ?? 'none'] : []),
          ],
        };
      })}
    />
  );
}
