// What deciding costs in the core, against closures written by hand for the same conditions.
//
// Run from the project's root: node bench/decide.ts
import { compileCampaign, decide } from '../packages/core/src/index.ts';
import { median } from './support/load.ts';

const campaigns = 100;
const rounds = 9;
const repeats = 2_000;

/** A visitor is another object each time, as in a server; both sides pay for that. */
const attributesOf = (at: number) => ({
  page: { type: 'PRODUCT' },
  cart: { value: 39.8 + (at % 7) },
  device: { type: at % 3 === 0 ? 'tablet' : 'mobile' },
  pageAttributes: { tier: 'silver' },
});
type Visitor = ReturnType<typeof attributesOf>;

const tierOf = (at: number) => (at % 2 === 0 ? 'silver' : 'gold');
const compiled = Array.from({ length: campaigns }, (_, at) =>
  compileCampaign({
    id: at,
    name: `Campaign ${at}`,
    selector: `selector-${at}`,
    groups: [],
    type: 'custom',
    traffic: 1,
    stickiness: 'user',
    seed: `seed ${at}`,
    experiences: [
      {
        id: at,
        name: 'Experience',
        allocationVersion: 1,
        targeting: {
          'page.type': 'PRODUCT',
          'cart.value': { $gte: 20 },
          'device.type': { $in: ['mobile', 'tablet'] },
          'pageAttributes.tier': tierOf(at),
        },
        variations: [
          { id: 1, name: 'Control', weight: 1, payload: null },
          { id: 2, name: 'Other', weight: 1, payload: null },
        ],
      },
    ],
  }),
);

const byHand = Array.from({ length: campaigns }, (_, at) => {
  const tier = tierOf(at);
  const devices = new Set(['mobile', 'tablet']);
  const conditions = [
    (visitor: Visitor) => visitor.page.type === 'PRODUCT',
    (visitor: Visitor) => visitor.cart.value >= 20,
    (visitor: Visitor) => devices.has(visitor.device.type),
    (visitor: Visitor) => visitor.pageAttributes.tier === tier,
  ];
  const seed = `seed ${at}:${at}`;
  return (visitor: Visitor, user: string) => {
    for (const condition of conditions) if (!condition(visitor)) return undefined;
    return bucketOf(seed, user) < 0.5 ? 1 : 2;
  };
});

/** GrowthBook's hash version 2. */
function bucketOf(seed: string, user: string): number {
  return (fnv1a(String(fnv1a(seed + user))) % 10_000) / 10_000;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

const now = Date.now();
let served = 0;

function decideAll(user: string, attributes: Visitor): void {
  const input = {
    live: true,
    now,
    attributes,
    units: { device: user, person: user, session: 's', request: 'r' },
    assigned: () => undefined,
  };
  for (const campaign of compiled) served += decide(campaign, input).variation?.id ?? 0;
}

function decideAllByHand(user: string, attributes: Visitor): void {
  for (const one of byHand) served += one(attributes, user) ?? 0;
}

/** Microseconds for all campaigns. */
function measure(work: (user: string, attributes: Visitor) => void): number {
  const before = process.cpuUsage();
  for (let at = 0; at < repeats; at += 1) work(`user ${at}`, attributesOf(at));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / repeats;
}

const results = Array.from({ length: rounds + 2 }, () => {
  const hand = measure(decideAllByHand);
  return { hand, core: measure(decideAll) };
}).slice(2);
const hand = median(results.map((one) => one.hand));
const core = median(results.map((one) => one.core));
const ratio = median(results.map((one) => one.core / one.hand));
console.log(
  `${campaigns} campaigns of 4 conditions, half of them failing at the last: core.decide ${core.toFixed(1)} us, ` +
    `by hand ${hand.toFixed(1)} us, ratio ${ratio.toFixed(2)} (checksum ${served})`,
);
