// Tests of feeds in a node's memory: loaded on first use, followed, never two revisions at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openDatabase } from '../../../db/pool.ts';
import { openLink } from '../../../http/database-link.fixture.ts';
import { eventually } from '../../../testing.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';
import { feedServer } from '../feeds/feeds.fixture.ts';
import { emptyDeletedFeeds } from '../feeds/index.ts';
import { openFeedCache, preloadFeeds } from './index.ts';

const server = await feedServer();
const feedCache = await openFeedCache(server.ctx, { url: server.databaseUrl });
after(async () => {
  await feedCache.stop();
  await server.close();
});
const site = server.test.id;
const item = (sku: string, more: object = {}) => ({ sku, name: `Item ${sku}`, ...more });

function held(feed: string): Record<string, unknown>[] | undefined {
  const catalogue = feedCache.get(site, feed);
  if (!catalogue) return undefined;
  const rows = Array.from({ length: catalogue.rows }, (_, row) => row);
  const live = rows.filter(catalogue.isLive).map((row) => JSON.parse(catalogue.itemText(row)));
  return live.sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

test('a feed is loaded when it is first asked for, and there without waiting after that', async () => {
  const feed = await server.feed();
  await server.put(feed, [item('a', { price: 5 }), item('b'), item('ü')]);
  assert.equal(feedCache.get(site, feed), undefined);
  assert.equal(feedCache.state(site, feed)?.status, 'loading');
  await feedCache.catchUp();
  assert.deepEqual(held(feed), [item('a', { price: 5 }), item('b'), item('ü')]);
  const { status, revision, items } = feedCache.state(site, feed)!;
  assert.deepEqual({ status, revision, items }, { status: 'held', revision: '1', items: 3 });
});

test('what is added, changed and removed is there within a second, by notification', async () => {
  const feed = await server.feed();
  await server.put(feed, [item('a'), item('b'), item('c')]);
  await eventually(async () => held(feed)?.length === 3);
  const before = feedCache.get(site, feed)!;
  await server.put(feed, [item('b', { price: 2 }), item('c'), item('d')]);
  const want = [item('b', { price: 2 }), item('c'), item('d')];
  await eventually(async () => isDeepStrictEqual(held(feed), want), 1_000);
  assert.equal(before.size, 3);
  assert.ok(before.rowOf('a') >= 0, 'a request under way goes on with what it began with');
});

test('a feed that is not there is let go of, and one of another site is not given', async () => {
  const feed = await server.feed();
  await server.put(feed, [item('a')]);
  const other = await server.site('other');
  assert.equal(feedCache.get(other.id, feed), undefined);
  await feedCache.catchUp();
  assert.equal(feedCache.state(other.id, feed), undefined);
});

test('a feed that is deleted leaves memory at once, and one of its id is loaded again', async () => {
  const feed = await server.feed();
  await server.put(feed, [item('a')]);
  await eventually(async () => held(feed)?.length === 1);
  await server.call('DELETE', `/v2/feeds/${feed}`);
  await eventually(async () => feedCache.state(site, feed) === undefined, 1_000);
  await emptyDeletedFeeds(server.ctx, new AbortController().signal);
  await server.call('POST', '/v2/feeds', { id: feed, name: 'Anew' });
  await server.put(feed, [item('b')]);
  await eventually(async () => isDeepStrictEqual(held(feed), [item('b')]));
});

test('a node that starts loads the feeds of live campaigns, and no others', async () => {
  const shop = await server.site('preloaded', { vertical: 'Other' });
  const call = callWith(server.url, await shop.key(['feed', 'manage']));
  const made: string[] = [];
  for (const name of ['live', 'draft']) {
    const { body: feed } = await call('POST', '/v2/feeds', { name });
    await call('PUT', `/v2/feeds/svcid/${feed.id}`, { items: [item('a')] });
    const steps = [{ method: { type: 'newest' } }];
    const { body: strategy } = await call('POST', '/v2/strategies', { name, feed: feed.id, steps });
    const payload = { strategy: strategy.id, slots: 1 };
    const { body: campaign } = await call('POST', '/v2/campaigns', {
      ...{ name, selector: name, type: 'recommendations' },
      experiences: [{ name: 'All', variations: [{ name: 'One', weight: 1, payload }] }],
    });
    if (name === 'live') await call('POST', `/v2/campaigns/${campaign.id}/publish`);
    made.push(feed.id);
  }
  const idle = await server.site('idle', { vertical: 'Other' });
  const quiet = callWith(server.url, await idle.key(['feed']));
  const { body: unused } = await quiet('POST', '/v2/feeds', { name: 'Unused' });
  const node = await openFeedCache(server.ctx, { url: server.databaseUrl });
  await preloadFeeds(server.ctx, node);
  await eventually(async () => node.state(shop.id, made[0]!)?.status === 'held');
  assert.equal(node.get(shop.id, made[0]!)?.size, 1);
  assert.equal(node.state(idle.id, unused.id), undefined);
  await node.stop();
});

test('a node goes on with the feeds that it has while the database is away, and catches up then', async () => {
  const link = await openLink(server.databaseUrl);
  const { pool, kysely: db, close } = openDatabase({ url: link.url }, { log: server.ctx.log });
  const node = await openFeedCache({ ...server.ctx, pool, db }, { url: link.url });
  const feed = await server.feed();
  await server.put(feed, [item('a')]);
  await eventually(async () => node.get(site, feed)?.size === 1);
  const { confirmedAt } = node.state(site, feed)!;
  link.cut();
  await server.put(feed, [item('a'), item('b')]);
  await assert.rejects(node.catchUp());
  const other = await server.feed();
  assert.equal(node.get(site, other), undefined);
  assert.equal(node.get(site, feed)?.size, 1);
  assert.equal(node.state(site, feed)?.status, 'held');
  assert.ok(node.state(site, feed)!.confirmedAt! - confirmedAt! < 1_000, 'and reports its age');
  link.mend();
  await eventually(async () => node.get(site, feed)?.size === 2, 10_000);
  await eventually(async () => node.get(site, other)?.size === 0, 10_000);
  await node.stop();
  await close();
  await link.close();
});
