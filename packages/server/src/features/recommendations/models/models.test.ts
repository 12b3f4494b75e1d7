// Models from beginning to end: needed, built by one worker, kept when a build fails.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ModelOutput } from '@attune/contract';
import { eventually, testServer } from '../../../testing.ts';
import { buildNow } from './index.ts';
import { baskets, hourMs, openShop, popular, together, workOff } from './models.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const working = await testServer({ api: true, worker: true });
after(working.close);
const clock = { shiftMs: 0 };
Object.assign(server.ctx, { now: () => Date.now() + clock.shiftMs });
const open = (name: string, on = server) => openShop(on, name);

test('a worker builds at once what a new strategy needs, and reports the result', async () => {
  const shop = await open('begin', working);
  await shop.buy(baskets);
  await working.folded();
  const steps = [{ method: together }, { method: popular }, { method: { type: 'newest' } }];
  const made = await shop.manage('POST', '/v2/strategies', { name: 'Basket', steps });
  const models = await eventually(async () => {
    const all = await shop.models();
    return all.every(({ state }) => state === 'ready') && all;
  });
  assert.deepEqual(
    models.map(({ method }) => method['type']),
    ['bought-together', 'popularity'],
  );
  const [near, top] = models as [ModelOutput, ModelOutput];
  assert.deepEqual(near.strategies, [{ id: made.id, name: 'Basket' }]);
  assert.equal(near.built?.data.users, 4);
  assert.equal(near.built?.data.events, 8);
  assert.equal(near.built?.coverage?.items, 5);
  assert.equal(near.built?.coverage?.withNeighbours, 3 / 5);
  assert.equal(top.built?.coverage?.known, 4 / 5);
  assert.equal(top.built?.coverage?.withNeighbours, null);
  assert.ok(top.nextBuildAt && near.nextBuildAt && near.fault === null);
});

test('building models by hand waits until they are built, and shows the progress', async () => {
  const shop = await open('by-hand');
  const steps = [{ method: popular }, { method: together }];
  await shop.manage('POST', '/v2/strategies', { name: 'Both', steps });
  const snapshot = server.ctx.snapshots.site(shop.siteId)!;
  const target = { url: server.databaseUrl };
  const words: string[] = [];
  const onProgress = (share: number, said: string) => words.push(`${share} ${said}`);
  const built = await buildNow(server.ctx, target, snapshot, { onProgress });
  assert.deepEqual(
    built.map(({ state }) => state),
    ['ready', 'ready'],
  );
  assert.equal(words.at(-1)?.startsWith('1 '), true);
  const [first] = built;
  const [again] = await buildNow(server.ctx, target, snapshot, { model: first!.id });
  assert.equal(again?.built?.version, 2);
  await assert.rejects(
    buildNow(server.ctx, target, snapshot, { model: '0'.repeat(16) }),
    /no such/,
  );
});

test('what depends on popularity needs its model: affinity, and what steps leave empty', async () => {
  const shop = await open('popular');
  const add = (name: string, ...methods: object[]) =>
    shop.manage('POST', '/v2/strategies', { name, steps: methods.map((method) => ({ method })) });
  const users = async () =>
    (await shop.models())
      .filter(({ method }) => method['type'] === 'popularity')
      .map(({ strategies }) => strategies.map(({ name }) => name));
  assert.deepEqual(await users(), []);
  await add('Fresh', { type: 'newest' });
  assert.deepEqual(await users(), [['Fresh'], ['Fresh']], 'views and purchases fill what is left');
  await add('Liked', { type: 'affinity' });
  const both = ['Fresh', 'Liked'];
  assert.deepEqual(await users(), [both, both]);
  await add('Top', popular);
  assert.deepEqual(await users(), [['Top', 'Liked']], 'one will do');
  assert.equal((await shop.build()).length, 1);
});

test('two workers do not build the same', async () => {
  const shop = await open('twice');
  await shop.manage('POST', '/v2/strategies', { name: 'Top', steps: [{ method: popular }] });
  const built = await Promise.all([shop.build(), shop.build(), shop.build()]);
  assert.equal(built.flat().length, 1);
  assert.equal((await shop.models())[0]?.built?.version, 1);
});

test('a build that is broken off leaves the last good model, and the next one succeeds', async () => {
  const shop = await open('broken');
  await shop.manage('POST', '/v2/strategies', { name: 'Top', steps: [{ method: popular }] });
  await shop.build();
  const [model] = await shop.models();
  await shop.manage('POST', `/v2/models/${model!.id}/rebuild`);
  await shop.build((thread) => void thread?.stop());
  const [broken] = await shop.models();
  assert.deepEqual([broken?.state, broken?.built?.version], ['building', 1]);
  await shop.build();
  const [mended] = await shop.models();
  assert.deepEqual([mended?.state, mended?.built?.version], ['ready', 2]);
});

test('alike items are found again when the feed has changed, and not before', async () => {
  const shop = await open('alike');
  const method = { type: 'similar', seed: 'page', columns: ['brand'] };
  await shop.manage('POST', '/v2/strategies', { name: 'Alike', steps: [{ method }] });
  await shop.build();
  const facts = async () => (await shop.models())[0]?.built;
  assert.deepEqual([(await facts())?.data.items, (await facts())?.pairs], [5, 0]);
  clock.shiftMs = hourMs;
  await shop.build();
  assert.equal((await facts())?.version, 1);
  await shop.putBrands();
  clock.shiftMs = 2 * hourMs;
  await shop.build();
  assert.deepEqual([(await facts())?.version, (await facts())?.pairs], [2, 6]);
  clock.shiftMs = 0;
});

test('a model is rebuilt at its time where its log has moved enough, and not for one event more', async () => {
  const shop = await open('hourly');
  const versions = async () => (await shop.models()).map(({ built }) => built?.version);
  await shop.buy(Array.from({ length: 25 }, () => ['ball']));
  await workOff(server);
  await shop.manage('POST', '/v2/strategies', { name: 'Top', steps: [{ method: popular }] });
  await shop.build();
  await shop.buy([['egg']]);
  await workOff(server);
  // Just after a set time, so that there is none before the next look.
  clock.shiftMs = hourMs - (Date.now() % (2 * 60_000));
  assert.deepEqual(await shop.build(), []);
  await shop.buy(Array.from({ length: 4 }, () => ['egg']));
  await workOff(server);
  assert.deepEqual(await shop.build(), [], 'it was looked just now');
  clock.shiftMs = 2 * hourMs;
  await shop.build();
  assert.deepEqual(await versions(), [2]);
  clock.shiftMs = 0;
});

test('a model that no strategy needs is forgotten after a week', async () => {
  const shop = await open('unneeded');
  const body = { name: 'Top', steps: [{ method: popular }] };
  const { id } = await shop.manage('POST', '/v2/strategies', body);
  await shop.build();
  await shop.manage('DELETE', `/v2/strategies/${id}`);
  await shop.build();
  assert.deepEqual(
    (await shop.models()).map(({ strategies }) => strategies),
    [[]],
  );
  clock.shiftMs = 8 * 24 * hourMs;
  await shop.build();
  clock.shiftMs = 0;
  assert.deepEqual(await shop.models(), []);
});
