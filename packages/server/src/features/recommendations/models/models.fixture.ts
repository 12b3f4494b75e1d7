// Shops with strategies, whose models a test builds on demand.
import assert from 'node:assert/strict';
import type { EventInput, ModelOutput } from '@attune/contract';
import { type Answered, askOf } from '../../../http/requests.fixture.ts';
import { eventually, type TestServer } from '../../../testing.ts';
import { postgresInbox, startWorker } from '../../events/collect/index.ts';
import { buildSite } from './building/build-site.ts';
import { evaluateSite } from './building/evaluate-site.ts';
import type { Thread } from './building/run-thread.ts';

export const hourMs = 3_600_000;
export const together = { type: 'bought-together', seed: 'auto' };
export const popular = { type: 'popularity', event: 'purchase', window: 30 };
export const baskets = [['ball', 'cup'], ['ball', 'cup', 'disc'], ['ball', 'disc'], ['egg']];

let counter = 0;

export interface Shop {
  readonly siteId: number;
  readonly key: string;
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

/** Opens a shop of five products. */
export async function openShop(on: TestServer, name: string): Promise<Shop> {
  const site = await on.site(name, { vertical: 'Other' });
  const key = await site.key(['manage', 'feed', 'collect', 'serve']);
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
    key,
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

/** Works the inbox off, where no worker does. */
export async function workOff(server: TestServer): Promise<void> {
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
