// The whole product as `npm start` runs it, of any checkout: started, asked, counted, stopped.
import { openSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../../e2e/support/attune.ts';
import { readPidFile } from '../../packages/embedded-postgres/src/postmaster.ts';
import { isAlive } from '../../packages/embedded-postgres/src/process-state.ts';
import { generateProducts } from '../../packages/server/src/demo/products.ts';
import { bodyOf } from '../speed/test-bed.ts';
import { cpuSeconds, residentBytesWithout } from '../support/cpu.ts';
import { requestText } from '../support/load.ts';
import { atExit, portOf, type ServerOptions, startServer, urlOf } from '../support/servers.ts';
import { launcherIn } from './options.ts';
import type { EventKind, ShopProduct } from './plan.ts';
import { newVisitor, pageRequest } from './visit.ts';

/** Processor seconds so far. */
export interface Spent {
  /** The launcher, and the process that answers and works off. */
  readonly node: number;
  /** The postmaster and all its processes, also those that have ended. */
  readonly postgres: number;
}

export interface Product {
  readonly port: number;
  /** The demo shop's Server-side key, which may do everything. */
  readonly key: string;
  /** Its database, for what is planted there. */
  readonly databaseUrl: string;
  readonly spent: () => Spent;
  /** Memory of the launcher and the process that answers, without PostgreSQL. */
  readonly residentBytes: () => number;
  /**
   * Resolves when the inbox is empty and the log has this many more events than `before`; rejects
   * when it has not within some seconds.
   */
  readonly workedOff: (events: Recorded, before: Recorded) => Promise<void>;
  readonly databaseBytes: () => Promise<number>;
  /** How many events of each kind the log has. */
  readonly recorded: () => Promise<Recorded>;
  readonly stop: () => Promise<void>;
}

export type Recorded = Readonly<Record<EventKind, number>>;

const startMs = 60_000;
const workingOffMs = 30_000;
const lookMs = 50;
/** A worker that has something to do does it within this. */
const quietMs = 2_000;
/** Of the product's log, in the message of an error. */
const logLines = 20;

/** What the demo shop sells, in the order of its feed. */
export function shopProducts(): ShopProduct[] {
  return generateProducts('demo-1').map(({ sku, url, price, categories: [category] }) => ({
    ...{ sku, url, price, category },
  }));
}

/** Starts the product of a checkout on the measured core or on all, with a demo shop of its own. */
export async function startProduct(
  tree: string,
  settings: Readonly<Record<string, string>> = {},
  { sharesCores = false }: Pick<ServerOptions, 'sharesCores'> = {},
): Promise<Product> {
  const folder = await makeFolder('bench-site');
  const errorsFile = join(folder, 'errors.log');
  const errors = openSync(errorsFile, 'w');
  let port = Number.NaN;
  let key = '';
  const portIn = (line: string) => {
    port = portOf(line) || port;
    key = /Server-side key\s+(\S+)/.exec(line)?.[1] ?? key;
    return key === '' ? Number.NaN : port;
  };
  const dataDir = join(folder, 'data');
  const env = { DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: dataDir, PORT: '0', ...settings };
  const command = [process.execPath, launcherIn(tree), 'start'];
  const server = await startServer({ command, env, portIn, errors, sharesCores }).catch((error) => {
    throw new Error(`${tree} does not start: ${readFileSync(errorsFile, 'utf8')}`, {
      cause: error,
    });
  });
  const postmaster = await readPidFile({
    folder: join(dataDir, 'postgres'),
    product: { name: 'attune' },
  });
  if (!postmaster?.connection) throw new Error(`${tree} has no PostgreSQL in ${dataDir}/postgres`);
  const { pid: postgresPid, connection } = postmaster;
  const kill = () => {
    if (isAlive(postgresPid)) process.kill(postgresPid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  atExit.add(kill);
  const client = new pg.Client({ ...connection, database: 'attune' });
  await client.connect();
  // Which workers of its own PostgreSQL starts could not be distinguished from the product's.
  await client.query('set max_parallel_workers_per_gather = 0');
  const ownPid = Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid);
  const recorded = () => countEvents(client);
  return {
    port,
    key,
    databaseUrl: urlOf({ ...connection, database: 'attune' }),
    spent() {
      const all = cpuSeconds(server.pid);
      const postgres = cpuSeconds(postgresPid);
      return { node: all - postgres, postgres: postgres - cpuSeconds(ownPid) };
    },
    residentBytes: () => residentBytesWithout(server.pid, postgresPid),
    recorded,
    async databaseBytes() {
      const { rows } = await client.query('select pg_database_size(current_database()) as bytes');
      return Number(rows[0].bytes);
    },
    async workedOff(events, before) {
      const missing = await workOff(client, events, before);
      if (missing === '') return;
      const dropped = await droppedAt(port);
      const log = readFileSync(errorsFile, 'utf8').split('\n').slice(-logLines).join('\n');
      const bound = `after ${workingOffMs / 1000} s`;
      throw new Error(
        `The event log has ${missing} ${bound}; ${dropped}. The product's log:\n${log}`,
      );
    },
    async stop() {
      await client.end();
      await server.stop();
      atExit.delete(kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the product answers to a page of a new visitor, of which it records nothing. */
export function askOnce({ port, key }: Product, products: readonly ShopProduct[]): Promise<string> {
  const { path, body } = pageRequest({ ...newVisitor(0), pages: 3 }, products);
  const unreported = { ...body, options: {} };
  return bodyOf(port, key, requestText({ method: 'POST', path, key }, unreported));
}

/**
 * Resolves when nothing is missing that the product loads or builds behind its first start, and the
 * demo shop's history is in the log.
 */
export async function waitUntilComplete(
  product: Product,
  products: readonly ShopProduct[],
): Promise<void> {
  const end = Date.now() + startMs;
  while ((await askOnce(product, products)).includes('_unavailable')) {
    if (Date.now() > end) throw new Error(`Feed or models are missing after ${startMs / 1000} s`);
    await delay(lookMs);
  }
  const counted = async () => JSON.stringify(await product.recorded());
  for (let before = '', now = await counted(); now !== before; now = await counted()) {
    before = now;
    await delay(quietMs);
  }
}

async function countEvents(client: pg.Client): Promise<Recorded> {
  const kinds = ['pageview', 'add-to-cart', 'purchase'];
  const { rows } = await client.query<{ kind: EventKind; count: number }>(
    // Of the days that visitors come on: the log may have many more.
    `select kind, count(*)::int as count from event
     where kind = any($1) and day >= current_date - 1 group by kind`,
    [kinds],
  );
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  const countOf = (kind: EventKind) => counts.get(kind) ?? 0;
  return {
    pageview: countOf('pageview'),
    'add-to-cart': countOf('add-to-cart'),
    purchase: countOf('purchase'),
  };
}

/** Waits for the inbox to be empty and the log to be complete; resolves with what it lacks. */
async function workOff(client: pg.Client, events: Recorded, before: Recorded): Promise<string> {
  const end = Date.now() + workingOffMs;
  const kinds = Object.keys(events) as EventKind[];
  let missing = 'no more, as the inbox is not worked off';
  while (Date.now() < end) {
    const { rows } = await client.query('select exists (select from inbox) as waits');
    if (rows[0].waits === false) {
      const now = await countEvents(client);
      const wrong = kinds.filter((kind) => now[kind] - before[kind] !== events[kind]);
      if (wrong.length === 0) return '';
      missing = wrong
        .map((kind) => `${now[kind] - before[kind]} of ${events[kind]} ${kind}`)
        .join();
    }
    await delay(lookMs);
  }
  return missing;
}

/** What the product says that it could not record. */
async function droppedAt(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await response.text()).split('\n');
  return lines.filter((line) => /^attune_\w*dropped/.test(line)).join(', ');
}
