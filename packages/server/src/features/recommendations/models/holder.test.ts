// The model cache: the last version, within a bound, whatever the database does.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { openDatabase } from '../../../db/pool.ts';
import { askOf } from '../../../http/requests.fixture.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually, testServer } from '../../../testing.ts';
import { openModelCache } from './index.ts';
import { baskets, openShop, popular, together, workOff } from './models.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const open = (name: string, on = server) => openShop(on, name);

test('nodes use a new version once it is there, and the old one until then', async () => {
  const shop = await open('swap');
  const models = openModelCache(server.ctx);
  try {
    await shop.buy([['ball'], ['ball'], ['cup']]);
    await workOff(server);
    await shop.manage('POST', '/v2/strategies', { name: 'Top', steps: [{ method: popular }] });
    const [key] = await shop.build();
    const look = async (version: number) =>
      eventually(async () => {
        const held = models.get(shop.siteId, key!);
        return held?.version === version && held;
      });
    const first = await look(1);
    assert.ok(first.model.kind === 'ranking');
    assert.deepEqual(
      Array.from(first.model.order, (place) => first.model.skus.at(place)),
      ['ball', 'cup'],
    );
    assert.deepEqual(await shop.build(), [], 'nothing is due');
    const [model] = await shop.models();
    await shop.manage('POST', `/v2/models/${model!.id}/rebuild`);
    await shop.build();
    assert.equal((await look(2)).version, 2);
    assert.equal((await shop.models())[0]?.built?.version, 2);
  } finally {
    await models.stop();
  }
});

test('a node loads the models of live campaigns before they are requested, and from publication on', async () => {
  const shop = await open('ahead');
  await shop.buy(baskets);
  await workOff(server);
  const steps = [{ method: together }, { method: popular }];
  const { id: strategy } = await shop.manage('POST', '/v2/strategies', { name: 'All', steps });
  await shop.build();
  const models = openModelCache(server.ctx);
  const isHeld = () =>
    [...server.ctx.snapshots.site(shop.siteId)!.models.keys()].every((key) =>
      models.has(shop.siteId, key),
    );
  const payload = { strategy, slots: 2 };
  const experiences = [{ name: 'All', variations: [{ name: 'One', weight: 1, payload }] }];
  const campaign = { name: 'Row', selector: 'row', type: 'recommendations', experiences };
  const { id } = await shop.manage('POST', '/v2/campaigns', campaign);
  try {
    await models.catchUp();
    assert.equal(isHeld(), false, 'no campaign recommends by them yet');
    await shop.manage('POST', `/v2/campaigns/${id}/publish`);
    await models.catchUp();
    assert.equal(isHeld(), true);
  } finally {
    await models.stop();
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'attune-second-'));
  const env = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, PORT: '0' },
    SECRET_KEY: (await readFile(join(server.ctx.config.dataDir, 'secret.key'), 'utf8')).trim(),
  };
  const second = await startNode(readConfig(env), createLog('silent'), {
    ...{ api: true, worker: false },
  });
  try {
    const ask = askOf(second.url!);
    const body = { user: { id: '77' }, selector: { names: ['row'] } };
    const slots = await eventually(async () => {
      const answer = await ask('POST', '/v2/serve/user/choose', { key: shop.key, body });
      assert.doesNotMatch(answer.text, /model_unavailable/);
      const { slots } = answer.body.choices?.[0]?.variations?.[0]?.payload.data ?? {};
      // There are none until the feed is loaded, which a start does not wait for.
      return slots?.length > 0 && slots;
    });
    assert.equal(slots.length, 2);
  } finally {
    await second.stop();
    await rm(dataDir, { recursive: true });
  }
});

test('a node whose models cannot be loaded begins without them', async () => {
  const away = openDatabase(
    { url: 'postgresql://nobody@127.0.0.1:1/none' },
    { log: server.ctx.log },
  );
  const models = openModelCache({ ...server.ctx, db: away.kysely });
  try {
    await models.preload(60_000);
    // A database that does not even refuse is waited for no longer than this.
    const answer = Promise.withResolvers<undefined>();
    const never = { selectFrom: () => never, select: () => never, where: () => never } as object;
    Object.assign(never, { executeTakeFirst: () => answer.promise });
    const silent = openModelCache({ ...server.ctx, db: never as typeof away.kysely });
    await silent.preload(20);
    answer.resolve(undefined);
    await silent.stop();
  } finally {
    await models.stop();
    await away.close();
  }
});

test('cached models are good while the database is away', async () => {
  const shop = await open('outage');
  await shop.manage('POST', '/v2/strategies', { name: 'Top', steps: [{ method: popular }] });
  const [key] = await shop.build();
  const away = openDatabase(
    { url: 'postgresql://nobody@127.0.0.1:1/none' },
    { log: server.ctx.log },
  );
  const ctx = { ...server.ctx };
  const models = openModelCache(ctx);
  try {
    models.get(shop.siteId, key!);
    await models.catchUp();
    assert.equal(models.get(shop.siteId, key!)?.version, 1);
    Object.assign(ctx, { db: away.kysely });
    const [model] = await shop.models();
    await shop.manage('POST', `/v2/models/${model!.id}/rebuild`);
    await shop.build();
    await models.catchUp();
    assert.equal(models.get(shop.siteId, key!)?.version, 1, 'the last one that it has');
    Object.assign(ctx, { db: server.ctx.db, now: () => server.ctx.now() + 60_000 });
    await models.catchUp();
    assert.equal(models.get(shop.siteId, key!)?.version, 2);
  } finally {
    await models.stop();
    await away.close();
  }
});

test('the cache stays within MODEL_CACHE: the least recently used model goes', async () => {
  const shop = await open('bounded');
  await shop.buy(baskets);
  await workOff(server);
  const windows = [10, 20, 30];
  const steps = windows.map((window) => ({ method: { ...popular, window } }));
  await shop.manage('POST', '/v2/strategies', { name: 'Many', steps });
  const keys = await shop.build();
  const { bytes } = server.ctx.snapshots.site(shop.siteId)!.models.get(keys[0]!)!;
  const config = { ...server.ctx.config, modelCacheBytes: 2.5 * bytes };
  const models = openModelCache({ ...server.ctx, config });
  try {
    for (const key of keys) {
      models.get(shop.siteId, key);
      await models.catchUp();
    }
    const held = keys.map((key) => models.get(shop.siteId, key) !== undefined);
    assert.deepEqual(held.filter(Boolean).length, 2);
    assert.equal(held[2], true);
  } finally {
    await models.stop();
  }
});
