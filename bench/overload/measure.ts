// One measurement: what the product answers in the calm, beyond what it can, and afterwards.
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Priority } from '@attune/contract';
import { freePort } from '../../e2e/support/free-port.ts';
import { type Product, shopProducts, startProduct } from '../site/product.ts';
import { cores, moveToCore, onCore } from '../support/cpu.ts';
import { applyLoad } from '../support/load.ts';
import { type ArrivalPlan, type ArrivalResult, type Summary, summaryOf } from './plan.ts';
import { type Kind, kindsOf, mixOf } from './requests.ts';

export interface OverloadPlan {
  readonly warmUpSeconds: number;
  /** Of the rating: what the product answers to some connections that ask without a pause. */
  readonly ratingSeconds: number;
  readonly calmSeconds: number;
  readonly overloadSeconds: number;
  /** How many times the rated load is offered. */
  readonly times: number;
  /** Seconds after the overload that are not looked at. */
  readonly settlingSeconds: number;
  /** Too short, and on too busy a machine, to tell whether latencies are normal again. */
  readonly isShort: boolean;
}

export interface PriorityResult {
  readonly priority: Priority;
  readonly before: Summary;
  readonly during: Summary;
  /** From `settlingSeconds` after the overload on. */
  readonly after: Summary;
  /** Answered with something else than 2xx, and 503 with Retry-After; of the whole run. */
  readonly failed: number;
  readonly firstFailure: string | undefined;
  readonly unanswered: number;
}

export interface OverloadResult {
  readonly plan: OverloadPlan;
  /** Requests a second. */
  readonly rated: number;
  readonly priorities: readonly PriorityResult[];
  /** Bytes of the processes of `npm start` but PostgreSQL's. */
  readonly memory: { readonly before: number; readonly most: number; readonly after: number };
  /** Milliseconds of `/healthz` at `ADMIN_PORT`, each second; infinite where it did not answer. */
  readonly healthMs: readonly number[];
}

const calmShare = 0.5;
const users = 1_000;
const ratingConnections = 32;
/** Of each priority: more than may wait. */
const mostConnections = 2_000;
const memoryEveryMs = 250;
const healthEveryMs = 1_000;
const healthGivenUpMs = 5_000;

/** Starts the product as `npm start` runs it, on one core, and loads it from the other. */
export async function measureOverload(tree: string, plan: OverloadPlan): Promise<OverloadResult> {
  moveToCore(cores.load, process.pid);
  const adminPort = await freePort();
  const product = await startProduct(tree, { ADMIN_PORT: String(adminPort) });
  try {
    const kinds = kindsOf(product.key, shopProducts());
    await rate(product, kinds, plan.warmUpSeconds);
    const rated = await rate(product, kinds, plan.ratingSeconds);
    return await overload(product, adminPort, kinds, rated, plan);
  } finally {
    await product.stop();
  }
}

async function rate({ port }: Product, kinds: readonly Kind[], seconds: number): Promise<number> {
  const load = {
    port,
    connections: ratingConnections,
    seconds,
    requests: mixOf(kinds),
    seed: 1,
    mayBeRefused: true,
  };
  const result = await applyLoad({ ...load, users: { count: users, order: 'any' } }, {});
  return result.perSecond;
}

async function overload(
  product: Product,
  adminPort: number,
  kinds: readonly Kind[],
  rated: number,
  plan: OverloadPlan,
): Promise<OverloadResult> {
  const { calmSeconds, overloadSeconds, settlingSeconds, times } = plan;
  const factorsOf = (factor: number) =>
    Object.fromEntries(kinds.map(({ priority }) => [priority, factor]));
  const backSeconds = settlingSeconds + calmSeconds;
  const arrivals: ArrivalPlan = {
    ...{ port: product.port, seed: 1 },
    streams: kinds.map(({ priority, ofTwenty, requests }) => ({
      ...{ name: priority, perSecond: (rated * ofTwenty) / 20, requests, users },
      connections: mostConnections,
    })),
    phases: [
      { seconds: calmSeconds, factors: factorsOf(calmShare) },
      { seconds: overloadSeconds, factors: factorsOf(times) },
      { seconds: backSeconds, factors: factorsOf(calmShare) },
    ],
  };
  const memory = watchMemory(product);
  const health = watchHealth(adminPort);
  const { streams } = await generate(arrivals);
  const overloadEnd = calmSeconds + overloadSeconds;
  return {
    ...{ plan, rated, memory: memory.end(), healthMs: await health.end() },
    priorities: streams.map(({ name, seconds, unanswered, firstFailure }) => ({
      priority: name as Priority,
      // Connections are opened in the first second.
      before: summaryOf(seconds.slice(1, calmSeconds)),
      during: summaryOf(seconds.slice(calmSeconds, overloadEnd)),
      after: summaryOf(seconds.slice(overloadEnd + settlingSeconds)),
      failed: seconds.reduce((sum, { failed }) => sum + failed, 0),
      ...{ firstFailure, unanswered },
    })),
  };
}

async function generate(plan: ArrivalPlan): Promise<ArrivalResult> {
  const script = join(import.meta.dirname, 'open-loop.ts');
  const [command, args] = onCore(cores.load, [process.execPath, script]);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  return JSON.parse(await text(child.stdout)) as ArrivalResult;
}

function watchMemory(product: Product) {
  const before = product.residentBytes();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, product.residentBytes());
  }, memoryEveryMs);
  return {
    end: () => {
      clearInterval(watching);
      return { before, most, after: product.residentBytes() };
    },
  };
}

/** Asks `/healthz` each second at `ADMIN_PORT`, over a new connection as a process manager does. */
function watchHealth(port: number) {
  const asked: Promise<number>[] = [];
  const watching = setInterval(() => asked.push(askHealth(port)), healthEveryMs);
  return {
    end: () => {
      clearInterval(watching);
      return Promise.all(asked);
    },
  };
}

function askHealth(port: number): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/healthz', agent: false };
    const asking = get({ ...options, timeout: healthGivenUpMs }, (response) => {
      response.resume().once('end', () => {
        const isHealthy = response.statusCode === 200;
        resolve(isHealthy ? performance.now() - began : Number.POSITIVE_INFINITY);
      });
    });
    asking.once('timeout', () => asking.destroy());
    asking.once('error', () => resolve(Number.POSITIVE_INFINITY));
  });
}
