// Models from beginning to end: needed, built by one worker, held by nodes, kept when a build fails.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EvaluationOutput, EventInput, ModelOutput } from '@attune/contract';
import { openDatabase } from '../../db/pool.ts';
import { type Answered, askOf } from '../../http/requests.fixture.ts';
import { eventually, testServer } from '../../testing.ts';
import { buildSite } from './building/build-site.ts';
import { evaluateSite } from './building/evaluate-site.ts';
import type { Thread } from './building/run-thread.ts';
import { buildNow, holdModels } from './index.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const working = await testServer({ api: true, worker: true });
after(working.close);
const clock = { shiftMs: 0 };
Object.assign(server.ctx, { now: () => Date.now() + clock.shiftMs });
const hourMs = 3_600_000;
let counter = 0;

interface Shop {
  readonly siteId: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer.
  readonly manage: (method: string, path: string, body?: unknown) => Promise<any>;
  readonly refused: (method: string, path: string, body?: unknown) => Promise<Answered>;
  /** `ball`, `cup` and `disc` are of one brand from now on. */
  readonly putBrands: () => Promise<unknown>;
  readonly models: () => Promise<ModelOutput[]>;
  /** A basket a user, so many days ago. */
  readonly buy: (baskets: readonly (readonly string[])[], daysAgo?: number) => Promise<void>;
  readonly evaluate: (onThread?: (thread: Thread | undefined) => void) => Promise<void>;
  /** Builds what is due, as a worker would. */
  readonly build: (onThread?: (thread: Thread | undefined) => void) => Promise<string[]>;
}

