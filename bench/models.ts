// How long building models of a log takes, and in how much memory: from the events in PostgreSQL to
// the versions that nodes go by, by `attune worker` as it is run.
//
// Run from the project's root: node bench/models.ts [--events 10000000] [--days 60] [--memory 1024]
// Also says what counting the changes of days takes of a batch that is worked off.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { completeStrategy, type MethodDraft } from '@attune/core';
import pg from 'pg';
import { makeFolder } from '../e2e/support/attune.ts';
import { logEvents, writers } from './models/log.ts';
import { cpuSeconds, moveToCore } from './support/cpu.ts';
import { machineName } from './support/machine.ts';
import { type Postgres, startPostgres } from './support/servers.ts';
import { createShop } from './support/shop.ts';

const { values: asked } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '60' },
    items: { type: 'string', default: '100000' },
    users: { type: 'string', default: '500000' },
    memory: { type: 'string', default: '1024' },
  },
});
const events = Number(asked.events);
const days = Number(asked.days);
const items = Number(asked.items);
const users = Number(asked.users);
const launcher = resolve(import.meta.dirname, '../packages/server/bin/attune.js');

const methods: readonly MethodDraft[] = [
  { type: 'popularity', event: 'view', window: 30 },
  { type: 'viewed-together', window: days },
  { type: 'bought-together', window: days },
  { type: 'collaborative', algorithm: 'item-knn', event: 'view', window: days },
  { type: 'collaborative', algorithm: 'rp3beta', event: 'view', window: days },
];

async function main(): Promise<void> {
  const folder = await makeFolder('bench-models');
  const postgres = await startPostgres();
  // Nothing is measured against something else: both may have all of the machine.
  moveToCore('0-1', postgres.pid);
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, SECRET_KEY: 'bench'.repeat(8) };
  const pool = new pg.Pool({ connectionString: postgres.url, max: writers + 1 });
  try {
    await createShop(env);
    const logged = await logEvents(pool, { events, days, items, users });
    const read = await readDays(postgres);
    await pool.query('delete from event_day_block');
    const said = { logged, read };
    await addStrategy(pool, 'all methods', methods);
    const first = await build(pool, env, 'first');
    await pool.query(`update model set wanted_at = now()`);
    const again = await build(pool, env, 'again, no day changed');
    report(said, [first, again]);
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addStrategy(pool: pg.Pool, name: string, some: readonly MethodDraft[]) {
  const body = completeStrategy({ name, steps: some.map((method) => ({ method })) });
  await pool.query(
    `insert into managed_object (site_id, kind, name, body) values (1, 'strategy', $1, $2)`,
    [name, JSON.stringify(body)],
  );
}

/** Reads all days as a building thread does, in a process of its own, and says what it took. */
async function readDays(postgres: Postgres): Promise<string> {
  const script = resolve(import.meta.dirname, 'models/read-days.ts');
  const before = cpuSeconds(postgres.pid);
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[script, postgres.url, asked.days, asked.memory],
  ]);
  const theirs = cpuSeconds(postgres.pid) - before;
  const { seconds, cpuSeconds: ours, events: rows, peakBytes } = JSON.parse(stdout);
  return (
    `Reading all days into blocks, nothing else: ${seconds.toFixed(1)} s for ` +
    `${rows.toLocaleString('en')} rows; processor time ${ours.toFixed(1)} s, of PostgreSQL ` +
    `${theirs.toFixed(1)} s; ${gigabytes(peakBytes)} at most.`
  );
}

interface Facts {
  readonly tookMs: number;
  readonly peakBytes: number;
  readonly items: number;
  readonly pairs: number;
  readonly data: { readonly events: number };
}

interface Built {
  readonly name: string;
  readonly seconds: number;
  readonly peakBytes: number;
  readonly models: readonly { method: string; fault: string | null; facts: Facts | null }[];
}

/** Runs a worker until all models are built; its memory is the most that the process ever had. */
async function build(
  pool: pg.Pool,
  env: Readonly<Record<string, string>>,
  name: string,
): Promise<Built> {
  const worker = spawn(process.execPath, [launcher, 'worker'], {
    env: { ...process.env, LOG_LEVEL: 'warn', MODEL_MEMORY: asked.memory, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(worker, 'exit');
  const started = performance.now();
  let said = '';
  try {
    for (;;) {
      await delay(250);
      const { rows } = await pool.query(
        `select method, state, phase, share, wanted_at >= coalesce(started_at, '-infinity') as waits
         from model`,
      );
      const open = rows.filter(({ state, waits }) => waits || !['ready', 'failed'].includes(state));
      if (rows.length > 0 && open.length === 0) break;
      const now = open.find(({ state }) => state === 'building');
      const words = now ? `${JSON.parse(now.method).type}: ${now.phase}` : 'waiting';
      if (words !== said) console.error(`${secondsSince(started)} s ${words}`);
      said = words;
    }
    const seconds = secondsSince(started);
    const peakBytes = peakOf(worker.pid!);
    const { rows } = await pool.query(
      `select method, state, fault, facts from model
       left join model_version as built using (site_id, key, version) order by 1`,
    );
    const models = rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) }));
    return { name, seconds, peakBytes, models };
  } finally {
    worker.kill('SIGTERM');
    await exited;
  }
}

/** The most memory that a process had so far; see proc(5). */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

const secondsSince = (started: number) => Math.round((performance.now() - started) / 100) / 10;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;
const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en');

function report(said: { logged: string; read: string }, runs: readonly Built[]): void {
  const lines = runs.flatMap(({ name, seconds, peakBytes, models }) => [
    `## ${name}: ${seconds} s, ${gigabytes(peakBytes)} at most`,
    '',
    '| method | s | thread, MB at most | model, MB | items | neighbours | events |',
    '|---|---|---|---|---|---|---|',
    ...models.map(({ method, fault, facts }) => {
      const { type, algorithm = '' } = JSON.parse(method);
      if (!facts) return `| ${type} ${algorithm} | ${fault} | | | | | |`;
      const { tookMs, peakBytes, items, pairs, data } = facts;
      const mb = megabytes(12 * items + 8 * pairs);
      return `| ${type} ${algorithm} | ${tookMs / 1_000} | ${megabytes(peakBytes)} | ${mb} | ${items.toLocaleString('en')} | ${pairs.toLocaleString('en')} | ${data.events.toLocaleString('en')} |`;
    }),
    '',
  ]);
  const head = [
    '# Building models',
    '',
    `\`node bench/models.ts\`: ${events.toLocaleString('en')} events of ${days} days, ${users.toLocaleString('en')} users, ${items.toLocaleString('en')} items; ${said.logged}; MODEL_MEMORY ${asked.memory}.`,
    `${machineName()}. Memory is the most that the worker's process had (VmHWM), times are of the`,
    'clock, the database on the same machine.',
    '',
    said.read,
    '',
  ];
  const text = [...head, ...lines].join('\n');
  console.log(text);
  writeFileSync(resolve(import.meta.dirname, 'results/models.md'), text);
}

await main();
