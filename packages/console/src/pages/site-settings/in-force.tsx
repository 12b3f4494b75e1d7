// Says when every node uses what was saved.
import { Group, Loader, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';

const everyMs = 500;

export function InForce({ revision }: { revision: number }) {
  const site = useSite();
  const asked = { params: { site: site.name } };
  const known = useAnswer(consoleApi.readStatus, asked).data;
  const isDone = known?.nodes.every((node) => (node.revision ?? 0) >= revision) ?? false;
  // The same request, repeated until all of them have it.
  const { error } = useAnswer(consoleApi.readStatus, asked, {
    everyMs: isDone ? undefined : everyMs,
  });
  const nodes = known?.nodes ?? [];
  const there = nodes.filter((node) => (node.revision ?? 0) >= revision).length;
  return (
    <Group gap="xs" role="status">
      {isDone ? <Icon name="check" /> : <Loader size="xs" />}
      <Text size="sm">{sayWhere(revision, { isDone, there, all: nodes.length, error })}</Text>
    </Group>
  );
}

interface Reach {
  readonly isDone: boolean;
  readonly there: number;
  readonly all: number;
  readonly error: unknown;
}

function sayWhere(revision: number, { isDone, there, all, error }: Reach): string {
  const saved = `Saved as revision ${revision}`;
  if (isDone) return `${saved} and in use on ${all === 1 ? 'the node' : `all ${all} nodes`}.`;
  if (error) return `${saved}. Nodes use it within a second; see the page Status.`;
  return `${saved} and in use on ${there} of ${all} nodes so far.`;
}
