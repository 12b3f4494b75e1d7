// A feed that is fetched from an address: from where and when, now, and how the last times went.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
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
import type { Pulled } from './draft.ts';
import { PullForm } from './pull-form.tsx';
import { Runs } from './runs.tsx';
import { saySchedule } from './schedule.ts';

const stale = [
  consoleApi.listPulls,
  consoleApi.readPull,
  consoleApi.listPullRuns,
  consoleApi.listFeeds,
  consoleApi.listAudit,
];

export function Pull({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const mayChange = useMay(consoleApi.replacePull);
  /** The name of the pull that is edited; "": a new one. */
  const [edited, setEdited] = useState<string>();
  const { data, error, refetch } = useAnswer(consoleApi.listPulls, feedParams(site, feed.id), {
    isFresh: true,
    everyMs: (answer) => (answer?.pulls.length ? 5_000 : undefined),
  });
  if (error && !data) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const { pulls } = data;
  if (edited !== undefined) {
    const pull = pulls.find(({ name }) => name === edited);
    const others = pulls.filter((other) => other !== pull);
    const onClose = () => setEdited(undefined);
    return <PullForm {...{ feed, pull, others, onClose, stale }} />;
  }
  if (pulls.length === 0) {
    return (
      <EmptyState
        icon="transfer"
        title="No pull set up"
        action={mayChange && <Button onClick={() => setEdited('')}>Set up pull</Button>}
      >
        If your shop publishes its products as a file at a URL, Attune can pull it on a schedule. A
        failed pull leaves the feed unchanged.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      {pulls.map((pull) => (
        <Settled key={pull.name} feed={feed} pull={pull} onEdit={() => setEdited(pull.name)} />
      ))}
      {mayChange && pulls.length < 10 && (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setEdited('')}>
          Add pull
        </Button>
      )}
      <Runs feed={feed} names={pulls.map(({ name }) => name)} />
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
  const asked = { ...feedParams(site, feed.id), query: { name: pull.name } };
  const isRunning = pull.lastRun?.status === 'running';
  return (
    <Section
      title={pull.onlyColumns.length > 0 ? `Pull of some columns: ${pull.name}` : 'Pull from URL'}
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
      {pull.onlyColumns.length > 0 && (
        <Text size="sm">
          Changes {pull.onlyColumns.join(', ')} of existing items, and nothing else.
        </Text>
      )}
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
      {isEnding && <Ending feed={feed} pull={pull} onClose={() => setEnding(false)} />}
    </Section>
  );
}

function Ending({ feed, pull, onClose }: Omit<SettledGiven, 'onEdit'> & { onClose: () => void }) {
  const { name: site } = useSite();
  const remove = useChange(consoleApi.deletePull, stale);
  const asked = { ...feedParams(site, feed.id), query: { name: pull.name } };
  return (
    <ConfirmDialog
      isOpen
      title={`Remove the pull ${pull.name} of ${feed.name}?`}
      confirm="Remove pull"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(asked, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        This deletes the URL, its authorization and its schedule. The feed and its items stay.
      </Text>
    </ConfirmDialog>
  );
}
