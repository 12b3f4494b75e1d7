// Differences as people read them: where, what it was, what it is.
import { List, Stack, Text } from '@mantine/core';
import classes from './differences.module.css';

export interface Difference {
  /** "Experience “Men” › Variation “A”" */
  readonly at: string;
  readonly change: 'added' | 'removed' | 'changed' | 'reordered';
  /** Short texts, or JSON. */
  readonly before?: string;
  readonly after?: string;
}

const verbs = { added: 'added', removed: 'removed', changed: 'changed', reordered: 'changed' };

interface Given {
  readonly differences: readonly Difference[];
  /** Shown where there are none. */
  readonly none: string;
}

export function DifferencesShown({ differences, none }: Given) {
  if (differences.length === 0) return <Text size="sm">{none}</Text>;
  return (
    <List size="sm" spacing="xs" listStyleType="none" className={classes['list']}>
      {differences.map((difference) => (
        <List.Item key={`${difference.change} ${difference.at}`}>
          <OneShown {...difference} />
        </List.Item>
      ))}
    </List>
  );
}

function OneShown({ at, change, before = '', after = '' }: Difference) {
  const isLong = before.length + after.length > 60 || /\n/.test(before + after);
  if (change === 'added' || change === 'removed') {
    return (
      <>
        <b>{at}</b> {verbs[change]}
      </>
    );
  }
  if (!isLong) {
    return (
      <>
        <b>{at}</b>: <del className={classes['before']}>{before}</del> →{' '}
        <ins className={classes['after']}>{after}</ins>
      </>
    );
  }
  return (
    <Stack gap={4}>
      <b>{at}</b>
      <pre className={classes['text']}>
        {linesOf(before, after).map(({ sign, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else
          <LineShown key={index} sign={sign} line={line} />
        ))}
      </pre>
    </Stack>
  );
}

function LineShown({ sign, line }: { sign: ' ' | '-' | '+'; line: string }) {
  if (sign === ' ') return <div>{`  ${line}`}</div>;
  return sign === '-' ? (
    <del className={classes['before']}>{`- ${line}`}</del>
  ) : (
    <ins className={classes['after']}>{`+ ${line}`}</ins>
  );
}

/** What both begin and end with is there once. */
function linesOf(before: string, after: string) {
  const [one, other] = [before.split('\n'), after.split('\n')];
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const signed = (sign: ' ' | '-' | '+', lines: readonly string[]) =>
    lines.map((line) => ({ sign, line }));
  return [
    ...signed(' ', one.slice(0, start)),
    ...signed('-', one.slice(start, one.length - end)),
    ...signed('+', other.slice(start, other.length - end)),
    ...signed(' ', end > 0 ? one.slice(-end) : []),
  ];
}
