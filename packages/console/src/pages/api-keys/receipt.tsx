// The receipt of a deletion: when each node had heard of it, watched until all have.
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const askEveryMs = 400;

export function Receipt({ id, onClose }: { id: string; onClose: () => void }) {
  const { name: site } = useSite();
  const asked = useAnswer(
    consoleApi.readDeletion,
    { params: { site, id } },
    { everyMs: (answer) => (answer && isComplete(answer) ? undefined : askEveryMs) },
  );
  const { data, error } = asked;
  return (
    <Stack>
      {error && <ErrorAlert error={error} onRetry={asked.refetch} />}
      {!data && !error && <ListSkeleton rows={2} />}
      {data && <Nodes receipt={data} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

type Deletion = Answer<'readDeletion'>;

function isComplete({ nodes }: Deletion): boolean {
  return nodes.every(({ heardAt }) => heardAt !== null);
}

function Nodes({ receipt }: { receipt: Deletion }) {
  const { nodes, deletedAt } = receipt;
  return (
    <>
      <Group gap="xs" role="status">
        {isComplete(receipt) && <Icon name="check" />}
        <Text size="sm">
          {isComplete(receipt)
            ? 'The key works nowhere any more: every node refuses it.'
            : 'The nodes are hearing of it; those that have refuse the key already.'}
        </Text>
      </Group>
      <Table aria-label="When each node heard of the deletion">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Node</Table.Th>
            <Table.Th>Heard of it</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.map(({ node, heardAt, afterMs }) => (
            <Table.Tr key={node}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{node}</Table.Td>
              <Table.Td>
                {heardAt === null ? 'not yet' : `${afterMs ?? 0} ms after the deletion`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        Deleted <Time at={deletedAt} />, revision {receipt.revision}.
      </Text>
    </>
  );
}
