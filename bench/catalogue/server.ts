// A partial update of a large feed, from the request to a node that goes by it.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from '@attune/core';
import { makeFolder } from '../../e2e/support/attune.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import {
  type Catalogues,
  openCatalogues,
} from '../../packages/server/src/features/catalogues/index.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { openResources } from '../../packages/server/src/resources.ts';
import { cores, moveToCore } from '../support/cpu.ts';
import { type Started, startApi, startPostgres } from '../support/servers.ts';
import { createShop } from '../support/shop.ts';
import { shopItems, writeItems } from './items.ts';
import type { ServerFigures } from './report.ts';

const changed = 1_000;
const rounds = 7;
const feed = '1';

/** Loads a feed into a server and a second node, and changes it a thousand items at a time. */
export async function measureServer(items: number, seed: number): Promise<ServerFigures> {
  moveToCore(cores.load, process.pid);
  const folder = await makeFolder('bench-catalogue');
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, SECRET_KEY: 'bench'.repeat(8) };
  const file = `${folder}/items.ndjson`;
  await writeItems(file, items, seed);
  const key = await createShop(env);
  const api = await startApi(env);
  const config = readConfig({ ...env, DATA_DIR: `${folder}/node`, FEED_MEMORY: '4096' });
  const node = await openResources(config, createLog('warn'), { role: 'command' });
  const catalogues = await openCatalogues(node.ctx, node.location.target);
  try {
    await send(api, key, 'PUT', file);
    const siteId = node.ctx.snapshots.siteByName('bench')!.site.id;
    const loadAt = performance.now();
    await until(() => catalogues.get(siteId, feed)?.size === items);
    const loadSeconds = (performance.now() - loadAt) / 1_000;
    const look = () => held(catalogues, siteId);
    const times: { readonly answeredMs: number; readonly seenMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await change({ api, key, items, seed, round }, look));
    }
    const of = (what: 'answeredMs' | 'seenMs') =>
      times.map((one) => one[what]).sort((a, b) => a - b);
    return {
      ...{ items, changed, loadSeconds },
      answeredMs: of('answeredMs')[Math.floor(rounds / 2)]!,
      seenMs: of('seenMs')[Math.floor(rounds / 2)]!,
      slowestMs: of('seenMs').at(-1)!,
    };
  } finally {
    await catalogues.stop();
    await node.close();
    await api.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function held(catalogues: Catalogues, siteId: number): Catalogue {
  const catalogue = catalogues.get(siteId, feed);
  if (!catalogue) throw new Error('the feed was let go of');
  return catalogue;
}

interface Round {
  readonly api: Started;
  readonly key: string;
  readonly items: number;
  readonly seed: number;
  readonly round: number;
}

async function change({ api, key, items, seed, round }: Round, look: () => Catalogue) {
  const make = shopItems(items, seed);
  const some = Array.from(
    { length: changed },
    (_, at) => make((round + at * Math.floor(items / changed)) % items, 1) as { sku: string },
  );
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
  const isSeen = (sku: string) => {
    const catalogue = look();
    return catalogue.column('price')!.number(catalogue.rowOf(sku)) === price;
  };
  await until(() => some.every(({ sku }) => isSeen(sku)));
  return { answeredMs: answeredAt - startedAt, seenMs: performance.now() - answeredAt };
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await delay(5);
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
