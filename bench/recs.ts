// What recommending costs in choose, at 10,000 and 1,000,000 items, against a custom choose.
//
// Run from the project's root: npm run bench -- recs [--items 10000,1000000] [--write]
// Both go through the same function in this process, from the request as it was read to the text of
// the answer: without HTTP, which costs both the same and would flatter the ratio.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChooseInput } from '@attune/contract';
import {
  type Catalogue,
  changeCatalogue,
  compactCatalogue,
  compileCampaign,
  compileStrategy,
  type ItemFilter,
  type RankingModel,
} from '@attune/core';
import type { Caches } from '../packages/server/src/caches.ts';
import {
  type Caller,
  type Context,
  noClient,
  type SiteSnapshot,
} from '../packages/server/src/context.ts';
import { completeSettings } from '../packages/server/src/features/configuration/sites/index.ts';
import { choose } from '../packages/server/src/features/serving/choose/choose.ts';
import { machineName } from './support/machine.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000,1000000' },
    write: { type: 'boolean', default: false },
  },
});

const requests = 1_000;
const rounds = 7;
const warmUps = 3;
const slots = 8;
const popularItems = 10_000;

const skuOf = (at: number) => `sku-${String(at).padStart(7, '0')}`;

/** A shop of so many items: 1,000 categories, one in seven out of stock. */
function catalogueOf(count: number): Catalogue {
  const change = changeCatalogue();
  for (let at = 0; at < count; at++) {
    const item = {
      ...{ sku: skuOf(at), group_id: `g${at >> 2}`, name: `A product by the name of ${at}` },
      ...{ url: `https://shop.example/products/${at}`, price: 5 + (at % 500) },
      ...{ in_stock: at % 7 !== 3, image_url: `https://shop.example/images/${at}.jpg` },
      ...{ categories: [`c${at % 1_000}`, `d${at % 20}`], brand: `brand ${at % 300}` },
      ...{ color: `color ${at % 12}`, publish_time: 1_700_000_000 + at },
    };
    change.put(JSON.stringify(item));
  }
  const settling = compactCatalogue(change.finish('1'));
  for (;;) {
    const { done, value } = settling.next();
    if (done) return value;
  }
}

/** A popularity of some items, spread over the whole feed and all categories. */
function rankingOf(count: number): RankingModel {
  const many = Math.min(popularItems, count);
  // 7,919 and the sizes have no factor in common: no item comes twice.
  const skus = Array.from({ length: many }, (_, at) => skuOf((at * 7_919) % count)).sort();
  const byPlace = new Map(skus.map((sku, place) => [sku, place]));
  return {
    kind: 'ranking',
    skus: {
      length: many,
      at: (place) => skus[place] as string,
      placeOf: (sku) => byPlace.get(sku) ?? -1,
      bytes: new Uint8Array(),
      offsets: new Uint32Array(many + 1),
    },
    order: Uint32Array.from(skus, (_, at) => (at * 7_919) % many),
    scores: Float64Array.from(skus, (_, at) => many - at),
  };
}

const filters: ItemFilter[] = [
  { type: 'in-stock' },
  { type: 'column', column: 'price', is: 'LTE', value: 300 },
  { type: 'not-in-cart' },
];
const samePage: ItemFilter[] = [
  { type: 'in-stock' },
  { type: 'same', column: 'categories' },
  { type: 'not-on-page' },
];

const variation = (payload: unknown) => ({ id: 12, name: 'V', weight: 1, payload });
const campaignOf = (id: number, type: 'custom' | 'recommendations', payload: unknown) => ({
  ...{ id, name: `Campaign ${id}`, selector: `s${id}`, groups: [], type, traffic: 1 },
  ...{ stickiness: 'user' as const, seed: 'a', labels: [] },
  experiences: [
    { id: id + 100, name: 'All', allocationVersion: 1, variations: [variation(payload)] },
  ],
});

/** As much as eight items take up is what a custom campaign is likely to hold itself. */
const own = { headline: 'Run in red', image: 'https://shop.example/red.jpg', link: '/red' };

function snapshotOf(): SiteSnapshot {
  const steps = [{ method: { type: 'popularity' as const, event: 'view' as const, window: 30 } }];
  const strategies = [
    { id: 1, name: 'Static', steps, filters },
    { id: 2, name: 'By page', steps, filters: samePage },
  ];
  const campaigns = [
    campaignOf(1, 'custom', { type: 'CUSTOM_JSON', data: own }),
    campaignOf(2, 'recommendations', { strategy: 1, slots }),
    campaignOf(3, 'recommendations', { strategy: 2, slots }),
  ].map((definition) => {
    const compiled = compileCampaign(definition);
    const record = { status: 'live' as const, published: compiled, draft: () => compiled };
    return { id: definition.id, selector: definition.selector, ...record };
  });
  return {
    site: {
      ...{ id: 1, name: 'bench', vertical: 'E-commerce', features: ['feeds'], revision: 1 },
      ...{ settings: completeSettings({}), salt: Buffer.alloc(32, 1) },
    },
    identifierTypes: [],
    feeds: [{ id: '1', name: 'Items', affinity: [] }],
    campaignsById: new Map(campaigns.map((one) => [one.id, one])),
    campaignsBySelector: new Map(campaigns.map((one) => [one.selector, one])),
    campaignsByGroup: new Map(),
    normaliser: undefined,
    models: new Map(),
    popularityKeys: [],
    strategies: new Map(strategies.map((one) => [one.id, compileStrategy(one, '1')])),
    identitySecret: undefined,
    signingKeys: [{ id: 1, secret: Buffer.alloc(32, 1), activeAt: 0 }],
  } as unknown as SiteSnapshot;
}

