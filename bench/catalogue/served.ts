// Choose over a large feed, through HTTP: what recommending costs, and what a visitor sees of it.
import {
  applyLoad,
  type LoadPlan,
  type Measured,
  median,
  requestText,
  userPlaceholder,
} from '../support/load.ts';
import type { Started } from '../support/servers.ts';

const rounds = 5;
const seconds = 4;
const slots = 8;

/** How a shop's choose is asked and set up. */
export interface Shop {
  readonly key: string;
  readonly call: (method: string, path: string, body: object) => Promise<{ readonly id: number }>;
}

/** A shop at a server; `call` rejects what is refused. */
export function shopAt(port: number, key: string): Shop {
  return {
    key,
    async call(method, path, body) {
      const response = await fetch(`http://localhost:${port}${path}`, {
        method,
        headers: { 'svc-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.json() as Promise<{ id: number }>;
    },
  };
}

/**
 * Makes two campaigns live: `custom`, and `recommended`, eight of the newest items by three filters
 * of which the first are pinned.
 */
export async function publishBoth({ call }: Shop, pinned: readonly string[]): Promise<void> {
  const { id: strategy } = await call('POST', '/v2/strategies', {
    name: 'Newest',
    steps: [{ method: { type: 'newest' } }],
    filters: [
      { type: 'in-stock' },
      { type: 'column', column: 'price', is: 'GTE', value: 20 },
      { type: 'not-in-cart' },
    ],
  });
  const own = { headline: 'Run in red', image: 'https://shop.example/red.jpg', link: '/red' };
  const pins = pinned.map((sku, slot) => ({ slot, sku }));
  const payloads = [
    ['custom', { type: 'CUSTOM_JSON', data: own }, 'custom'],
    ['recommended', { strategy, slots }, 'recommendations'],
    ['pinned', { strategy, slots, pins }, 'recommendations'],
  ] as const;
  for (const [selector, payload, type] of payloads) {
    const variations = [{ name: 'Shown', weight: 1, payload }];
    const experiences = [{ name: 'All', variations }];
    const campaign = { name: selector, selector, type, groups: [], experiences };
    const { id } = await call('POST', '/v2/campaigns', campaign);
    await call('POST', `/v2/campaigns/${id}/publish`, {});
  }
}

/** The prices that a visitor is shown of the pinned items. */
export async function pricesShown(port: number, key: string): Promise<number[]> {
  const { choices } = (await shopAt(port, key).call('POST', '/v2/serve/user/choose', {
    user: { id: '1' },
    selector: { names: ['pinned'] },
    options: { recsProductData: { fieldFilter: ['price'] } },
  })) as unknown as {
    choices: { variations: { payload: { data: { slots: Slot[] } } }[] }[];
  };
  return choices[0]!.variations[0]!.payload.data.slots.map(({ productData }) => productData.price);
}

interface Slot {
  readonly productData: { readonly price: number };
}

/** What a request of choose costs, in microseconds of the server's processor time. */
export interface ServedFigures {
  readonly customMicros: number;
  readonly recommendedMicros: number;
  /** Requests a second of recommending, as a share of those of a custom campaign. */
  readonly throughput: number;
}

/** Measures both campaigns in turn. */
export async function measureServed(api: Started, { key }: Shop): Promise<ServedFigures> {
  const users = { count: 1_000, order: 'any' as const };
  const plan = { port: api.port, connections: 16, seconds, users, seed: 1 };
  const by = (name: string): LoadPlan => ({ ...plan, requests: requestsFor(key, name) });
  const load = (name: string) => applyLoad(by(name), { server: api.pid });
  const both = async () => ({
    custom: await load('custom'),
    recommended: await load('recommended'),
  });
  await both();
  const taken: Awaited<ReturnType<typeof both>>[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await both());
  const of = (figure: (one: (typeof taken)[number]) => number) => median(taken.map(figure));
  const micros = ({ cpuMicros }: Measured) => cpuMicros['server'] ?? 0;
  return {
    customMicros: of(({ custom }) => micros(custom)),
    recommendedMicros: of(({ recommended }) => micros(recommended)),
    throughput: of(({ custom, recommended }) => recommended.perSecond / custom.perSecond),
  };
}

function requestsFor(key: string, name: string): string[] {
  return Array.from({ length: 64 }, (_, at) => {
    const request = {
      user: { svcid: userPlaceholder, svcid_server: userPlaceholder },
      context: {
        page: { type: 'HOMEPAGE', location: 'https://shop.example/' },
        cart: [{ productId: `SKU-${String(at).padStart(8, '0')}`, quantity: 1 }],
      },
      selector: { names: [name] },
    };
    return requestText({ method: 'POST', path: '/v2/serve/user/choose', key }, request);
  });
}
