// Tests of going back to what a feed was.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { feedServer } from '../feeds.fixture.ts';
import { rollbackFeed } from './rollback.ts';

const server = await feedServer();
after(server.close);
const { ctx, feed, put, items, test: site } = server;

test('a feed goes back to any of its last 10 revisions, and forth again', async () => {
  const id = await feed();
  const states: Record<string, unknown>[][] = [[]];
  for (let revision = 1; revision <= 12; revision += 1) {
    const kept = { sku: 'kept', text: 'always' };
    const flips = revision % 3 === 0 ? [] : [{ sku: 'flips', revision }];
    const grows = Array.from({ length: revision }, (_, at) => ({ sku: `n ${at + 10}` }));
    const rows = [...flips, kept, ...grows];
    assert.equal((await put(id, rows)).etag, `"${revision}"`);
    states.push(rows);
  }
  await assert.rejects(rollbackFeed(ctx, site.id, id, 1), {
    code: 'not_found',
    message: 'The feed can go back to revisions 2 to 12.',
  });
  const dry = await rollbackFeed(ctx, site.id, id, 2, { dryRun: true });
  assert.deepEqual([dry.added, dry.removed, dry.unchanged], [1, 10, 3]);
  assert.deepEqual(await items(id), states[12]);

  const back = await rollbackFeed(ctx, site.id, id, 2);
  assert.deepEqual([back.revision, back.shrinks], [13, true]);
  assert.deepEqual(await items(id), states[2]);
  await rollbackFeed(ctx, site.id, id, 12);
  assert.deepEqual(await items(id), states[12]);
  await rollbackFeed(ctx, site.id, id, 7);
  assert.deepEqual(await items(id), states[7]);
  assert.equal((await rollbackFeed(ctx, site.id, id, 15)).revision, 15);
  await assert.rejects(rollbackFeed(ctx, site.id, '1', 0), { code: 'not_found' });
});
