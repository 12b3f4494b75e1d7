// `attune events import` as an operator runs it: files of any form, tried, imported, again.
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testServer } from '../packages/server/src/testing.ts';
import { makeFolder, runAttune } from './support/attune.ts';

const server = await testServer();
after(server.close);
const { ctx, test: site } = server;
const folder = await makeFolder('events');
const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'warn' };

interface Report {
  readonly preset: string | null;
  readonly events: number;
  readonly accepted: number;
  readonly repeated: number;
  readonly rejected: number;
  readonly reasons: readonly { readonly reason: string; readonly rows: number }[];
  readonly byType: readonly object[];
  readonly first: string;
}

async function importFile(file: string, ...options: string[]) {
  const args = ['events', 'import', file, '--site', 'test', '--json', ...options];
  const { code, stdout, stderr } = await runAttune(args, env);
  return { code, stderr, report: (stdout === '' ? {} : JSON.parse(stdout)) as Report };
}

const logged = async () => {
  const { rows } = await ctx.pool.query(
    `select kind, data::jsonb -> 'event' as event from event where site_id = $1 order by time, id`,
    [site.id],
  );
  return rows as { kind: string; event: Record<string, unknown> }[];
};

const day = new Date(ctx.now() - 5 * 86_400_000).toISOString().slice(0, 10);
const lines = [
  'timestamp;visitorid;event;itemid;transactionid;price',
  `${day} 10:00:00;9007199254740993123;view;1234567890123456789;;9,50`,
  `${day} 10:01:00;9007199254740993123;addtocart;1234567890123456789;;9,50`,
  `${day} 10:02:00;9007199254740993123;transaction;1234567890123456789;7000000000000000001;9,50`,
  `${day} 10:03:00;2;view;mug-1;;9,50`,
  `${day} 10:02:00;9007199254740993123;transaction;mug-1;7000000000000000001;8,25`,
  `someday;3;view;mug-1;;9,50`,
  `${day} 10:04:00;;view;mug-1;;9,50`,
  `${day} 10:05:00;2;impression;mug-1;;9,50`,
];

test('a file that needs a mapping is told one, and changes nothing before that is taken', async () => {
  const file = join(folder, 'lines.csv');
  await writeFile(file, `\ufeff${lines.join('\r\n')}\r\n`);
  const asked = await importFile(file);
  assert.equal(asked.code, 3);
  assert.match(asked.stderr, /View, cart and transaction[\s\S]*"visitorid"[\s\S]*--suggested/);
  const tried = await importFile(file, '--suggested', '--dry-run');
  assert.deepEqual([tried.report.events, tried.report.rejected], [4, 2]);
  assert.deepEqual(await logged(), []);

  const rejected = join(folder, 'rejected.csv');
  const { code, report, stderr } = await importFile(file, '--suggested', '--rejected', rejected);
  assert.equal(code, 0, stderr);
  assert.deepEqual([report.accepted, report.repeated, report.rejected], [4, 0, 2]);
  assert.deepEqual(report.reasons.map(({ reason }) => reason).sort(), [
    'timestamp must be a time',
    'user is missing',
  ]);
  const events = await logged();
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['product-view', 'add-to-cart', 'purchase', 'product-view'],
  );
  const { transactionId, value, cart } = events[2]!.event as Record<string, unknown>;
  assert.deepEqual([transactionId, value], ['7000000000000000001', 17.75]);
  assert.deepEqual(cart, [
    { sku: '1234567890123456789', quantity: 1, price: 9.5 },
    { sku: 'mug-1', quantity: 1, price: 8.25 },
  ]);
  assert.equal(report.first, `${day}T10:00:00.000Z`);
  const said = await readFile(rejected, 'utf8');
  assert.match(said, /^timestamp,.*line,reason\r\nsomeday,3,view,.*,7,.*must be a time/);
  assert.equal((await stat(rejected)).mode & 0o077, 0);
});

test('a second import of the same events says that all are repeated, packed or not', async () => {
  const file = join(folder, 'lines.csv.gz');
  await writeFile(file, gzipSync(lines.join('\n')));
  const { report } = await importFile(file, '--suggested');
  assert.deepEqual([report.accepted, report.repeated, report.rejected], [0, 4, 2]);
  assert.equal((await logged()).length, 4);
});
