// Feeds over HTTP: bodies of either form into changes, and changes into answers.
import type { Hash } from 'node:crypto';
import { api, type ChangeOutcomeOutput, type DiffOutput, type Endpoint } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { type ManageCall, type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import type { Reply } from '../../../http/route.ts';
import { readIdempotencyKey, startFingerprint } from '../idempotency/index.ts';
import { applyChanges } from './changes/apply-changes.ts';
import type { ChangeOptions, ChangeReport, Target } from './changes/change.ts';
import { checkMatch, etagOf } from './changes/match.ts';
import { putItems } from './changes/put-items.ts';
import { rollbackFeed } from './changes/rollback.ts';
import { type ExistingFeed, existingFeed, feedKeyOf } from './existing-feed.ts';
import { changeFeedSettings, createFeed } from './feeds.ts';
import { readHealth } from './health/health.ts';
import { listItemProblems, problemLines, problemsCsv } from './health/item-problems.ts';
import { compareRevisions, listRevisions, shownChange } from './history/history.ts';
import { type ChangeRow, selectChanges, selectLastChanges } from './history/store.ts';
import type { FeedsInMemory } from './items/in-memory.ts';
import { describeItem, listItems, noItem } from './items/items.ts';
import { pullRoutes } from './pulls/routes.ts';
import { type FeedRow, selectFeedRows, selectItem } from './store.ts';
import { readOutcome, readOutcomes } from './transactions/transactions.ts';
import { openUpload } from './upload.ts';
import { uploadRoutes } from './uploads/routes.ts';

type ChangeCall = Pick<
  ManageCall<typeof api.putFeed>,
  'params' | 'query' | 'headers' | 'who' | 'snapshot' | 'lines'
> & { readonly body: { readonly requests?: unknown[]; readonly items?: unknown[] } };

const nothing: FeedsInMemory = { get: () => undefined, state: () => undefined };

/** Routes of feeds, for keys and for teammates. */
export function feedRoutes(ctx: Context, inMemory: FeedsInMemory = nothing): ManageRoute[] {
  return [
    ...settingsRoutes(ctx),
    ...changeRoutes(ctx),
    ...itemRoutes(ctx, inMemory),
    ...historyRoutes(ctx),
    ...uploadRoutes(ctx),
    ...pullRoutes(ctx),
  ];
}

function settingsRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.listFeeds, async ({ who: { siteId } }) => {
      const [feeds, changes] = await Promise.all([
        selectFeedRows(ctx.db, siteId),
        selectLastChanges(ctx.db, siteId),
      ]);
      return {
        status: 200,
        body: { items: feeds.map((feed) => stateOf(feed, changes.get(feed.id))) },
      };
    }),
    manageRoute(api.createFeed, async ({ who: { siteId, actor }, body }) => {
      const { createdAt: _, ...feed } = await createFeed(ctx, siteId, body, actor);
      return { status: 201, body: feed };
    }),
    manageRoute(api.readFeed, async (call) => readState(ctx, await existingFeed(ctx, call))),
    manageRoute(api.changeFeed, async (call) => {
      const { siteId, actor } = call.who;
      const check = ({ revision }: FeedRow) => checkMatch(revision, call.headers['if-match']);
      const { feedId } = feedKeyOf(call);
      const feed = await changeFeedSettings(ctx, siteId, feedId, call.body, actor, check);
      return readState(ctx, { key: { siteId, feedId }, feed });
    }),
  ];
}

function changeRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.putFeed, async (call) => answer(await change(ctx, api.putFeed, call))),
    manageRoute(api.bulkFeed, async (call) => answer(await change(ctx, api.bulkFeed, call))),
    manageRoute(api.readTransaction, async (call) => {
      const key = { ...feedKeyOf(call), id: call.params.transactionId };
      return { status: 200, body: await readOutcomes(ctx, key) };
    }),
    manageRoute(api.readTransactionItem, async (call) => {
      const key = { ...feedKeyOf(call), id: call.params.transactionId };
      return { status: 200, body: await readOutcome(ctx, key, call.params.itemId) };
    }),
  ];
}

function itemRoutes(ctx: Context, inMemory: FeedsInMemory): ManageRoute[] {
  return [
    manageRoute(api.listItems, async (call) => {
      const { key, feed } = await existingFeed(ctx, call);
      const searched = { ...key, revision: feed.revision, inMemory };
      return tagged(feed, await listItems(ctx, searched, call.query));
    }),
    manageRoute(api.readItem, async (call) => {
      const { key, feed } = await existingFeed(ctx, call);
      const text = await selectItem(ctx.db, key.siteId, key.feedId, call.params.sku);
      if (text === undefined) throw noItem();
      return { status: 200, text, headers: { etag: etagOf(feed.revision) } };
    }),
    manageRoute(api.describeItem, async (call) => {
      const { key, feed } = await existingFeed(ctx, call);
      return tagged(feed, await describeItem(ctx, key, call.params.sku));
    }),
  ];
}

function historyRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.listFeedRevisions, async (call) => {
      const { key, feed } = await existingFeed(ctx, call);
      return { status: 200, body: await listRevisions(ctx, key, feed, call.query) };
    }),
    manageRoute(api.compareFeedRevisions, async (call) => {
      const { key, feed } = await existingFeed(ctx, call);
      return { status: 200, body: await compareRevisions(ctx, key, feed, call.query) };
    }),
    manageRoute(api.readFeedHealth, async (call) => {
      const { key, feed } = await existingFeed(ctx, call);
      const { revision } = call.query;
      const wanted = revision === undefined ? undefined : Number(revision);
      return { status: 200, body: await readHealth(ctx, key, feed, wanted) };
    }),
    manageRoute(api.listItemProblems, async (call) => {
      const { key, feed } = await existingFeed(ctx, call);
      const problems = listItemProblems(ctx, key, feed);
      if (call.query.format !== 'csv') return { status: 200, lines: problemLines(problems) };
      const headers = { 'content-disposition': 'attachment; filename="items-with-problems.csv"' };
      const type = 'text/csv; charset=utf-8';
      return { status: 200, lines: problemsCsv(problems), type, headers };
    }),
    manageRoute(api.rollbackFeed, async (call) => {
      const { siteId, feedId } = feedKeyOf(call);
      const options = {
        dryRun: call.query.dryRun === 'true',
        ifMatch: call.headers['if-match'],
        actor: call.who.actor,
      };
      return answer(await rollbackFeed(ctx, siteId, feedId, call.body.toRevision, options));
    }),
  ];
}

function stateOf({ createdAt, ...feed }: FeedRow, last: ChangeRow | undefined) {
  const lastChange = last ? shownChange(last) : null;
  return { ...feed, createdAt: createdAt.toISOString(), lastChange };
}

async function readState(ctx: Context, { key, feed }: ExistingFeed): Promise<Reply> {
  const [last] = await selectChanges(ctx.db, key, { before: undefined, limit: 1 });
  return tagged(feed, stateOf(feed, last));
}

const tagged = (feed: FeedRow, body: unknown): Reply => ({
  status: 200,
  body,
  headers: { etag: etagOf(feed.revision) },
});

async function change(ctx: Context, endpoint: Endpoint, call: ChangeCall): Promise<ChangeReport> {
  const { params, query, body, lines } = call;
  const hash = startFingerprint({ ...endpoint, params, query });
  if (lines) {
    // The answer to a request that cannot be repeated is not looked up by its body.
    const isRepeatable = call.headers['idempotency-key'] !== undefined;
    const target = targetOf(call);
    const upload = openUpload(lines, isRepeatable ? hash : undefined);
    return putItems(ctx, target, upload.rows, optionsOf(call, hash, upload.drain));
  }
  const options = optionsOf(call, hash, async () => {
    hash.update(JSON.stringify(body));
  });
  const { requests, items } = body;
  if (requests && !items) return applyChanges(ctx, targetOf(call), requests, options);
  if (items && !requests) {
    const rows = items.map((row, line) => ({ line, row }));
    return putItems(ctx, targetOf(call), rows, options);
  }
  const detail = 'must have exactly one of requests and items';
  throw new ApiError('invalid_request', `The body ${detail}.`, {
    errors: [{ pointer: '', detail }],
  });
}

/** `hashBody` adds what the hash lacks of the body. */
function optionsOf(
  { query, headers, who }: ChangeCall,
  hash: Hash,
  hashBody: () => Promise<void>,
): ChangeOptions {
  const key = readIdempotencyKey(headers['idempotency-key']);
  const fingerprint = async () => {
    await hashBody();
    return hash.digest();
  };
  return {
    origin: { actor: who.actor, way: 'api' },
    dryRun: query.dryRun === 'true',
    allowShrink: query.allowShrink === 'true',
    ifMatch: headers['if-match'],
    repeatable: key === undefined ? undefined : { key, fingerprint },
  };
}

function targetOf(call: ChangeCall): Target {
  return { site: call.snapshot.site, feedId: feedKeyOf(call).feedId };
}

function answer(report: ChangeReport): Reply {
  const { transactionId, revision, accepted, rejected } = report;
  const headers = { etag: etagOf(revision) };
  if (transactionId === undefined) return { status: 200, body: diffOf(report), headers };
  const data = { transaction_id: transactionId, accepted, rejected, revision };
  const body: ChangeOutcomeOutput = { success: true, data };
  return { status: 200, body, headers };
}

function diffOf(report: ChangeReport): DiffOutput {
  const { added, changed, removed, unchanged, rejected, rejections, shrinks } = report;
  const data = {
    added,
    changed,
    removed,
    unchanged,
    rejected,
    shrinks,
    rejections: [...rejections],
  };
  return { success: true, dryRun: true, data };
}
