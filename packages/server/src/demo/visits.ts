// What one visitor does in the demo shop: searches, looks, saves and buys, mostly to their taste.

import { type Preference, productsFor } from './preferences.ts';
import type { Product } from './products.ts';
import type { Random } from './random.ts';

/** One event of a collect request, as a backfill sends it. */
export interface VisitEvent {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>> & { readonly svcType: string };
  /** RFC 3339. */
  readonly timestamp: string;
  /** The same for the same visitor, whenever it is generated. */
  readonly eventId: string;
}

/** One visit: a request to the collect API. */
export interface Visit {
  readonly user: { readonly cuid: string; readonly cuidType: 'external' };
  readonly session: { readonly custom: string };
  readonly events: VisitEvent[];
}

/** A visitor before the visit: how much they will do in all. */
interface Guest {
  readonly cuid: string;
  readonly taste: Preference;
  readonly events: number;
}

type Act = Pick<VisitEvent, 'name' | 'properties'>;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const days = 60;
const currency = 'USD';
const share = { search: 0.35, filter: 0.4, wishlist: 0.2, cart: 0.4, purchase: 0.5 };

/** A guest's visits in the order of time, within the 60 days before the UTC day of `now` (ms). */
export function generateVisits(
  random: Random,
  { cuid, taste, events }: Guest,
  products: readonly Product[],
  now: number,
): Visit[] {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const draw = productsFor(random, taste, products);
  const visits: Visit[] = [];
  for (let left = events; left > 0; left -= visits.at(-1)!.events.length) {
    const day = midnight - random.between(1, days) * dayMs;
    let time = day + Math.floor(random.fraction() * 14 * hourMs) + 7 * hourMs;
    const order = `demo-order-${cuid}-${visits.length + 1}`;
    const acts = visitOf(random, draw, order).slice(0, left);
    visits.push({
      user: { cuid, cuidType: 'external' },
      session: { custom: `${cuid}-visit-${visits.length + 1}` },
      events: acts.map((act, at) => {
        time += random.between(10, 240) * 1_000;
        const eventId = `demo-${cuid}-${events - left + at + 1}`;
        return { ...act, timestamp: new Date(time).toISOString(), eventId };
      }),
    });
  }
  const begin = ({ events: [first] }: Visit) => first!.timestamp;
  return visits.sort((a, b) => (begin(a) < begin(b) ? -1 : 1));
}

/** What is done in one visit, in order. */
function visitOf(random: Random, draw: () => Product, order: string): Act[] {
  const seen = [...new Set(Array.from({ length: random.between(1, 4) }, draw))];
  const [first] = seen as [Product];
  const acts = [
    ...(random.chance(share.search) ? [search(first)] : []),
    ...(random.chance(share.filter) ? [filter(random, first)] : []),
    ...seen.map(({ sku }) => act('Product view', 'product-view-v1', { productId: sku })),
  ];
  if (random.chance(share.wishlist)) acts.push(wish(random.pick(seen)));
  const bought = seen.filter(({ in_stock }) => in_stock && random.chance(share.cart));
  acts.push(...bought.map(addToCart));
  if (bought.length > 0 && random.chance(share.purchase)) acts.push(purchase(bought, order));
  return acts;
}

function act(name: string, svcType: string, facts: Record<string, unknown>): Act {
  return { name, properties: { svcType, ...facts } };
}

function search({ color, keywords }: Product): Act {
  return act('Search', 'keyword-search-v1', { keywords: `${color} ${keywords[1]}` });
}

/** Filters name what the feed's own columns hold, so that they speak of the same taste. */
function filter(random: Random, { color, categories, brand }: Product): Act {
  const [filterType, filterStringValue] = random.pick([
    ['color', color],
    ['categories', categories[1]],
    ['brand', brand],
  ] as const);
  return act('Filter', 'filter-items-v1', { filterType, filterStringValue });
}

function wish({ sku }: Product): Act {
  return act('Add to wishlist', 'add-to-wishlist-v1', { productId: sku });
}

function addToCart({ sku, price }: Product): Act {
  const facts = { productId: sku, quantity: 1, value: price, currency };
  return act('Add to cart', 'add-to-cart-v1', facts);
}

function purchase(bought: readonly Product[], uniqueTransactionId: string): Act {
  const cart = bought.map(({ sku, price }) => ({ productId: sku, quantity: 1, itemPrice: price }));
  const sum = bought.reduce((cents, { price }) => cents + Math.round(price * 100), 0);
  return act('Purchase', 'purchase-v1', { uniqueTransactionId, value: sum / 100, currency, cart });
}
