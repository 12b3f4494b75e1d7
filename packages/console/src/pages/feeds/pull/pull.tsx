// A feed that is fetched from an address: from where and when, now, and how the last times went.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { type Feed, feedParams } from '../feed.ts';
import { PullForm } from './pull-form.tsx';
import { Runs } from './runs.tsx';
import { saySchedule } from './schedule.ts';

type Pulled = NonNullable<Answer<'readPull'>['pull']>;

const stale = [
  consoleApi.readPull,
  consoleApi.listPullRuns,
  consoleApi.listFeeds,
  consoleApi.listAudit,
];

export function Pull({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const mayChange = useMay(consoleApi.replacePull);
  const [isEditing, setEditing] = useState(false);
  const { data, error, refetch } = useAnswer(consoleApi.readPull, feedParams(site, feed.id), {
    isFresh: true,
    everyMs: (answer) => (answer?.pull ? 5_000 : undefined),
  });
  if (error && !data) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const { pull } = data;
  if (isEditing) {
    return <PullForm feed={feed} pull={pull} onClose={() => setEditing(false)} stale={stale} />;
  }
  if (pull === null) {
    return (
      <EmptyState
        icon="transfer"
        title="No pull set up"
        action={mayChange && <Button onClick={() => setEditing(true)}>Set up pull</Button>}
      >
        If your shop publishes its products as a file at a URL, Attune can pull it on a schedule. A
        failed pull leaves the feed unchanged.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      <Settled feed={feed} pull={pull} onEdit={() => setEditing(true)} />
      <Runs feed={feed} />
    </Stack>
  );
}

interface SettledGiven {
  readonly feed: Feed;
  readonly pull: Pulled;
  readonly onEdit: () => void;
}

function Settled({ feed, pull, onEdit }: SettledGiven) {
  const { name: site, timeZone } = useSite();
  const mayChange = useMay(consoleApi.replacePull);
  const run = useChange(consoleApi.runPull, stale);
  const [isEnding, setEnding] = useState(false);
  const asked = feedParams(site, feed.id);
  const isRunning = pull.lastRun?.status === 'running';
  return (
    <Section
      title="Pull from URL"
      actions={
        mayChange && (
          <Group gap="xs">
            <Button
              size="xs"
              leftSection={<Icon name="rotate" size={14} />}
              loading={run.isPending}
              disabled={isRunning}
              onClick={() => run.mutate(asked)}
            >
              Pull now
            </Button>
            <Button size="xs" variant="default" onClick={onEdit}>
              Edit
            </Button>
            <Button size="xs" variant="default" onClick={() => setEnding(true)}>
              Remove pull
            </Button>
          </Group>
        )
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {pull.url}
      </Text>
      <Group gap="xs">
        <Mark tone={pull.isOn ? (pull.failures > 0 ? 'odd' : 'good') : 'neutral'}>
          {pull.isOn ? 'On' : 'Off'}
        </Mark>
        <Text size="sm">
          {saySchedule(pull.schedule, timeZone)}
          {pull.hasAuthorization && ', with authorization'}
          {pull.allowShrink && ', may remove more than half of the items'}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isRunning ? (
          'Pulling now…'
        ) : pull.nextAt === null ? (
          'No pull scheduled.'
        ) : (
          <>
            Next pull <Time at={pull.nextAt} />.
          </>
        )}
        {pull.failures > 0 &&
          ` It failed ${pull.failures} times in a row. Attune waits twice as long after each failure.`}
      </Text>
      <ErrorAlert error={run.error} />
      {isEnding && <Ending feed={feed} onClose={() => setEnding(false)} />}
    </Section>
  );
}

function Ending({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const { name: site } = useSite();
  const remove = useChange(consoleApi.deletePull, stale);
  return (
    <ConfirmDialog
      isOpen
      title={`Remove the pull of ${feed.name}?`}
      confirm="Remove pull"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(feedParams(site, feed.id), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        This deletes the URL, its authorization and its schedule. The feed and its items stay.
      </Text>
    </ConfirmDialog>
  );
}
