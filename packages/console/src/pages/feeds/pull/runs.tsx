// How the last fetches of a feed went.
import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Pager, usePages } from '../../../ui/pager.tsx';
import { Section } from '../../../ui/section.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { sayBytes, sayDuration } from '../../status/labels.ts';
import { type Feed, feedParams, sayItems } from '../feed.ts';
import { pullResults } from '../labels.ts';

type Run = Answer<'listPullRuns'>['runs'][number];

const size = 20;

export function Runs({ feed, names }: { feed: Feed; names: readonly string[] }) {
  const { name: site } = useSite();
  const [name, setName] = useState('');
  const pages = usePages(name);
  const query = {
    limit: String(size),
    ...(name && { name }),
    ...(pages.cursor && { cursor: pages.cursor }),
  };
  const { data, error, refetch } = useAnswer(
    consoleApi.listPullRuns,
    { ...feedParams(site, feed.id), query },
    {
      keepsPrevious: true,
      isFresh: true,
      everyMs: (answer) => (answer?.runs[0]?.status === 'running' ? 1_000 : 5_000),
    },
  );
  return (
    <Section title="Last pulls" about="The last 200 of each pull are kept.">
      {names.length > 1 && (
        <NativeSelect
          label="Pull"
          style={{ alignSelf: 'start' }}
          data={[{ value: '', label: 'All pulls' }, ...names]}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {error && !data && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={2} />}
      {data?.runs.length === 0 && <Text size="sm">No pulls yet.</Text>}
      {data && data.runs.length > 0 && (
        <>
          <StackedTable
            label="Last pulls"
            heads={['Started', 'Pull', 'Result', 'Received', 'Started by']}
            rows={data.runs.map((run) => ({ key: run.id, cells: cellsOf(run) }))}
          />
          <Pager {...pages} next={data.next} shown={data.runs.length} size={size} />
        </>
      )}
    </Section>
  );
}

function cellsOf(run: Run) {
  const { name, startedAt, endedAt, status, detail, bytes, accepted, rejected, revision, by } = run;
  const [said, tone] = pullResults[status];
  const tookMs = endedAt === null ? undefined : Date.parse(endedAt) - Date.parse(startedAt);
  return [
    <span key="when">
      <Time at={startedAt} />
      {tookMs !== undefined && (
        <Text span size="xs" c="dimmed">
          {' '}
          for {sayDuration(tookMs)}
        </Text>
      )}
    </span>,
    name,
    <span key="how">
      <Mark tone={tone} size="sm">
        {said}
      </Mark>{' '}
      {detail}
    </span>,
    <span key="what">
      {bytes > 0 ? sayBytes(bytes) : 'No data'}
      {status === 'taken' && `, ${sayItems(accepted, 'row')}`}
      {rejected > 0 && `, ${rejected} rejected`}
      {revision !== null && `, revision ${revision}`}
    </span>,
    by === '' ? 'Schedule' : by,
  ];
}
