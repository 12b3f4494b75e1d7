// What an export of ten million events takes: seconds and memory of the command, in both formats,
// and whether DuckDB finds all of them in the files.
//
// Run from the project's root:
//   npm run bench -- export [--events 10000000] [--days 30]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOut } from '../packages/server/src/db/copy-out.ts';
import {
  filesOf,
  openDuckDb,
} from '../packages/server/src/features/operations/exports/duckdb.fixture.ts';
import type {
  ExportFormat,
  ExportResult,
} from '../packages/server/src/features/operations/exports/index.ts';
import { plantEvents } from '../packages/server/src/features/operations/exports/many-events.fixture.ts';
import { type TestServer, testServer } from '../packages/server/src/testing.ts';
import { machineName } from './support/machine.ts';

const { values: asked } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '30' },
  },
});
const [events, days] = [Number(asked.events), Number(asked.days)];
const reportedFrom = 10_000_000;
const launcher = join(import.meta.dirname, '../packages/server/bin/attune.js');
const samplingMs = 100;

interface Exported {
  readonly format: ExportFormat;
  readonly seconds: number;
  readonly peakBytes: number;
  readonly result: ExportResult;
  /** Of a second run, which finds nothing to be written. */
  readonly againSeconds: number;
  readonly countSeconds: number;
  readonly counted: Readonly<Record<string, unknown>>;
}

async function main(): Promise<void> {
  const server = await testServer({ api: false, worker: false });
  const folder = mkdtempSync(join(tmpdir(), 'attune-bench-export-'));
  try {
    const plantSeconds = await timed(() =>
      plantEvents(server.ctx, { siteId: server.test.id, count: events, days }),
    );
    console.log(`planted in ${plantSeconds.toFixed(0)} s`);
    const floorSeconds = await timed(() => readAll(server));
    console.log(`read in ${floorSeconds.toFixed(1)} s`);
    const exported: Exported[] = [];
    for (const format of ['parquet', 'ndjson'] as const) {
      exported.push(await exportAs(server, join(folder, format), format));
      console.log(JSON.stringify(exported.at(-1)));
    }
    report(floorSeconds, exported);
  } finally {
    rmSync(folder, { recursive: true });
    await server.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** The floor: PostgreSQL sends the same rows, and nothing is made of them. */
async function readAll({ ctx, test }: TestServer): Promise<void> {
  const client = await ctx.pool.connect();
  await client.query('set statement_timeout = 0');
  const text = `copy (select id, user_id, data from event where site_id = ${test.id})
    to stdout (format binary)`;
  for await (const _ of client.query(copyOut(text)).data);
  client.release(true);
}

async function exportAs(
  server: TestServer,
  folder: string,
  format: ExportFormat,
): Promise<Exported> {
  const first = await runExport(server, folder, format);
  const again = await runExport(server, folder, format);
  if (again.result.files !== 0) throw new Error('the second run wrote something');
  const duck = await openDuckDb();
  let counted: Record<string, unknown> = {};
  const countSeconds = await timed(async () => {
    const found = await duck.ask(`
      select count(*)::int as rows, count(distinct event_id)::int as events,
        count(*) filter (where kind = 'purchase')::int as orders, count(distinct day)::int as days
      from ${filesOf(folder, 'events', format)}`);
    counted = found[0]!;
  });
  duck.close();
  const expected = { rows: events, events, orders: events / 10, days };
  if (JSON.stringify(counted) !== JSON.stringify(expected)) {
    throw new Error(`DuckDB counts ${JSON.stringify(counted)}, not ${JSON.stringify(expected)}`);
  }
  return { format, ...first, againSeconds: again.seconds, countSeconds, counted };
}

/** Runs the command as an operator does, and looks how much memory its process takes at most. */
async function runExport({ databaseUrl, ctx }: TestServer, folder: string, format: ExportFormat) {
  const args = ['export', 'events', '--site', 'test', '--since', '2020-01-01', '--quiet', '--json'];
  const began = performance.now();
  const child = spawn(process.execPath, [launcher, ...args, '--format', format, '--to', folder], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: ctx.config.dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakBytes = 0;
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child));
  }, samplingMs);
  let text = '';
  child.stdout.on('data', (piece: Buffer) => {
    text += piece;
  });
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`the export ended with ${code}`);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, peakBytes, result: JSON.parse(text) as ExportResult };
}

/** The most that a process has held up to now; 0 once it has ended. */
function peakOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function report(floorSeconds: number, exported: readonly Exported[]): void {
  const number = (of: number) => Math.round(of).toLocaleString('en');
  const megabytes = (bytes: number) => `${number(bytes / 1e6)} MB`;
  const row = (what: string, of: (one: Exported) => string) =>
    `| ${what} | ${exported.map(of).join(' | ')} |`;
  const [load = 0] = loadavg();
  const text = `# Exports

Made by \`npm run bench -- export\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.
Load ${load.toFixed(1)}. ${number(events)} events of ${days} days, exported by \`attune export events\` in a process of its own, into a
folder of the same machine as PostgreSQL, and counted by DuckDB.

| | ${exported.map(({ format }) => format).join(' | ')} |
| --- | ${exported.map(() => '---').join(' | ')} |
${row('seconds', ({ seconds }) => seconds.toFixed(1))}
${row(`times the floor: the rows read by \`COPY\`, ${floorSeconds.toFixed(1)} s`, ({ seconds }) => (seconds / floorSeconds).toFixed(1))}
${row('events a second', ({ seconds }) => number(events / seconds))}
${row('memory of the process, at most (VmHWM)', ({ peakBytes }) => megabytes(peakBytes))}
${row('size of the files', ({ result: { bytes } }) => megabytes(bytes))}
${row('a second run, which writes nothing', ({ againSeconds }) => `${againSeconds.toFixed(1)} s`)}
${row('rows that DuckDB counts', ({ counted }) => number(Number(counted['rows'])))}
${row('different ids among them', ({ counted }) => number(Number(counted['events'])))}
${row('seconds for that', ({ countSeconds }) => countSeconds.toFixed(1))}

That a report made of the files by SQL is the one that Attune makes is a test:
[exports.test.ts](../../packages/server/src/features/operations/exports/exports.test.ts), "a report that SQL makes of the files is the one
that Attune makes". A nightly export writes the same files in a thread of a worker.
`;
  if (events >= reportedFrom) writeFileSync(join(import.meta.dirname, 'results/export.md'), text);
  console.log(text);
}

await main();
