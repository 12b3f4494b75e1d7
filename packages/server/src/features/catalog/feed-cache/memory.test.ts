// Tests of large feeds in memory: what does not fit, what goes, and what changes all at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Catalogue } from '@attune/core';
import type { Context } from '../../../context.ts';
import { eventually } from '../../../testing.ts';
import { feedServer } from '../feeds/feeds.fixture.ts';
import { openFeedCache } from './index.ts';

const server = await feedServer();
after(server.close);
const site = server.test.id;
const target = { url: server.databaseUrl };

const items = (count: number, version = 1) =>
  Array.from({ length: count }, (_, at) => ({
    sku: `S${at}`,
    brand: `Brand ${at % 10}`,
    version,
    name: `A name of its own, ${at}`,
  }));

/** A node with so much memory for feeds, whose clock and log are the test's. */
async function node(feedMemoryBytes: number) {
  const clock = { now: 1_000_000 };
  const said: { feed: string; text: string }[] = [];
  const note = (about: { feed: string }, text: string) =>
    void said.push({ feed: about.feed, text });
  const ctx = {
    ...server.ctx,
    config: { ...server.ctx.config, feedMemoryBytes },
    log: { ...server.ctx.log, error: note, warn: note } as unknown as Context['log'],
    now: () => clock.now,
  };
  return { clock, said, feedCache: await openFeedCache(ctx, target) };
}

async function feedOf(count: number): Promise<string> {
  const feed = await server.feed();
  await server.put(feed, items(count));
  return feed;
}

test('a feed that does not fit is refused, logged once, and leaves other feeds in memory', async () => {
  const { feedCache, said } = await node(60_000);
  const [large, small] = [await feedOf(3_000), await feedOf(5)];
  feedCache.get(site, large);
  await eventually(async () => feedCache.state(site, large)?.status === 'too-large');
  assert.equal(feedCache.get(site, large), undefined);
  feedCache.get(site, small);
  await eventually(async () => feedCache.get(site, small)?.size === 5);
  await feedCache.catchUp();
  const text = 'a feed is too large to be recommended from: raise FEED_MEMORY';
  assert.deepEqual(said, [{ feed: large, text }]);
  await feedCache.stop();
});

test('a feed that was not used lately goes when another feed needs its room', async () => {
  const { feedCache, clock } = await node(300_000);
  const [first, second] = [await feedOf(600), await feedOf(601)];
  feedCache.get(site, first);
  await eventually(async () => feedCache.state(site, first)?.status === 'held');
  const { bytes } = feedCache.state(site, first)!;
  assert.ok(bytes > 50_000 && bytes < 300_000, String(bytes));
  clock.now += 61_000;
  // Whatever a feed takes while it is loaded, the other one is the first to go.
  feedCache.get(site, second);
  await eventually(async () => feedCache.state(site, second)?.status === 'held');
  await feedCache.stop();
});

test('a change of more items than a revision lists is followed, and put in order behind it', async () => {
  const { feedCache } = await node(2 ** 30);
  const feed = await feedOf(10_500);
  feedCache.get(site, feed);
  const versionOf = (catalogue: Catalogue, sku: string) =>
    catalogue.column('version')!.value(catalogue.rowOf(sku));
  const is = (version: number, count: number) =>
    eventually(async () => {
      const catalogue = feedCache.get(site, feed);
      if (catalogue?.size !== count) return false;
      const first = versionOf(catalogue, 'S0');
      // All of it is of one revision, at any time.
      assert.equal(versionOf(catalogue, `S${count - 1}`), first);
      return first === version;
    });
  await is(1, 10_500);
  await server.put(feed, items(10_200, 2));
  await is(2, 10_200);
  // While that is put in order, the next changes come.
  await server.put(feed, items(10_199, 3));
  await is(3, 10_199);
  await eventually(async () => {
    const catalogue = feedCache.get(site, feed)!;
    return (
      catalogue.rows < 12_500 && catalogue.column('brand')!.rowsWith('Brand 3')!.length === 1_020
    );
  });
  await is(3, 10_199);
  await feedCache.stop();
});
