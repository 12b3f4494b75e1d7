// The figures of the status page: events, models, the database and memory, each with what it means.
import { SimpleGrid } from '@mantine/core';
import type { Answer } from '../../api/endpoints.ts';
import { Figure } from '../../ui/figure.tsx';
import { Time } from '../../ui/time.tsx';
import { sayBytes, sayDuration } from './labels.ts';

const count = new Intl.NumberFormat('en');

export function Figures({ status }: { status: Answer<'readStatus'> }) {
  const { worker, database, memory, models, nightlyExport } = status;
  const { waitingRows, oldestMs, setAside } = worker;
  const isCurrent = models.overdue + models.failed === 0;
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }}>
      <Figure
        label="Events waiting"
        value={count.format(waitingRows)}
        note={oldestMs === null ? 'Profiles are up to date' : `Oldest: ${sayDuration(oldestMs)}`}
      />
      <Figure
        label="Failed events"
        value={count.format(setAside)}
        note={setAside === 0 ? 'All events could be processed' : 'Not in profiles and reports'}
      />
      <Figure
        label="Recommendation models"
        value={count.format(models.needed)}
        note={
          isCurrent
            ? 'All up to date'
            : `${count.format(models.overdue)} overdue, ${count.format(models.failed)} failed`
        }
      />
      <Figure
        label="Processor time for models"
        value={sayDuration(models.cpu.usedMs)}
        note={`Today (UTC), with evaluations; all sites ${sayDuration(models.cpu.allSitesMs)} of ${sayDuration(models.cpu.budgetMs)}`}
      />
      <Figure
        label="Database"
        value={sayBytes(database.bytes)}
        note={`PostgreSQL ${database.version}, ${database.isEmbedded ? 'run by Attune' : 'your own'}`}
      />
      <Memory what="Feeds in memory" one="feed" use={memory.feeds} />
      <Memory what="Models in memory" one="model" use={memory.models} />
      <NightlyExport status={nightlyExport} />
    </SimpleGrid>
  );
}

function NightlyExport({
  status: { isOn, running, last, nextAt },
}: {
  status: Answer<'readStatus'>['nightlyExport'];
}) {
  if (!isOn) return <Figure label="Nightly export" value="Off" note="Settings, Site turns it on" />;
  const rows = running?.rows ?? last?.rows;
  return (
    <Figure
      label="Nightly export"
      value={rows === undefined ? 'None so far' : `${count.format(rows)} rows`}
      note={
        running ? (
          <>
            Running since <Time at={running.since} />
          </>
        ) : (
          <>
            Last: <Time at={last?.doneAt ?? null} />; next: <Time at={nextAt} never="not planned" />
          </>
        )
      }
    />
  );
}

interface Use {
  readonly what: string;
  readonly one: string;
  readonly use: Answer<'readStatus'>['memory']['models'];
}

/** Of the node that answers: each counts its own requests. */
function Memory({ what, one, use: { bytes, limitBytes, held, loading } }: Use) {
  const loaded = `${count.format(held)} ${held === 1 ? one : `${one}s`}`;
  return (
    <Figure
      label={what}
      value={sayBytes(bytes)}
      note={`${loaded}${loading > 0 ? `, ${count.format(loading)} loading` : ''}; limit ${sayBytes(limitBytes)}`}
    />
  );
}