async function open(name: string, on = server): Promise<Shop> {
  const site = await on.site(name, { vertical: 'Other' });
  const key = await site.key(['manage', 'feed', 'collect']);
  const ask = askOf(on.url);
  const refused = (method: string, path: string, body?: unknown) =>
    ask(method, path, { key, body });
  const manage = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, { key, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const client = await site.client(['collect', 'feed']);
  const { id } = await client.createFeed({ name: 'Shop' });
  const skus = ['ball', 'cup', 'disc', 'egg', 'fan'];
  await client.putItems(
    id,
    skus.map((sku) => ({ sku, name: sku })),
  );
  return {
    siteId: site.id,
    refused,
    manage,
    putBrands: () =>
      client.putItems(
        id,
        skus.map((sku) => ({ sku, name: sku, brand: sku < 'e' ? 'Acme' : sku })),
      ),
    models: async () => (await manage('GET', '/v2/models')).items,
    async buy(baskets, daysAgo = 0) {
      for (const [at, basket] of baskets.entries()) {
        const cart = basket.map((productId) => ({ productId, quantity: 1 }));
        const properties = {
          svcType: 'purchase-v1',
          uniqueTransactionId: `${name}${at}${counter++}`,
          value: 10,
          cart,
        };
        const timestamp = Date.now() - daysAgo * 24 * hourMs;
        const events = [{ name: 'Bought', timestamp, properties }] as EventInput['events'];
        await client.events({ user: { id: String(500 + at) }, events });
      }
    },
    evaluate: (onThread = () => undefined) =>
      evaluateSite({ ctx: on.ctx, target: { url: on.databaseUrl }, onThread }, site.snapshot()),
    build: (onThread = () => undefined) => {
      const target = { url: on.databaseUrl };
      return buildSite({ ctx: on.ctx, target, onThread }, site.snapshot());
    },
  };
}

type Result = NonNullable<EvaluationOutput['report']>['results'][number];

const together = { type: 'bought-together', seed: 'auto' };
const popular = { type: 'popularity', event: 'purchase', window: 30 };
const baskets = [['ball', 'cup'], ['ball', 'cup', 'disc'], ['ball', 'disc'], ['egg']];

test('a worker builds at once what a new strategy needs, and says how it went', async () => {
  const shop = await open('begin', working);
  await shop.buy(baskets);
  await working.folded();
  const steps = [{ method: together }, { method: popular }, { method: { type: 'newest' } }];
  const made = await shop.manage('POST', '/v2/strategies', { name: 'Basket', steps });
  const cards = await eventually(async () => {
    const all = await shop.models();
    return all.every(({ state }) => state === 'ready') && all;
  });
  assert.deepEqual(
    cards.map(({ method }) => method['type']),
    ['bought-together', 'popularity'],
  );
  const [near, top] = cards as [ModelOutput, ModelOutput];
  assert.deepEqual(near.strategies, [{ id: made.id, name: 'Basket' }]);
  assert.equal(near.built?.data.users, 4);
  assert.equal(near.built?.data.events, 8);
  assert.equal(near.built?.coverage?.items, 5);
  assert.equal(near.built?.coverage?.withNeighbours, 3 / 5);
  assert.equal(top.built?.coverage?.known, 4 / 5);
  assert.equal(top.built?.coverage?.withNeighbours, null);
  assert.ok(top.nextBuildAt && near.nextBuildAt && near.fault === null);
});

test('nodes go by a new version once it is there, and by the old one until then', async () => {
  const shop = await open('swap');
  const models = holdModels(server.ctx);
  try {
    await shop.buy([['ball'], ['ball'], ['cup']]);
    await workOff();
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
    const [card] = await shop.models();
    await shop.manage('POST', `/v2/models/${card!.id}/rebuild`);
    await shop.build();
    assert.equal((await look(2)).version, 2);
    assert.equal((await shop.models())[0]?.built?.version, 2);
  } finally {
    await models.stop();
  }
});

test('who asks for models by hand waits until they are built, and sees how far they are', async () => {
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

test('models that are held are good while the database is away', async () => {
  const shop = await open('outage');
  await shop.manage('POST', '/v2/strategies', { name: 'Top', steps: [{ method: popular }] });
  const [key] = await shop.build();
  const away = openDatabase(
    { url: 'postgresql://nobody@127.0.0.1:1/none' },
    { log: server.ctx.log },
  );
  const ctx = { ...server.ctx };
  const models = holdModels(ctx);
  try {
    models.get(shop.siteId, key!);
    await models.catchUp();
    assert.equal(models.get(shop.siteId, key!)?.version, 1);
    Object.assign(ctx, { db: away.kysely });
    const [card] = await shop.models();
    await shop.manage('POST', `/v2/models/${card!.id}/rebuild`);
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

test('what is held stays within MODEL_CACHE: what was asked for longest ago goes', async () => {
  const shop = await open('bounded');
  await shop.buy(baskets);
  await workOff();
  const windows = [10, 20, 30];
  const steps = windows.map((window) => ({ method: { ...popular, window } }));
  await shop.manage('POST', '/v2/strategies', { name: 'Many', steps });
  const keys = await shop.build();
  const { bytes } = server.ctx.snapshots.site(shop.siteId)!.models.get(keys[0]!)!;
  const config = { ...server.ctx.config, modelCacheBytes: 2.5 * bytes };
  const models = holdModels({ ...server.ctx, config });
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
  const [card] = await shop.models();
  await shop.manage('POST', `/v2/models/${card!.id}/rebuild`);
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

test('counts of events are renewed by the hour, if there is news', async () => {
  const shop = await open('hourly');
  const versions = async () => (await shop.models()).map(({ built }) => built?.version);
  await shop.manage('POST', '/v2/strategies', { name: 'Top', steps: [{ method: popular }] });
  await shop.build();
  clock.shiftMs = hourMs;
  // Another day is news as well: what counts is what is within the window.
  const isSameDay = new Date(server.ctx.now()).getUTCDate() === new Date().getUTCDate();
  await shop.build();
  assert.deepEqual(await versions(), [isSameDay ? 1 : 2]);
  assert.deepEqual(await shop.build(), [], 'it was looked just now');
  await shop.buy([['egg']]);
  await workOff();
  clock.shiftMs = 2 * hourMs + 60_000;
  await shop.build();
  assert.equal((await versions())[0]! > 1, true);
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

test('strategies are compared on what users did, and the report is kept', async () => {
  const shop = await open('compared');
  // Who bought a ball buys a cup a fortnight later; most of the shop buys eggs.
  const before = [
    ['ball', 'cup'],
    ['ball', 'cup'],
    ...Array(6).fill(['ball']),
    ...Array(9).fill(['egg']),
  ];
  await shop.buy(before, 20);
  await shop.buy([...Array(2).fill(['fan']), ...Array(6).fill(['cup'])], 2);
  await workOff();
  const strategy = async (name: string, method: object) =>
    (await shop.manage('POST', '/v2/strategies', { name, steps: [{ method }] })).id as number;
  const top = await strategy('Top', popular);
  const near = await strategy('Near', { ...together, minimumSupport: 1 });
  const unknown = await shop.refused('POST', '/v2/evaluations', { strategies: [top, 7] });
  assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/strategies/1']);
  const asked = { strategies: [top, near], historyDays: 30, ks: [3, 1] };
  const { id, state } = await shop.manage('POST', '/v2/evaluations', asked);
  assert.equal(state, 'waiting');
  await shop.evaluate();
  const done = await shop.manage('GET', `/v2/evaluations/${id}`);
  assert.equal(done.state, 'done', done.fault);
  const { results, users, sentence, notes } = done.report;
  assert.equal(users, 8);
  const hitRates = results.map(({ strategy: { name }, figures }: Result) => [
    name,
    figures.map(({ k, hitRate }) => [k, hitRate]),
  ]);
  assert.deepEqual(hitRates, [
    [
      'Top',
      [
        [1, 0],
        [3, 6 / 8],
      ],
    ],
    [
      'Near',
      [
        [1, 0.75],
        [3, 0.75],
      ],
    ],
  ]);
  assert.match(sentence, /Near/);
  assert.ok(notes.length > 0);
  assert.deepEqual((await shop.manage('GET', '/v2/evaluations')).items[0], done);
  const offline = (await shop.models()).map((card) => card.offline?.users);
  assert.deepEqual(offline, [8, 8]);
});

test('an evaluation that cannot be made, or is broken off, says so', async () => {
  const shop = await open('impossible');
  const { id: top } = await shop.manage('POST', '/v2/strategies', {
    ...{ name: 'Top', steps: [{ method: popular }] },
  });
  const start = () => shop.manage('POST', '/v2/evaluations', { strategies: [top] });
  const first = await start();
  await shop.evaluate();
  const failed = await shop.manage('GET', `/v2/evaluations/${first.id}`);
  assert.equal(failed.state, 'failed');
  assert.match(failed.fault, /^Nobody did anything/);
  const second = await start();
  await shop.evaluate((thread) => void thread?.stop());
  assert.equal((await shop.manage('GET', `/v2/evaluations/${second.id}`)).state, 'running');
  await shop.evaluate();
  const broken = await shop.manage('GET', `/v2/evaluations/${second.id}`);
  assert.match(broken.fault, /broken off/);
});

/** Works the inbox off, as no worker does on this server. */
async function workOff(): Promise<void> {
  const { startWorker, postgresInbox } = await import('../events/index.ts');
  await server.recorded();
  const worker = startWorker(server.ctx, postgresInbox(server.ctx.db));
  try {
    await eventually(async () => {
      const { rows } = await server.ctx.pool.query('select 1 from inbox limit 1');
      return rows.length === 0;
    });
  } finally {
    await worker.stop();
  }
}
