// What a worker does beside the inbox: erasures, totals that ranks are normalised by, forgetting.
import type { Context } from './context.ts';
import type { DatabaseTarget } from './db/connection.ts';
import { forEachSite } from './each-site.ts';
import { every } from './every.ts';
import { tellExpiringKeys } from './features/access/api-keys/index.ts';
import { forgetOldUse } from './features/access/key-use/index.ts';
import { forgetEndedSessions, mailPasswordResets } from './features/access/teammates/index.ts';
import { emptyDeletedFeeds, runDuePulls, sweepUploads } from './features/catalog/feeds/index.ts';
import { forgetOldRevisions } from './features/configuration/nodes/index.ts';
import {
  forgetOldNotifications,
  sendDueMessages,
} from './features/configuration/notifications/index.ts';
import {
  endStuckWorkers,
  rebuildStale,
  rereadUnrecognised,
} from './features/events/collect/index.ts';
import { publishDue } from './features/experiences/campaigns/index.ts';
import { forgetOldWeights } from './features/experiences/dynamic-weights/index.ts';
import { forgetOldExcludedTraffic } from './features/experiences/excluded-traffic/index.ts';
import { forgetOldConfiguration } from './features/insights/explanations/index.ts';
import { forgetOldIngestionWarnings } from './features/insights/ingestion-warnings/index.ts';
import { renewAllRecommendationFigures } from './features/insights/recommendation-report/index.ts';
import {
  type LookedAt,
  renewAllFigures,
  renewAllWeights,
  runRollouts,
} from './features/insights/reports/index.ts';
import { runDueExports } from './features/operations/nightly-exports/index.ts';
import { runErasures } from './features/operations/personal-data/index.ts';
import { applyRetention } from './features/operations/retention/index.ts';
import { renewTotals } from './features/people/profiles/index.ts';
import { startModelJobs } from './features/recommendations/models/index.ts';

const erasuresMs = 1_000;
const stuckMs = 5_000;
const staleMs = 1_000;
const emptyingMs = 2_000;
const totalsMs = 60_000;
/** How often it is looked whose hour has passed. */
const weightsMs = 60_000;
/** A pass takes 40 seconds at most, beside the one figure that it is at. */
const figuresMs = 60_000;
const rolloutsMs = 30_000;
/** A publication is on time to within so much. */
const publishingMs = 2_000;
const pullsMs = 2_000;
/** A slow source keeps no other feed waiting. */
const pullsAtOnce = 2;
/** A message is on its way within a second or two. */
const messagesMs = 1_000;
/** A slow receiver keeps no other waiting. */
const messagesAtOnce = 4;
const expiringMs = 600_000;
/** A night's export begins within so much of its hour. */
const exportsMs = 30_000;
const forgettingMs = 3_600_000;
/** Twice in the hour that is promised. */
const retentionMs = 1_800_000;
const dayMs = 86_400_000;
/** What is to be done once is done again only where it failed. */
const onceMs = 1_000;
/** Longer than what is shown of it. */
const useKeptMs = 35 * dayMs;
const warningsKeptMs = 7 * dayMs;
const revisionsKeptMs = 7 * dayMs;
/** As long as events are, by default. */
const excludedKeptMs = 400 * dayMs;

export interface Jobs {
  /** Finishes what is under way. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the regular jobs of a worker; each runs on one node at a time, or does no harm twice. Of a
 * node's workers, the first has those that take much memory: `MODEL_MEMORY` bounds the node.
 */
export function startJobs(ctx: Context, target: DatabaseTarget, isFirst: boolean): Jobs {
  const weightsLookedAt: LookedAt = new Map();
  const stopping = new AbortController();
  const pull = () => runDuePulls(ctx, stopping.signal);
  const send = () => sendDueMessages(ctx, stopping.signal);
  const large = isFirst
    ? [
        every(ctx, exportsMs, 'nightly exports', () => runDueExports(ctx, target, stopping.signal)),
        startModelJobs(ctx, target).stop,
      ]
    : [];
  const jobs = [
    ...large,
    every(ctx, pullsMs, 'scheduled fetches', pull, pullsAtOnce),
    every(ctx, messagesMs, 'notifications', send, messagesAtOnce),
    every(ctx, erasuresMs, 'erasures', () => runErasures(ctx)),
    every(ctx, stuckMs, 'workers that are stuck', () => endStuckWorkers(ctx.db)),
    every(ctx, staleMs, 'profiles that are stale', () => rebuildStale(ctx)),
    every(ctx, emptyingMs, 'deleted feeds', () => emptyDeletedFeeds(ctx, stopping.signal)),
    every(ctx, totalsMs, 'affinity totals', () => renewAllTotals(ctx)),
    every(ctx, weightsMs, 'dynamic weights', () => renewAllWeights(ctx, weightsLookedAt)),
    every(ctx, figuresMs, 'figures of campaigns', () => renewAllFigures(ctx, stopping.signal)),
    every(ctx, figuresMs, 'figures of recommendations', () => renewAllRecommendationFigures(ctx)),
    every(ctx, messagesMs, 'password resets', () => mailPasswordResets(ctx)),
    every(ctx, expiringMs, 'keys that expire', () => tellExpiringKeys(ctx)),
    every(ctx, publishingMs, 'scheduled publications', () => publishDue(ctx)),
    every(ctx, rolloutsMs, 'rollouts of campaigns', () => runRollouts(ctx)),
    every(ctx, retentionMs, 'terms of retention', () => applyRetention(ctx)),
    every(ctx, forgettingMs, 'old uses, revisions and sessions', () => forget(ctx)),
  ];
  const stopReread = every(ctx, onceMs, 'events of new types', async () => {
    if ((await rereadUnrecognised(ctx)) !== undefined) void stopReread();
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([stopReread(), ...jobs.map((stop) => stop())]);
    },
  };
}

const renewAllTotals = (ctx: Context) =>
  forEachSite(ctx, 'affinity totals', (siteId) => renewTotals(ctx, siteId));

/** What cannot be forgotten now keeps nothing else from it. */
async function forget(ctx: Context): Promise<void> {
  const before = (ms: number) => new Date(ctx.now() - ms);
  const forgotten = await Promise.allSettled([
    forgetOldUse(ctx.db, before(useKeptMs)),
    forgetOldIngestionWarnings(ctx.db, before(warningsKeptMs)),
    forgetOldRevisions(ctx.db, before(revisionsKeptMs)),
    forgetEndedSessions(ctx.db, before(0)),
    forgetOldConfiguration(ctx.db),
    forgetOldWeights(ctx.db),
    forgetOldExcludedTraffic(ctx.db, before(excludedKeptMs)),
    forgetOldNotifications(ctx),
    sweepUploads(ctx),
  ]);
  for (const one of forgotten) {
    if (one.status === 'rejected') ctx.log.warn({ err: one.reason }, 'old rows have to wait');
  }
}
