// The nodes: which run, since when, and whether they have the site's current settings.
import { Badge, Group, Table, Text } from '@mantine/core';
import type { Answer } from '../../api/endpoints.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { sayDuration } from './labels.ts';
import { isSilent, reportedMs } from './problems.ts';

type Status = Answer<'readStatus'>;
type Node = Status['nodes'][number];

/** Nodes report every 5 s. */
const beatMs = 6_000;

export function Nodes({ status }: { status: Status }) {
  const { nodes, revision } = status;
  if (nodes.length === 0) {
    return (
      <EmptyState icon="status" title="No nodes yet" command="attune start">
        A node appears here within seconds after you start it:
      </EmptyState>
    );
  }
  const nowMs = reportedMs(status);
  return (
    <Section
      title="Nodes"
      about="Each node is a process that answers requests (api), processes events (worker), or both."
    >
      <Table aria-label="Nodes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Node</Table.Th>
            <Table.Th>Settings</Table.Th>
            <Table.Th visibleFrom="sm">Version</Table.Th>
            <Table.Th visibleFrom="sm">Started</Table.Th>
            <Table.Th visibleFrom="xs">Last report</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.map((node) => (
            <Row key={node.node} node={node} revision={revision} nowMs={nowMs} />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

interface Shown {
  readonly node: Node;
  readonly revision: number;
  readonly nowMs: number;
}

function Row({ node, revision, nowMs }: Shown) {
  const silent = nowMs - Date.parse(node.seenAt);
  const seen = silent < beatMs ? 'just now' : `${sayDuration(silent)} ago`;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {node.node}
        </Text>
        <Group gap={4} mt={2}>
          {node.roles.map((role) => (
            <Badge key={role} size="sm" variant="default">
              {role}
            </Badge>
          ))}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="sm" mt={4}>
          {node.version}, started <Time at={node.startedAt} />
        </Text>
      </Table.Td>
      <Table.Td>
        <Revision held={node.revision} wanted={revision} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{node.version}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={node.startedAt} />
      </Table.Td>
      <Table.Td visibleFrom="xs" style={{ whiteSpace: 'nowrap' }}>
        {isSilent(node, nowMs) ? <Mark tone="bad">Silent, {seen}</Mark> : seen}
      </Table.Td>
    </Table.Tr>
  );
}

/** In words and not by colour alone. */
function Revision({ held, wanted }: { held: number | null; wanted: number }) {
  const isCurrent = held !== null && held >= wanted;
  const missing = held === null ? 'Not loaded' : `${wanted - held} behind`;
  return (
    <Group gap={6}>
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {held === null ? '–' : `Revision ${held}`}
      </Text>
      <Mark size="sm" tone={isCurrent ? 'good' : 'odd'}>
        {isCurrent ? 'Current' : missing}
      </Mark>
    </Group>
  );
}
