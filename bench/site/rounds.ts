// Rounds of the product, of one checkout or several, and of the floor, by turns.
import type { Started } from '../support/servers.ts';
import {
  fullLoad,
  idleCost,
  type PageCost,
  type Visits,
  visitFloor,
  visitProduct,
} from './measure.ts';
import type { Options, Rate } from './options.ts';
import type { ShopProduct } from './plan.ts';
import type { Product } from './product.ts';

/** Of one load in one round. */
export interface LoadRound {
  readonly product: PageCost;
  /** The floor under the same load. */
  readonly floor: PageCost;
}

/** What was measured of a checkout, by round. */
export interface TreeRounds {
  readonly tree: string;
  /** Pages a second at full load, as the warm-up found it; half of it is the load "half". */
  readonly rated: number;
  readonly idle: readonly number[];
  readonly full: readonly LoadRound[];
  readonly byRate: ReadonlyMap<Rate, readonly LoadRound[]>;
  /** What is too much for this checkout. */
  readonly unreachable: readonly number[];
}

export interface Subject {
  readonly tree: string;
  readonly product: Product;
}

const idleSeconds = 3;
const mostSeconds = 6;
/** Of the full load: what is above is no load of arrivals that a server keeps up with. */
const reachable = 0.9;

/** Warms everything up, then measures the rounds. */
export async function measureRounds(
  options: Options,
  subjects: readonly Subject[],
  floor: Started,
  products: readonly ShopProduct[],
): Promise<TreeRounds[]> {
  const { rounds, pages, rates, warmUpSeconds } = options;
  const full: Visits = { load: fullLoad, pages };
  const found = [];
  for (const { tree, product } of subjects) {
    const rated = await warmUp(warmUpSeconds, () => visitProduct(product, products, full));
    const isReachable = (rate: Rate) => rate === 'half' || rate <= reachable * rated;
    found.push({
      ...{ tree, product, rated },
      rates: rates.filter(isReachable),
      unreachable: rates.filter((rate): rate is number => !isReachable(rate)),
      idle: [] as number[],
      full: [] as LoadRound[],
      byRate: new Map(rates.filter(isReachable).map((rate) => [rate, [] as LoadRound[]])),
    });
  }
  await warmUp(warmUpSeconds / 3, () => visitFloor(floor, products, full));
  for (let round = 0; round < rounds; round += 1) {
    const floors = new Map<string, PageCost>();
    const floorAt = async (visits: Visits) => {
      const key = JSON.stringify(visits);
      const cost = floors.get(key) ?? (await visitFloor(floor, products, visits));
      floors.set(key, cost);
      return cost;
    };
    const measureOne = async (product: Product, visits: Visits): Promise<LoadRound> => ({
      product: await visitProduct(product, products, visits),
      floor: await floorAt(visits),
    });
    for (const { product, idle } of found) idle.push(await idleCost(product, idleSeconds));
    for (const { product, full: into } of found) into.push(await measureOne(product, full));
    for (const rate of rates) {
      for (const { product, rated, byRate } of found) {
        const visits = visitsAt(rate === 'half' ? halfOf(rated) : rate, pages);
        byRate.get(rate)?.push(await measureOne(product, visits));
      }
    }
    console.error(`round ${round + 1} of ${rounds} is done`);
  }
  return found;
}

const halfOf = (rated: number) => Math.max(1, Math.round(rated / 2));

function visitsAt(perSecond: number, pages: number): Visits {
  return { load: { perSecond }, pages: Math.min(pages, mostSeconds * perSecond) };
}

/** Resolves with the pages a second of the last visits. */
async function warmUp(seconds: number, visit: () => Promise<PageCost>): Promise<number> {
  const end = performance.now() + 1000 * seconds;
  let last = await visit();
  while (performance.now() < end) last = await visit();
  return last.perSecond;
}
