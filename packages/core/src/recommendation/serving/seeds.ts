// Knows from which items a method goes out, and what it finds beside them.

import type { Catalogue } from '../../catalogue/index.ts';
import { compareByCodePoint } from '../../text/characters.ts';
import type { Method, Seed } from '../definition.ts';
import type { NeighbourModel } from '../model.ts';
import type { Around } from './request.ts';
import type { Candidate } from './row-list.ts';

/** The latest of what somebody has seen or bought that count as seeds. */
const mostRecentSeeds = 10;
/** Of a whole history, as collaborative methods take it. */
const mostHistory = 50;

/** The skus that a method goes out from, the most telling first. */
export function seedsOf(method: Method, { visitor }: Around): readonly string[] {
  if (method.type === 'collaborative') return historyOf(method.event, visitor);
  if (!('seed' in method)) return [];
  return method.seed === 'auto' ? autoSeeds(visitor) : namedSeeds(method.seed, visitor);
}

type Visitor = Around['visitor'];

function namedSeeds(seed: Exclude<Seed, 'auto'>, visitor: Visitor): readonly string[] {
  if (seed === 'page') return visitor.page;
  if (seed === 'cart') return visitor.cart;
  return latest(visitor[seed](), mostRecentSeeds);
}

function autoSeeds(visitor: Visitor): readonly string[] {
  if (visitor.page.length > 0) return visitor.page;
  if (visitor.cart.length > 0) return visitor.cart;
  return latest(visitor.viewed(), mostRecentSeeds);
}

/** What is in the cart is not in the history yet, and says as much. */
function historyOf(event: 'view' | 'add-to-cart' | 'purchase', visitor: Visitor) {
  const past = event === 'purchase' ? visitor.purchased() : visitor.viewed();
  return [...new Set([...visitor.page, ...visitor.cart, ...latest(past, mostHistory)])];
}

const latest = (recent: ReturnType<Visitor['viewed']>, most: number) =>
  recent.slice(0, most).map(({ sku }) => sku);

/**
 * The neighbours of the seeds by the sum of their scores, of equal ones by sku; the seeds
 * themselves are not among them. The seed that is told of a neighbour is the nearest.
 */
export function neighboursOf(
  catalogue: Catalogue,
  { skus, starts, neighbours, scores }: NeighbourModel,
  seeds: readonly string[],
): Candidate[] {
  const found = new Map<number, { score: number; nearest: number; seed: number }>();
  const own = new Set<number>();
  for (const seed of seeds) {
    const place = skus.placeOf(seed);
    if (place < 0) continue;
    own.add(place);
    for (let at = starts[place] as number; at < (starts[place + 1] as number); at++) {
      const neighbour = neighbours[at] as number;
      const score = scores[at] as number;
      const known = found.get(neighbour);
      if (!known) {
        found.set(neighbour, { score, nearest: score, seed: place });
        continue;
      }
      known.score += score;
      if (score > known.nearest) {
        known.nearest = score;
        known.seed = place;
      }
    }
  }
  const all = [...found].filter(([place]) => !own.has(place));
  // Places are in the order of skus.
  all.sort(([one, a], [other, b]) => b.score - a.score || one - other);
  return all.flatMap(([place, { score, seed }]) => {
    const row = catalogue.rowOf(skus.at(place));
    return row < 0 ? [] : [{ row, score, seed: catalogue.rowOf(skus.at(seed)) }];
  });
}

/** What was seen or bought, the latest first; of the same moment by sku. */
export function recentCandidates(
  catalogue: Catalogue,
  recent: readonly { readonly sku: string; readonly time: number }[],
): Candidate[] {
  return recent
    .toSorted((one, other) => other.time - one.time || compareByCodePoint(one.sku, other.sku))
    .flatMap(({ sku, time }) => {
      const row = catalogue.rowOf(sku);
      return row < 0 ? [] : [{ row, score: time, seed: -1 }];
    });
}
