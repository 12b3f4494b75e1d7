// A nightly file and price files that are pulled at once, many times, while pages are served.
//
// 3,000 items in 2 rounds; ITEMS and ROUNDS make it larger.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../../testing.ts';
import { never, pullServer } from './pulls.fixture.ts';
import { runDuePulls } from './run.ts';

const count = Number(process.env['ITEMS'] ?? 3_000);
const rounds = Number(process.env['ROUNDS'] ?? 2);

const { server, source, at, set, close } = await pullServer();
const { call, ctx, feed, test: site, url } = server;
after(close);

const sku = (item: number) => `SKU-${String(item).padStart(6, '0')}`;
/** Items leave and come: of each version of the whole file another tenth is missing. */
const isIn = (item: number, whole: number) => item % 10 !== whole % 10;
/** In price files every fourth item is missing: it has the price of the whole file. */
const hasPrice = (item: number) => item % 4 !== 0;
const priceOf = (item: number, version: number) => version * 1_000 + (item % 1_000) / 100;

/** The versions that the sources have at the moment, and those that they gave, in order. */
const now = { whole: 1, prices: 1 };
const given: { readonly whole: number[]; readonly prices: number[] } = { whole: [], prices: [] };

function* wholeFile(version: number) {
  yield 'sku,name,price,in_stock\n';
  for (let item = 0; item < count; item += 1) {
    if (isIn(item, version)) yield `${sku(item)},Name ${version},0.5,false\n`;
  }
}

function* priceFile(version: number) {
  yield 'sku,price,in_stock\n';
  for (let item = 0; item < count; item += 1) {
    if (hasPrice(item)) yield `${sku(item)},${priceOf(item, version)},true\n`;
  }
}

source.answer = (request, response) => {
  const kind = request.url === '/all' ? 'whole' : 'prices';
  const version = now[kind];
  const tag = `"${kind}-${version}"`;
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  given[kind].push(version);
  response.setHeader('etag', tag);
  response.end([...(kind === 'whole' ? wholeFile(version) : priceFile(version))].join(''));
};

/** What the versions make of an item, one after the other: undefined where it is none. */
function expected(item: number, whole: number, prices: number) {
  if (!isIn(item, whole)) return undefined;
  const own = { sku: sku(item), name: `Name ${whole}` };
  return hasPrice(item)
    ? { ...own, price: priceOf(item, prices), in_stock: true }
    : { ...own, price: 0.5, in_stock: false };
}

const expectedItems = (whole: number, prices: number) =>
  Array.from({ length: count }, (_, item) => expected(item, whole, prices)).filter(
    (one) => one !== undefined,
  );

async function itemsOf(id: string): Promise<object[]> {
  const found = await server.items(id);
  return found.map((item) => {
    const { sku, name, price, in_stock } = item;
    return { sku, name, price, in_stock };
  });
}

test('pulls of all and of prices at once leave what they make one after the other', async () => {
  const id = await feed();
  await set(id, { url: at('/all'), allowShrink: true });
  await set(id, { url: at('/prices'), onlyColumns: ['price', 'in_stock'] }, 'prices');
  const key = await site.key(['serve', 'collect']);
  const load = startLoad(key);
  const statuses: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    now.whole += 1;
    await call('POST', `/v2/feeds/${id}/pull/run`);
    const nightly = runDuePulls(ctx, never);
    // Prices change while the nightly file is fetched and taken, on another worker.
    for (let part = 0; part < 3; part += 1) {
      now.prices += 1;
      await call('POST', `/v2/feeds/${id}/pull/run?name=prices`);
      await runDuePulls(ctx, never);
    }
    await nightly;
  }
  // What is due behind the last of them, as a worker takes it within seconds.
  await runDuePulls(ctx, never);
  const { chosen, collected, failures } = await load.end();
  for (const name of ['main', 'prices']) {
    const { body } = await call('GET', `/v2/feeds/${id}/pull/runs?limit=100&name=${name}`);
    for (const { status, detail } of body.runs) {
      statuses[`${name} ${status}`] = (statuses[`${name} ${status}`] ?? 0) + 1;
      assert.notEqual(status, 'failed', detail);
    }
  }
  console.error(JSON.stringify({ count, rounds, chosen, collected, statuses, given }));
  assert.deepEqual(failures, []);
  assert.ok(chosen > 0 && collected > 0);
  assert.equal(given.whole.at(-1), now.whole);
  assert.equal(given.prices.at(-1), now.prices);
  assert.deepEqual(await itemsOf(id), expectedItems(now.whole, now.prices));

  const { body } = await call('GET', `/v2/feeds/${id}/revisions`);
  const [last, before] = body.revisions;
  now.prices += 1;
  await call('POST', `/v2/feeds/${id}/pull/run?name=prices`);
  await runDuePulls(ctx, never);
  assert.deepEqual(await itemsOf(id), expectedItems(now.whole, now.prices));
  const back = await call('POST', `/v2/feeds/${id}/rollback`, { toRevision: last.revision });
  assert.equal(back.status, 200, JSON.stringify(back.body));
  assert.deepEqual(await itemsOf(id), expectedItems(now.whole, now.prices - 1));
  assert.ok(before, 'revisions before the last are kept');
});

/** Pages and events, one behind the other, until it is ended. */
function startLoad(key: string) {
  const state = { isOver: false, chosen: 0, collected: 0, failures: [] as string[] };
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'svc-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) state.failures.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
  };
  const one = async (visitor: number) => {
    while (!state.isOver) {
      const user = { id: `visitor-${visitor}` };
      await post('/v2/serve/user/choose', { user, selector: { names: [] } });
      state.chosen += 1;
      const properties = { svcType: 'product-view-v1', productId: sku(visitor) };
      const events = [{ name: 'View', properties }];
      await post('/v2/collect/user/event', { user, session: { custom: 's' }, events });
      state.collected += 1;
    }
  };
  const visitors = Promise.all([one(1), one(2)]);
  return {
    end: async () => {
      await eventually(async () => state.chosen > 0 && state.collected > 0);
      state.isOver = true;
      await visitors;
      return state;
    },
  };
}
