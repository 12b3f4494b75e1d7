// How many known visitors a condition matches, with what only a visit tells.
import { parseExact } from '@attune/core';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Answer, consoleApi } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import { wordsOf } from './words/catalogue.ts';
import { nameIn } from './words/word.ts';

type Estimate = Answer<'estimateAudience'>;

const whole = new Intl.NumberFormat('en');

interface Given {
  readonly condition: Readonly<Record<string, unknown>>;
  /** How many rows are left out, because they are not finished. */
  readonly left?: number;
}

/** Asks again a moment after the condition has changed. */
export function Estimate({ condition, left = 0 }: Given) {
  const { name: site } = useSite();
  const [settled] = useDebouncedValue(JSON.stringify(condition), 400);
  const asked = useAnswer(
    consoleApi.estimateAudience,
    { params: { site }, body: { condition: parseExact(settled) as Record<string, unknown> } },
    { keepsPrevious: true },
  );
  const warnings = asked.data?.warnings ?? [];
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {asked.data ? sayEstimate(asked.data) : asked.error ? 'No estimate.' : 'Estimating…'}
        {left > 0 && ` ${sayLeft(left)}`}
      </Text>
      {warnings.map(({ pointer, detail }) => (
        <Text key={pointer + detail} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <b>Check this:</b> {pointer.slice(1).replaceAll('/', ' › ')} {detail}
        </Text>
      ))}
    </div>
  );
}

const sayLeft = (left: number) =>
  left === 1
    ? '1 incomplete condition is left out.'
    : `${left} incomplete conditions are left out.`;

/** "About 12 % of known visitors (480 of 4,000)." */
export function sayEstimate({ matching, of, from, to, unknown, isExact }: Estimate): string {
  const said = (count: number) => whole.format(isExact ? count : rounded(count));
  if (of === 0) return 'No visitors are known yet, so there is nothing to estimate from.';
  const count = matching ?? to;
  const about = matching === null ? 'At most' : from === to ? 'Exactly' : 'About';
  const range = matching !== null && from !== to && `, between ${said(from)} and ${said(to)}`;
  if (matching === null && to === of) {
    const fields = unknown.map(sayField).join(', ');
    return `Up to 100 % of known visitors (${said(of)}), depending on each visit: ${fields}.`;
  }
  const text = `${about} ${sayPercent(count / of)} of known visitors (${said(count)} of ${said(of)}${range || ''}).`;
  if (unknown.length === 0) return text;
  return `${text} It also depends on each visit: ${unknown.map(sayField).join(', ')}.`;
}

/** What a sample tells: three digits, and no more. */
const rounded = (count: number) => Number(count.toPrecision(3));

function sayPercent(share: number): string {
  if (share > 0 && share < 0.001) return 'less than 0.1 %';
  const percent = share * 100;
  return `${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)} %`;
}

/** "device.type" as "device". */
function sayField(path: string): string {
  const word = wordsOf([]).find((one) => 'path' in one && nameIn(one.path, path) !== undefined);
  return word ? word.label.toLowerCase() : path;
}
