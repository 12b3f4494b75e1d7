// Going back to a revision, after a look at what that changes.
import { Skeleton, Text } from '@mantine/core';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { type Feed, feedParams, sayCounts, sayItems, stale } from '../feed.ts';
import { Differences } from './differences.tsx';

interface Given {
  readonly feed: Feed;
  readonly to: number;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

export function RollBack({ feed, to, onClose, onDone }: Given) {
  const { name: site } = useSite();
  const going = useChange(consoleApi.rollbackFeed, stale);
  const asked = {
    ...feedParams(site, feed.id),
    query: {},
    body: { toRevision: to },
    // Changes of others since then would be overwritten unseen.
    headers: { 'if-match': `"${feed.revision}"` },
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Roll back to revision ${to}?`}
      confirm="Roll back"
      isBusy={going.isPending}
      error={going.error}
      onConfirm={() =>
        going.mutate(asked, {
          onSuccess: () => {
            onDone?.();
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Text size="sm">
        The feed gets the items of revision {to} again, as revision {feed.revision + 1}. The history
        stays, so you can undo this.
      </Text>
      <Foreseen feed={feed} to={to} />
      <Differences feedId={feed.id} from={feed.revision} to={to} size={5} />
    </ConfirmDialog>
  );
}

type Diff = Extract<Answer<'rollbackFeed'>, { dryRun: true }>;

/** How much it would change, in numbers. */
function Foreseen({ feed, to }: { feed: Feed; to: number }) {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(consoleApi.rollbackFeed, {
    ...feedParams(site, feed.id),
    query: { dryRun: 'true' },
    body: { toRevision: to },
  });
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={20} />;
  const { added, changed, removed } = (data as Diff).data;
  const items = feed.items + added - removed;
  return (
    <Text size="sm" role="status" fw={600}>
      {sayCounts({ added, changed, removed })}. The feed will have {sayItems(items)}.
    </Text>
  );
}
