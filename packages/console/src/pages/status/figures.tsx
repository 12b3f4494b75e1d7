// The figures of the status page: workers and database, each with what it means.
import { SimpleGrid, Text } from '@mantine/core';
import type { Answer } from '../../api/endpoints.ts';
import { Figure } from '../../ui/figure.tsx';
import { sayBytes, sayDuration } from './labels.ts';

const count = new Intl.NumberFormat('en');
/** Entries that wait for longer than that wait for a worker that is not there, or not able. */
const lateMs = 10_000;

export function Figures({ status }: { status: Answer<'readStatus'> }) {
  const { worker, database, nodes, revision, memory, models } = status;
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
          worker.setAside === 0
            ? 'No entry was unreadable'
            : 'The table rejected_entry says why; “attune events retry” works them off once that is mended'
        }
      />
      <Figure
        label={`Database, PostgreSQL ${database.version}`}
        value={sayBytes(database.bytes)}
        note={database.isEmbedded ? 'Started by Attune itself' : 'Your own, by DATABASE_URL'}
      />
      <Memory what="Feeds" setting="FEED_MEMORY" use={memory.feeds} />
      <Memory what="Models" setting="MODEL_CACHE" use={memory.models} />
      <Models models={models} />
    </SimpleGrid>
  );
}

interface Use {
  readonly what: string;
  readonly setting: string;
  readonly use: Answer<'readStatus'>['memory']['models'] & { readonly tooLarge?: number };
}

/** Of the node that answers: each counts its own requests. */
function Memory({ what, setting, use: { bytes, limitBytes, evicted, ...use } }: Use) {
  const { held, loading, tooLarge = 0 } = use;
  const isShort = tooLarge > 0 || evicted > 0;
  const parts = [
    `${count.format(held)} held`,
    ...(loading > 0 ? [`${count.format(loading)} being loaded`] : []),
    ...(tooLarge > 0 ? [`${count.format(tooLarge)} too large`] : []),
    ...(evicted > 0 ? [`let go of ${count.format(evicted)} times`] : []),
  ];
  return (
    <Figure
      label={`${what} in memory of this node, of ${sayBytes(limitBytes)}`}
      value={sayBytes(bytes)}
      note={
        <Text size="sm" {...(isShort && { c: 'var(--mantine-color-error)' })}>
          {parts.join(', ')}
          {isShort && `: ${setting} is too small`}
        </Text>
      }
    />
  );
}

function Models({ models }: { models: Answer<'readStatus'>['models'] }) {
  const { needed, overdue, failed, longestMs } = models;
  const isWell = overdue === 0 && failed === 0;
  const parts = [
    ...(overdue > 0 ? [`${count.format(overdue)} overdue, for ${sayDuration(longestMs)}`] : []),
    ...(failed > 0 ? [`${count.format(failed)} failed`] : []),
  ];
  return (
    <Figure
      label="Models that strategies need"
      value={count.format(needed)}
      note={
        <Text size="sm" {...(!isWell && { c: 'var(--mantine-color-error)' })}>
          {isWell ? 'None is overdue, none failed' : `${parts.join(', ')}: see Models`}
        </Text>
      }
    />
  );
}
