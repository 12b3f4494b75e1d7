// How a list came about: what each step looked at and gave, and what was left out by what.
import type { PreviewStrategyOutput } from '@attune/contract';
import { List, Stack, Text } from '@mantine/core';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';

const whole = new Intl.NumberFormat('en');

export function Trace({ answer }: { answer: PreviewStrategyOutput }) {
  const { trace, qualifying, feed, milliseconds } = answer;
  const count = whole.format(qualifying.count);
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed" component="div">
        {qualifying.isAll ? count : `${count} or more`} of{' '}
        {feed ? `${whole.format(feed.items)} items qualify` : 'no items: there is no feed'}. Found
        in {milliseconds.recommend.toFixed(1)} ms.
      </Text>
      <Disclosure what="how items were chosen">
        <Stack gap="sm">
          <StackedTable
            label="Steps"
            heads={['Step', 'Candidates', 'Recommended']}
            rows={trace.steps.map(({ step, method, candidates, given, note }) => ({
              key: step,
              cells: [
                `${step + 1}. ${method}${note ? `: ${note}` : ''}`,
                whole.format(candidates),
                whole.format(given),
              ],
            }))}
          />
          <div>
            <Text size="sm" fw={600}>
              Left out
            </Text>
            {trace.dropped.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nothing was left out.
              </Text>
            ) : (
              <List size="sm">
                {trace.dropped.map(({ filter, count: dropped, skus }) => (
                  <List.Item key={filter} style={{ overflowWrap: 'anywhere' }}>
                    {filter}: {whole.format(dropped)}
                    {skus.length > 0 && `, such as ${skus.slice(0, 5).join(', ')}`}
                  </List.Item>
                ))}
              </List>
            )}
          </div>
        </Stack>
      </Disclosure>
    </Stack>
  );
}
