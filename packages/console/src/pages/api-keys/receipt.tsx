// The receipt of a deletion: since when each node rejects the key, watched until all do.
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
            ? 'The key no longer works: every node rejects it.'
            : 'Nodes are being told. Those with a time below already reject the key.'}
        </Text>
      </Group>
      <Table aria-label="Nodes that reject the key">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Node</Table.Th>
            <Table.Th>Rejects the key</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.map(({ node, heardAt, afterMs }) => (
            <Table.Tr key={node}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{node}</Table.Td>
              <Table.Td>{heardAt === null ? 'Not yet' : `After ${afterMs ?? 0} ms`}</Table.Td>
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
