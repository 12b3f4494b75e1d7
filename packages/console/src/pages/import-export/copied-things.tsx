// What a copy does on the other site, thing by thing.
import type { CopyOutput } from '@attune/contract';
import { Paper, Stack, Text } from '@mantine/core';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { DifferenceList } from './changes-shown.tsx';

type Thing = CopyOutput['things'][number];

const marks: Readonly<Record<Thing['action'], readonly [words: string, tone: Tone]>> = {
  create: ['New', 'good'],
  change: ['Changed', 'odd'],
  unchanged: ['Unchanged', 'neutral'],
  use: ['Already there', 'neutral'],
};

export function CopiedThings({ to, things }: { to: string; things: readonly Thing[] }) {
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Copies">
      {things.map((thing) => {
        const { kind, name, action, differences } = thing;
        const [words, tone] = marks[action];
        return (
          <Paper key={`${kind} ${name}`} withBorder p="sm" component="li">
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }} component="div">
              <Mark tone={tone} size="sm">
                {words}
              </Mark>{' '}
              <Text span inherit c="dimmed" fw={400}>
                {kind}
              </Text>{' '}
              {name}
            </Text>
            {noteOf(thing, to) && (
              <Text size="sm" c="dimmed">
                {noteOf(thing, to)}
              </Text>
            )}
            {action === 'change' && <DifferenceList differences={differences} />}
          </Paper>
        );
      })}
    </Stack>
  );
}

function noteOf({ action, isChosen, isDifferent }: Thing, to: string): string | undefined {
  if (action === 'use') {
    return isDifferent
      ? `It differs on ${to} and stays as it is there. Select it above to copy it too.`
      : undefined;
  }
  return isChosen || action !== 'create'
    ? undefined
    : `Needed by your selection, and missing on ${to}.`;
}
