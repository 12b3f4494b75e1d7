// Knows from which items a method goes out, and what it finds beside them.

import type { Catalogue } from '../../catalogue/index.ts';
import { compareByCodePoint } from '../../text/characters.ts';
import type { Method, Seed } from '../definition.ts';
import type { NeighbourModel } from '../model.ts';
import { type SeedItem, scoreFromSeeds, seedWeight } from '../models/index.ts';
import type { Around, RecentItem } from './request.ts';
import type { Candidate } from './row-list.ts';

/** The latest items seen or bought that count as seeds. */
const mostRecentSeeds = 10;
/** Of a whole history, as collaborative methods take it: what is before those says nothing. */
const mostHistory = 100;

type Visitor = Around['visitor'];

/**
 * The items that a method goes out from: those of the page or the cart alike, those of the past the
 * less the longer ago. Collaborative methods take all of them, as one history.
 */
export function seedsOf(method: Method, { visitor }: Around): readonly SeedItem[] {
  if (method.type === 'collaborative') return historyOf(method.event, visitor);
  if (!('seed' in method)) return [];
  return method.seed === 'auto' ? autoSeeds(visitor) : namedSeeds(method.seed, visitor);
}

function namedSeeds(seed: Exclude<Seed, 'auto'>, visitor: Visitor): readonly SeedItem[] {
  if (seed === 'page' || seed === 'cart') return visitor[seed].map(present);
  return past(visitor[seed](), mostRecentSeeds);
}

function autoSeeds(visitor: Visitor): readonly SeedItem[] {
  if (visitor.page.length > 0) return visitor.page.map(present);
  if (visitor.cart.length > 0) return visitor.cart.map(present);
  return past(visitor.viewed(), mostRecentSeeds);
}

/** What is on the page or in the cart is not in the history yet, and says as much as its latest. */
function historyOf(event: 'view' | 'add-to-cart' | 'purchase', visitor: Visitor): SeedItem[] {
  const now = [...new Set([...visitor.page, ...visitor.cart])];
  const before = event === 'purchase' ? visitor.purchased() : visitor.viewed();
  const known = new Set(now);
  return [...now.map(present), ...past(before, mostHistory).filter(({ sku }) => !known.has(sku))];
}

/** What a method does not repeat: all that the visitor ever had. Null: it may repeat. */
export function hadBy(method: Method, { visitor }: Around): ReadonlySet<string> | null {
  if (method.type !== 'collaborative' || method.repeats === true) return null;
  const before = method.event === 'purchase' ? visitor.purchased() : visitor.viewed();
  return new Set(before.map(({ sku }) => sku));
}

const present = (sku: string): SeedItem => ({ sku, weight: 1 });

const past = (recent: readonly RecentItem[], most: number): SeedItem[] =>
  recent.slice(0, most).map(({ sku }, at) => ({ sku, weight: seedWeight(at) }));

/**
 * What is near to the seeds of a method. They are not among it, unless the method repeats what the
 * user had; what is before them, on the page or in the cart, never is.
 */
export function* nearCandidates(
  catalogue: Catalogue,
  model: NeighbourModel,
  method: Method,
  around: Around,
): Generator<Candidate, void> {
  const { page, cart } = around.visitor;
  const seeds = seedsOf(method, around);
  const repeats = 'repeats' in method && method.repeats === true;
  const had = hadBy(method, around);
  const { skus, places, scores, because } = scoreFromSeeds(model, seeds, { repeats });
  for (const [at, place] of places.entries()) {
    const sku = skus.at(place);
    if (repeats && (page.includes(sku) || cart.includes(sku))) continue;
    if (had?.has(sku)) continue;
    const row = catalogue.rowOf(sku);
    if (row < 0) continue;
    const seed = seeds[because[at] as number]?.sku ?? null;
    yield { row, score: scores[at] as number, seed };
  }
}

/** What was seen or bought, the latest first; of the same moment by sku. */
export function recentCandidates(catalogue: Catalogue, recent: readonly RecentItem[]): Candidate[] {
  return recent
    .toSorted((one, other) => other.time - one.time || compareByCodePoint(one.sku, other.sku))
    .flatMap(({ sku, time }) => {
      const row = catalogue.rowOf(sku);
      return row < 0 ? [] : [{ row, score: time, seed: null }];
    });
}
