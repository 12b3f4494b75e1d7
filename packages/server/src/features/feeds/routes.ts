// Feeds over HTTP: bodies of either form into changes, and changes into answers.
import type { Hash } from 'node:crypto';
import { api, type ChangeOutcomeOutput, type DiffOutput, type Endpoint } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type Call, type Reply, type Route, route } from '../../http/route.ts';
import { ApiError } from '../../refusal.ts';
import { readIdempotencyKey, startFingerprint } from '../idempotency/index.ts';
import { whoOf } from '../managed/index.ts';
import { applyChanges } from './changes/apply-changes.ts';
import type { ChangeOptions, ChangeReport, Target } from './changes/change.ts';
import { etagOf } from './changes/match.ts';
import { putItems } from './changes/put-items.ts';
import { createFeed, readFeedId, requireFeed } from './feeds.ts';
import { selectFeed, selectItem } from './store.ts';
import { readOutcome, readOutcomes } from './transactions/transactions.ts';
import { openUpload } from './upload.ts';

type ChangeCall = Pick<
  Call<typeof api.putFeed>,
  'params' | 'query' | 'headers' | 'caller' | 'lines'
> & { readonly body: { readonly requests?: unknown[]; readonly items?: unknown[] } };

/** Routes of feeds. */
export function feedRoutes(ctx: Context): Route[] {
  return [
    route(api.createFeed, async (call) => {
      const { siteId, actor } = whoOf(call);
      return { status: 201, body: await createFeed(ctx, siteId, call.body, actor) };
    }),
    route(api.putFeed, async (call) => answer(await change(ctx, api.putFeed, call))),
    route(api.bulkFeed, async (call) => answer(await change(ctx, api.bulkFeed, call))),
    route(api.readTransaction, async (call) => {
      const key = { ...feedKeyOf(call), id: call.params.transactionId };
      return { status: 200, body: await readOutcomes(ctx, key) };
    }),
    route(api.readTransactionItem, async (call) => {
      const key = { ...feedKeyOf(call), id: call.params.transactionId };
      return { status: 200, body: await readOutcome(ctx, key, call.params.itemId) };
    }),
    route(api.readItem, async (call) => {
      const { siteId, feedId } = feedKeyOf(call);
      const feed = requireFeed(await selectFeed(ctx.db, siteId, feedId), feedId);
      const text = await selectItem(ctx.db, siteId, feedId, call.params.sku);
      if (text === undefined) throw new ApiError('not_found', 'The feed has no item of this sku.');
      return { status: 200, text, headers: { etag: etagOf(feed.revision) } };
    }),
  ];
}

async function change(ctx: Context, endpoint: Endpoint, call: ChangeCall): Promise<ChangeReport> {
  const { params, query, body, lines } = call;
  const hash = startFingerprint({ ...endpoint, params, query });
  if (lines) {
    // The answer to a request that cannot be repeated is not looked up by its body.
    const isRepeatable = call.headers['idempotency-key'] !== undefined;
    const target = targetOf(call);
    const upload = openUpload(lines, isRepeatable ? hash : undefined, target.site.vertical);
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
  { query, headers }: ChangeCall,
  hash: Hash,
  hashBody: () => Promise<void>,
): ChangeOptions {
  const key = readIdempotencyKey(headers['idempotency-key']);
  const fingerprint = async () => {
    await hashBody();
    return hash.digest();
  };
  return {
    dryRun: query.dryRun === 'true',
    allowShrink: query.allowShrink === 'true',
    ifMatch: headers['if-match'],
    repeatable: key === undefined ? undefined : { key, fingerprint },
  };
}

function feedKeyOf({ caller, params }: Pick<ChangeCall, 'caller' | 'params'>) {
  const feedId = readFeedId(params.feedId) ?? requireFeed(undefined, params.feedId).id;
  return { siteId: caller.snapshot.site.id, feedId };
}

function targetOf(call: ChangeCall): Target {
  return { site: call.caller.snapshot.site, feedId: feedKeyOf(call).feedId };
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
