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

const idleSeconds = 2;
const mostSeconds = 6;
/** Of the full load: what is above is no load of arrivals that a server keeps up with. */
const reachable = 0.9;

/** What is known of a checkout so far. */
interface Measuring extends TreeRounds {
  readonly product: Product;
  readonly idle: number[];
  readonly full: LoadRound[];
  readonly byRate: ReadonlyMap<Rate, LoadRound[]>;
}

/** Warms everything up, then measures the rounds. */
export async function measureRounds(
  options: Options,
  subjects: readonly Subject[],
  floor: Started,
  products: readonly ShopProduct[],
): Promise<TreeRounds[]> {
  const { rounds, pages, warmUpSeconds } = options;
  const full: Visits = { load: fullLoad, pages };
  const found: Measuring[] = [];
  for (const { tree, product } of subjects) {
    const rated = await warmUp(warmUpSeconds, () => visitProduct(product, products, full));
    found.push(beginMeasuring({ tree, product }, rated, options));
  }
  await warmUp(warmUpSeconds / 3, () => visitFloor(floor, products, full));
  for (let round = 0; round < rounds; round += 1) {
    // Who is first in a turn has a colder core, or a warmer one.
    const order = round % 2 === 0 ? found : found.toReversed();
    await measureRound(options, order, floor, products);
    console.error(`round ${round + 1} of ${rounds} is done`);
  }
  return found;
}

function beginMeasuring(subject: Subject, rated: number, { rates }: Options): Measuring {
  const isReachable = (rate: Rate) => rate === 'half' || rate <= reachable * rated;
  return {
    ...subject,
    rated,
    idle: [],
    full: [],
    byRate: new Map(rates.filter(isReachable).map((rate) => [rate, []])),
    unreachable: rates.filter((rate): rate is number => !isReachable(rate)),
  };
}

/** Each load has its turn on each product that can bear it, and on the floor beside it. */
async function measureRound(
  { pages, rates }: Options,
  subjects: readonly Measuring[],
  floor: Started,
  products: readonly ShopProduct[],
): Promise<void> {
  const floors = new Map<string, PageCost>();
  const measureOne = async ({ product }: Measuring, visits: Visits): Promise<LoadRound> => {
    const ofProduct = await visitProduct(product, products, visits);
    const key = JSON.stringify(visits);
    // Once for several products that have the same load.
    const ofFloor = floors.get(key) ?? (await visitFloor(floor, products, visits));
    floors.set(key, ofFloor);
    return { product: ofProduct, floor: ofFloor };
  };
  for (const one of subjects) one.idle.push(await idleCost(one.product, idleSeconds));
  for (const one of subjects) one.full.push(await measureOne(one, { load: fullLoad, pages }));
  for (const rate of rates) {
    for (const one of subjects) {
      const into = one.byRate.get(rate);
      const perSecond = rate === 'half' ? halfOf(one.rated) : rate;
      into?.push(await measureOne(one, visitsAt(perSecond, pages)));
    }
  }
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
