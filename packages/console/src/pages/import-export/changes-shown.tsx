// What an import changes, thing by thing.
import { List, Paper, Stack, Text } from '@mantine/core';
import type { Answer } from '../../api/endpoints.ts';
import classes from '../../ui/differences.module.css';
import { Mark, type Tone } from '../../ui/mark.tsx';

type Change = Answer<'importExperiences'>['changes'][number];

const verbs: Readonly<Record<Change['action'], readonly [words: string, tone: Tone]>> = {
  create: ['New', 'good'],
  change: ['Changed', 'neutral'],
  remove: ['Removed', 'bad'],
};

export function ChangesShown({ changes }: { changes: readonly Change[] }) {
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Changes">
      {changes.map((change) => {
        const { kind, name, action, status, differences } = change;
        const [words, tone] = verbs[action];
        return (
          <Paper key={`${kind} ${name}`} withBorder p="sm" component="li">
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              <Mark tone={tone} size="sm">
                {words}
              </Mark>{' '}
              <Text span inherit c="dimmed" fw={400}>
                {kind}
              </Text>{' '}
              {name}
            </Text>
            {status && (
              <Text size="sm">
                Status: {status.before ?? 'none'} → {status.after}
              </Text>
            )}
            {action === 'change' && <DifferenceList differences={differences} />}
          </Paper>
        );
      })}
    </Stack>
  );
}

/** What differs, each with what it was and what it becomes. */
export function DifferenceList({ differences }: Pick<Change, 'differences'>) {
  return (
    <List size="sm" listStyleType="none" className={classes['list']}>
      {differences.map(({ change: how, pointer, place, before, after }) => (
        <List.Item key={`${how} ${pointer}`}>
          <b>{place}</b>: {how}{' '}
          {before !== undefined && <del className={classes['before']}>{say(before)}</del>}{' '}
          {after !== undefined && <ins className={classes['after']}>{say(after)}</ins>}
        </List.Item>
      ))}
    </List>
  );
}

const say = (json: unknown) => (typeof json === 'string' ? json : JSON.stringify(json));
