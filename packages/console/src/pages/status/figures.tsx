// The figures of the status page: workers and database, each with what it means.
import { SimpleGrid, Text } from '@mantine/core';
import type { Answer } from '../../api/endpoints.ts';
import { Figure } from '../../ui/figure.tsx';
import { sayBytes, sayDuration } from './words.ts';

const count = new Intl.NumberFormat('en');
/** Entries that wait for longer than that wait for a worker that is not there, or not able. */
const lateMs = 10_000;

export function Figures({ status }: { status: Answer<'readStatus'> }) {
  const { worker, database, nodes, revision } = status;
  const behind = nodes.filter((node) => (node.revision ?? 0) < revision).length;
  const isLate = (worker.oldestMs ?? 0) > lateMs;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label="Revision of the site"
        value={count.format(revision)}
        note={behind === 0 ? 'Every node goes by it' : `${behind} of ${nodes.length} nodes behind`}
      />
      <Figure
        label="Waiting for a worker"
        value={count.format(worker.waitingRows)}
        note={
          <Text size="sm" {...(isLate && { c: 'var(--mantine-color-error)' })}>
            {worker.oldestMs === null
              ? 'Events become profiles within a second'
              : `The oldest for ${sayDuration(worker.oldestMs)}${isLate ? ': does a worker run?' : ''}`}
          </Text>
        }
      />
      <Figure
        label="Set aside"
        value={count.format(worker.setAside)}
        note={
          worker.setAside === 0 ? 'No entry was unreadable' : 'The table rejected_entry says why'
        }
      />
      <Figure
        label={`Database, PostgreSQL ${database.version}`}
        value={sayBytes(database.bytes)}
        note={database.isEmbedded ? 'Started by Attune itself' : 'Your own, by DATABASE_URL'}
      />
    </SimpleGrid>
  );
}