const nobody = {
  ...{ personId: undefined, isSeen: false, profile: undefined, lists: [], isStale: false },
  userAttributes: {},
};

const ctx = {
  now: () => Date.UTC(2026, 10, 22),
  config: { profileDeadlineMs: 1_000 },
  log: { error: console.error, debug: () => undefined, warn: console.warn },
  snapshots: { isConfirmed: () => true },
  live: { isWatched: () => false },
} as unknown as Context;

interface Measured {
  readonly name: string;
  readonly micros: number;
}

type Ask = (nth: number) => unknown;

/**
 * CPU time of this process a request, in microseconds, medians: what others do on the machine is
 * not in it. All take turns in each round, so that none has the process to itself when it is young.
 */
async function measure(asks: ReadonlyMap<string, Ask>): Promise<Measured[]> {
  const taken = new Map<string, number[]>(Array.from(asks.keys(), (name) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, ask] of asks) {
      const begun = process.cpuUsage();
      for (let nth = 0; nth < requests; nth++) await ask(nth);
      const { user, system } = process.cpuUsage(begun);
      if (round >= 0) taken.get(name)?.push((user + system) / requests);
    }
  }
  return Array.from(taken, ([name, micros]) => ({
    name,
    micros: micros.sort((one, other) => one - other)[rounds >> 1] as number,
  }));
}

const skusOnly = { recsProductData: { skusOnly: true } };
const fewFields = { recsProductData: { fieldFilter: ['name', 'price', 'image_url'] } };

async function measureAt(count: number): Promise<Measured[]> {
  const catalogue = catalogueOf(count);
  const ranking = rankingOf(count);
  const known = {
    users: { find: () => nobody },
    feedCache: { get: () => catalogue },
    models: { get: () => ({ model: ranking, version: 1, builtAt: 0 }) },
    requestFacts: { note: () => undefined },
  } as unknown as Caches;
  const asking = (selector: string, options?: ChooseInput['options'], isPage = false) => {
    return (nth: number): ChooseInput => ({
      user: { id: String(1_000 + (nth % 5_000)) },
      selector: { names: [selector] },
      ...(options && { options }),
      context: {
        page: isPage ? { type: 'PRODUCT', data: [skuOf((nth * 7) % count)] } : { type: 'HOMEPAGE' },
        cart: [{ productId: skuOf(nth % 100), quantity: 1 }],
      },
    });
  };
  const caller = {
    key: { id: 1, siteId: 1, source: 'Server-side' },
    snapshot: snapshotOf(),
  } as unknown as Caller;
  const inbox = {
    record: () => undefined,
    recordingFault: () => undefined,
  } as unknown as Parameters<typeof choose>[2];
  const client = noClient;
  const by = (requestOf: (nth: number) => ChooseInput) => (nth: number) =>
    choose(ctx, known, inbox, {
      ...{ caller, client, body: requestOf(nth), traceId: '0'.repeat(32) },
      ...{ passedOver: [], isOriginal: false },
    });
  return measure(
    new Map([
      ['custom', by(asking('s1'))],
      ['recommendations, skus only', by(asking('s2', skusOnly))],
      ['recommendations, 3 columns', by(asking('s2', fewFields))],
      ['recommendations, all columns', by(asking('s2'))],
      ['same category as the page, skus only', by(asking('s3', skusOnly, true))],
    ]),
  );
}

const sizes = values.items.split(',').map(Number);
const measured = new Map<number, Measured[]>();
for (const size of sizes) measured.set(size, await measureAt(size));
const all = [...measured.values()];
const rows = (all[0] ?? []).map(({ name }, at) => {
  const cells = all.map((of) => {
    const { micros } = of[at] as Measured;
    return `${micros.toFixed(1)} (${(micros / (of[0] as Measured).micros).toFixed(2)} x)`;
  });
  return `| ${name} | ${cells.join(' | ')} |`;
});
const report = `# What does recommending cost?

Made by \`npm run bench -- recs\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.

Microseconds of CPU a request of choose with one campaign, without HTTP, and how many times the
custom one. ${slots} slots, 3 filters, popularity of ${popularItems} items; medians of ${rounds} rounds of
${requests} requests, by the process's own CPU time.

| what | ${sizes.map((size) => `${size.toLocaleString('en-US')} items`).join(' | ')} |
| --- | ${sizes.map(() => '---').join(' | ')} |
${rows.join('\n')}
`;
console.log(report);
if (values.write) writeFileSync(join(import.meta.dirname, 'results/recs.md'), report);
process.exit(0);
