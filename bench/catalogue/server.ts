// A large feed on real servers: how soon choose goes by a partial update, what recommending costs.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '../../e2e/support/attune.ts';
import { cores, moveToCore } from '../support/cpu.ts';
import { type Started, startApi, startPostgres } from '../support/servers.ts';
import { createShop } from '../support/shop.ts';
import { shopItems, writeItems } from './items.ts';
import type { ServerFigures } from './report.ts';
import { measureServed, pricesShown, publishBoth, shopAt } from './served.ts';

const changed = 1_000;
const rounds = 7;
const feed = '1';

/** Of those that change each time, so many are pinned to slots that are looked at. */
const looked = 8;

/** Loads a feed into a server and a second node, and changes it a thousand items at a time. */
export async function measureServer(items: number, seed: number): Promise<ServerFigures> {
  moveToCore(cores.load, process.pid);
  const folder = await makeFolder('bench-catalogue');
  const postgres = await startPostgres();
  const env = {
    ...{ DATABASE_URL: postgres.url, DATA_DIR: folder, SECRET_KEY: 'bench'.repeat(8) },
    FEED_MEMORY: '4096',
  };
  const file = `${folder}/items.ndjson`;
  await writeItems(file, items, seed);
  const key = await createShop(env);
  const api = await startApi(env);
  const other = await startApi({ ...env, DATA_DIR: `${folder}/other` });
  try {
    await send(api, key, 'PUT', file);
    const shop = shopAt(api.port, key);
    const skus = changedIn(items, seed, 0).map(({ sku }) => sku);
    await publishBoth(shop, skus.slice(0, looked));
    const loadAt = performance.now();
    for (const { port } of [api, other]) {
      await until(async () => (await pricesShown(port, key)).length === looked);
    }
    const loadSeconds = (performance.now() - loadAt) / 1_000;
    const times: { readonly answeredMs: number; readonly seenMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await change({ api, other, key, items, seed, round }));
    }
    const of = (what: 'answeredMs' | 'seenMs') =>
      times.map((one) => one[what]).sort((a, b) => a - b);
    return {
      ...{ items, changed, loadSeconds },
      answeredMs: of('answeredMs')[Math.floor(rounds / 2)]!,
      seenMs: of('seenMs')[Math.floor(rounds / 2)]!,
      slowestMs: of('seenMs').at(-1)!,
      ...(await measureServed(api, shop)),
    };
  } finally {
    await other.stop();
    await api.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Round {
  readonly api: Started;
  /** Another node. */
  readonly other: Started;
  readonly key: string;
  readonly items: number;
  readonly seed: number;
  readonly round: number;
}

/** Items of a round, of which the first are the same in every round. */
function changedIn(items: number, seed: number, round: number): { readonly sku: string }[] {
  const make = shopItems(items, seed);
  const step = Math.floor(items / changed);
  return Array.from({ length: changed }, (_, at) => {
    const place = at * step + (at < looked ? 0 : round % step);
    return make(place, 1) as { sku: string };
  });
}

async function change({ api, other, key, items, seed, round }: Round) {
  const some = changedIn(items, seed, round);
  const price = 1_000 + round;
  const requests = some.map(({ sku }) => ({
    id: sku,
    action: 'PARTIAL',
    body: { data: { price } },
  }));
  const startedAt = performance.now();
  const response = await fetch(`http://localhost:${api.port}/v2/feeds/${feed}/bulk`, {
    method: 'POST',
    headers: { 'svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  const answeredAt = performance.now();
  await until(async () => (await pricesShown(other.port, key)).every((one) => one === price));
  return { answeredMs: answeredAt - startedAt, seenMs: performance.now() - answeredAt };
}

async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await delay(5);
}

async function send({ port }: Started, key: string, method: string, file: string): Promise<void> {
  const headers = { 'svc-api-key': key, 'content-type': 'application/x-ndjson' };
  const upload = request({ port, method, path: `/v2/feeds/svcid/${feed}`, headers });
  const answered = new Promise<string>((resolve, reject) => {
    upload.once('error', reject);
    upload.once('response', (response) => text(response).then(resolve, reject));
  });
  await Promise.all([pipeline(createReadStream(file), upload), answered]);
  const { data } = JSON.parse(await answered);
  if (!(data?.accepted > 0)) throw new Error(await answered);
}
