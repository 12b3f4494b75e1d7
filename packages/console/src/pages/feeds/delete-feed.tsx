// Deleting a feed: what uses it is listed before, and a live campaign forbids it.

import { sayFirst } from '@attune/core';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FirstFew } from '../../ui/first-few.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { Warning } from '../../ui/warning.tsx';
import { type Feed, feedParams, sayItems } from './feed.ts';

type Uses = Answer<'readFeedUses'>;

/** What a deleted feed makes stale; the feed itself is not read again. */
const stale = [consoleApi.listFeeds, consoleApi.listStrategies, consoleApi.listAudit];

export function DeleteFeed({ feed }: { feed: Feed }) {
  const mayDelete = useMay(consoleApi.deleteFeed);
  const [isAsked, setAsked] = useState(false);
  if (!mayDelete) return null;
  return (
    <Section
      title="Delete feed"
      about="Deletes its items, its history, uploaded files and its pull schedule."
    >
      <div>
        <Button color="red" variant="outline" onClick={() => setAsked(true)}>
          Delete feed
        </Button>
      </div>
      {isAsked && <Confirm feed={feed} onClose={() => setAsked(false)} />}
    </Section>
  );
}

function Confirm({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const { name: site } = useSite();
  const [, goTo] = useLocation();
  const asked = feedParams(site, feed.id);
  const { data, error, refetch } = useAnswer(consoleApi.readFeedUses, asked, { isFresh: true });
  const remove = useChange(consoleApi.deleteFeed, stale);
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${feed.name}?`}
      confirm="Delete feed"
      isDangerous
      isForbidden={data?.isNeeded ?? true}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(asked, { onSuccess: () => goTo(`/${site}/feeds`) })}
      onClose={onClose}
    >
      <Text size="sm">
        This deletes {sayItems(feed.items)} and {sayItems(feed.revision, 'revision')} at once. This
        cannot be undone.
      </Text>
      <ErrorAlert error={error} onRetry={refetch} />
      {data ? <Used uses={data} /> : !error && <Skeleton height={40} />}
    </ConfirmDialog>
  );
}

const mostShown = 10;

function Used({ uses }: { uses: Uses }) {
  const { isNeeded, strategies, nextFeed, properties } = uses;
  if (strategies.length === 0 && properties.length === 0) {
    return <Text size="sm">No strategy uses it, and no affinity column is lost.</Text>;
  }
  return (
    <Stack gap="sm">
      {isNeeded && (
        <Warning isSaid>
          <Text size="sm">
            Live campaigns recommend items of this feed. Pause them, or choose another feed in their
            strategies, then delete it.
          </Text>
        </Warning>
      )}
      {strategies.length > 0 && (
        <FirstFew
          title="Strategies that use it"
          items={strategies}
          most={mostShown}
          keyOf={({ id }) => id}
        >
          {(strategy) => (
            <>
              <PageLink to={`strategies?id=${strategy.id}`}>{strategy.name}</PageLink>,{' '}
              {sayCampaigns(strategy)}. {sayAfter(strategy, nextFeed)}
            </>
          )}
        </FirstFew>
      )}
      {properties.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          No other feed has the affinity columns <b>{properties.join(', ')}</b>. Profiles keep their
          values and stop learning new ones.
        </Text>
      )}
    </Stack>
  );
}

type Strategy = Uses['strategies'][number];

function sayCampaigns({ campaigns }: Strategy): string {
  if (campaigns.length === 0) return 'not used by a campaign';
  const names = campaigns.map(({ selector, isLive }) => (isLive ? `${selector} (live)` : selector));
  return `used by ${sayFirst(names)}`;
}

function sayAfter({ isNamed }: Strategy, nextFeed: string | null): string {
  if (isNamed || nextFeed === null) return 'It would return no items.';
  return `It would use feed ${nextFeed} instead, the site’s first feed from then on.`;
}
