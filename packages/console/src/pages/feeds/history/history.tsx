// What a feed was: every change with who and when, what differs between two, and the way back.
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Pager, usePages } from '../../../ui/pager.tsx';
import rows from '../../../ui/row-list.module.css';
import { Time } from '../../../ui/time.tsx';
import { type Feed, feedParams, sayCounts, sayHow, sayItems } from '../feed.ts';
import { Compare } from './compare.tsx';
import { Differences } from './differences.tsx';
import classes from './history.module.css';
import { RollBack } from './roll-back.tsx';

const size = 20;

type Revision = Answer<'listFeedRevisions'>['revisions'][number];

export function History({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const pages = usePages('');
  const query = { limit: String(size), ...(pages.cursor && { cursor: pages.cursor }) };
  const listed = useAnswer(
    consoleApi.listFeedRevisions,
    { ...feedParams(site, feed.id), query },
    { keepsPrevious: true },
  );
  const { data, error } = listed;
  if (error) return <ErrorAlert error={error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton />;
  if (data.revisions.length === 0) {
    return (
      <EmptyState icon="rotate" title="No changes yet">
        Every upload, pull and API request that changes the feed is listed here. You can see what it
        changed and roll back.
      </EmptyState>
    );
  }
  const kept = data.revisions.filter(({ isKept }) => isKept).map(({ revision }) => revision);
  return (
    <Stack gap="lg">
      <Paper withBorder component="ol" className={rows['list']} aria-label="Revisions">
        {data.revisions.map((revision) => (
          <Row key={`${revision.revision} ${revision.at}`} feed={feed} revision={revision} />
        ))}
      </Paper>
      <Pager {...pages} next={data.next} shown={data.revisions.length} size={size} />
      {pages.page === 0 && kept.length > 0 && <Compare feed={feed} kept={kept} />}
    </Stack>
  );
}

function Row({ feed, revision: given }: { feed: Feed; revision: Revision }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isGoingBack, setIsGoingBack] = useState(false);
  const mayGoBack = useMay(consoleApi.rollbackFeed);
  const { revision, at, items, rejected, isKept } = given;
  const isPresent = revision === feed.revision;
  return (
    <li className={classes['row']}>
      <Group justify="space-between" gap="xs">
        <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Group gap={8}>
            <Text size="sm" fw={600}>
              Revision {revision}
            </Text>
            {isPresent && (
              <Mark tone="good" size="sm">
                Current
              </Mark>
            )}
            <Text size="sm">
              {sayCounts(given)}; {sayItems(items)}
              {rejected > 0 && `; ${sayItems(rejected, 'row')} rejected`}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Time at={at} />, {sayHow(given)}
          </Text>
        </div>
        <Group gap="xs">
          {isKept && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              aria-label={`Show changes of revision ${revision}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Show changes
            </Button>
          )}
          {isKept && !isPresent && mayGoBack && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Roll back to revision ${revision}`}
              onClick={() => setIsGoingBack(true)}
            >
              Roll back
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && (
        <div style={{ marginTop: 8 }}>
          <Differences feedId={feed.id} from={revision - 1} to={revision} />
        </div>
      )}
      {isGoingBack && <RollBack feed={feed} to={revision} onClose={() => setIsGoingBack(false)} />}
    </li>
  );
}
