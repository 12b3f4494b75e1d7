// One measurement: visitors on the product or on the floor, and what a page of theirs cost.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { cores, onCore, threadSeconds } from '../support/cpu.ts';
import type { Started } from '../support/servers.ts';
import {
  type Load,
  pagesOfVisitor,
  type ShopProduct,
  type VisitPlan,
  type VisitResult,
} from './plan.ts';
import type { Product, Spent } from './product.ts';

export interface PageCost extends VisitResult {
  /** Pages answered in a second. */
  readonly perSecond: number;
  /** From the first request until everything was worked off. */
  readonly wholeSeconds: number;
  /** Processor microseconds a page. */
  readonly nodeMicros: number;
  readonly postgresMicros: number;
}

/** How visitors come in a measurement. */
export interface Visits {
  readonly load: Load;
  readonly pages: number;
  /** Do visitors share all cores with the product? Default: they have one, and all of it. */
  readonly shareCores?: boolean;
}

/** At full load so many ask without a pause. */
export const connections = 32;
export const fullLoad: Load = { connections };

/** Of the floor. */
const leastSeconds = 2;
const readingSeconds = 1;
/** With fewer, those who begin and those who end would be most of them. */
const leastTurns = 3;
const readingAtFullLoad = 600;

let nextVisitor = 1;

/** Has visitors visit the product, and waits until everything is worked off. */
export async function visitProduct(
  product: Product,
  products: readonly ShopProduct[],
  visits: Visits,
): Promise<PageCost> {
  const before = await product.recorded();
  const spentBefore = product.spent();
  const began = performance.now();
  const result = await sendVisitors(planOf(product, product.key, products, visits));
  await product.workedOff(result.events, before);
  const wholeSeconds = (performance.now() - began) / 1000;
  return costOf(result, wholeSeconds, since(spentBefore, product.spent()));
}

/**
 * Has visitors visit the floor, which records nothing. Where that is over soon they come again: a
 * fraction of a second is too short.
 */
export async function visitFloor(
  floor: Started,
  products: readonly ShopProduct[],
  visits: Visits,
): Promise<PageCost> {
  const costs: PageCost[] = [];
  for (let seconds = 0; seconds < leastSeconds; seconds += costs.at(-1)!.wholeSeconds) {
    const before = threadSeconds(floor.pid);
    const result = await sendVisitors(planOf(floor, 'floor', products, visits));
    const node = threadSeconds(floor.pid) - before;
    costs.push(costOf(result, result.seconds, { node, postgres: 0 }));
  }
  const sum = costs.reduce((all, { nodeMicros }) => all + nodeMicros, 0);
  return { ...costs.at(-1)!, nodeMicros: sum / costs.length };
}

/** What the product spends in a second without visitors. */
export async function idleCost(product: Product, seconds: number): Promise<number> {
  const before = product.spent();
  const began = performance.now();
  await delay(1000 * seconds);
  const spent = since(before, product.spent());
  return (spent.node + spent.postgres) / ((performance.now() - began) / 1000);
}

const since = (before: Spent, now: Spent): Spent => ({
  node: now.node - before.node,
  postgres: now.postgres - before.postgres,
});

function costOf(result: VisitResult, wholeSeconds: number, { node, postgres }: Spent): PageCost {
  const { pages, seconds } = result;
  return {
    ...result,
    wholeSeconds,
    perSecond: pages / seconds,
    nodeMicros: (1e6 * node) / pages,
    postgresMicros: (1e6 * postgres) / pages,
  };
}

function planOf(
  { port }: { readonly port: number },
  key: string,
  products: readonly ShopProduct[],
  { load, pages, shareCores: sleeps = false }: Visits,
): VisitPlan {
  const visitors = Math.max(1, Math.round(pages / pagesOfVisitor));
  const firstVisitor = nextVisitor;
  nextVisitor += visitors;
  const readers = 'perSecond' in load ? readingSeconds * load.perSecond : readingAtFullLoad;
  const atOnce = Math.ceil(Math.min(readers, visitors / leastTurns));
  return { port, key, products, visitors, firstVisitor, atOnce, load, sleeps };
}

/** Rejects when one of them is not answered as they should be. */
async function sendVisitors(plan: VisitPlan): Promise<VisitResult> {
  const script = join(import.meta.dirname, 'visitors.ts');
  const alone = onCore(cores.load, [process.execPath, script]);
  const [command, args] = plan.sleeps ? [process.execPath, [script]] : alone;
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  const said = await text(child.stdout);
  if (said === '') throw new Error('The visitors ended before their last page.');
  const result = JSON.parse(said) as VisitResult;
  const { failed, pages, firstFailure } = result;
  if (failed > 0) {
    const load = JSON.stringify(plan.load);
    throw new Error(`${failed} of ${pages} pages failed at ${load}, the first: ${firstFailure}`);
  }
  return result;
}
