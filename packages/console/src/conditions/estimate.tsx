// How many known users a condition matches, with what cannot be known before they ask.
import { parseExact } from '@attune/core';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Answer, consoleApi } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';

type Estimate = Answer<'estimateAudience'>;

const whole = new Intl.NumberFormat('en');

/** Asks again a moment after the condition has changed. */
export function Estimate({ condition }: { condition: Readonly<Record<string, unknown>> }) {
  const { name: site } = useSite();
  const [settled] = useDebouncedValue(JSON.stringify(condition), 400);
  const asked = useAnswer(
    consoleApi.estimateAudience,
    { params: { site }, body: { condition: parseExact(settled) as Record<string, unknown> } },
    { keepsPrevious: true },
  );
  if (!asked.data) {
    return (
      <Text size="xs" c="dimmed" role="status">
        {asked.error ? 'How many this matches is shown once it is complete.' : 'Counting…'}
      </Text>
    );
  }
  const { warnings } = asked.data;
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {sayEstimate(asked.data)}
      </Text>
      {warnings.map(({ pointer, detail }) => (
        <Text key={pointer + detail} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <b>Probably not meant:</b> {pointer.slice(1).replaceAll('/', ' › ')} {detail}
        </Text>
      ))}
    </div>
  );
}

/** "About 120 of 4,000 known users (90 to 150)." */
export function sayEstimate({ matching, of, from, to, isExact, unknown }: Estimate): string {
  if (of === 0) return 'No users are known yet.';
  const all = `of ${whole.format(of)} known users`;
  const range = from === to ? whole.format(from) : `${whole.format(from)} to ${whole.format(to)}`;
  if (matching === null) {
    return `${range} ${all}, by what only a request tells: ${unknown.join(', ')}.`;
  }
  const count = whole.format(matching);
  const depends = unknown.length > 0 ? ` It depends on ${unknown.join(', ')} as well.` : '';
  if (isExact && from === to) return `${count} ${all}.${depends}`;
  return `About ${count} ${all} (${range}).${depends}`;
}
