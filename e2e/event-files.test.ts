// `attune events import` as an operator runs it: files of any form, tried, imported, again.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { postgresInbox } from '../packages/server/src/features/events/collect/index.ts';
import { importEvents } from '../packages/server/src/features/events/imports/index.ts';
import { testServer } from '../packages/server/src/testing.ts';
import { makeFolder, projectRoot, runAttune } from './support/attune.ts';

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
  readonly warnings: readonly { readonly reason: string; readonly rows: number }[];
  readonly unknownProducts: {
    readonly products: number;
    readonly events: number;
    readonly first: readonly object[];
  };
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
  const { report, stderr } = await importFile(file, '--suggested');
  assert.deepEqual([report.accepted, report.repeated, report.rejected], [0, 4, 2], stderr);
  assert.equal((await logged()).length, 4);
});

test('an import that is interrupted goes on where it is begun again, and sends no half of an order', async () => {
  const before = (await logged()).length;
  const file = join(folder, 'long.ndjson');
  const time = Date.parse(`${day}T12:00:00Z`);
  const views = Array.from({ length: 2_400 }, (_, at) => ({
    ...{ user: { cuid: `p-${at % 40}`, cuidType: 'external' }, name: 'View' },
    // Pairs of views that say the same are two.
    timestamp: time + (at >> 1),
    properties: { svcType: 'product-view-v1', productId: `sku-${(at >> 1) % 20}` },
  }));
  const bought = (sku: string) => ({
    ...{ user: { cuid: 'p-0', cuidType: 'external' }, name: 'Bought', timestamp: time },
    properties: {
      ...{ svcType: 'purchase-v1', uniqueTransactionId: 'T-2', value: 1 },
      cart: [{ productId: sku, quantity: 1, itemPrice: 1 }],
    },
  });
  const rows = [bought('sku-1'), ...views, bought('sku-2')];
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const stopping = new AbortController();
  const stopped = await importEvents(
    ctx,
    site.snapshot(),
    postgresInbox(ctx.db),
    { path: file },
    {
      ...{ mapping: null, isDryRun: false, identicalAreOne: false, signal: stopping.signal },
      onProgress: ({ rows }) => {
        if (rows >= 1_500) stopping.abort();
      },
      onRejected: async () => undefined,
    },
  );
  assert.ok(stopped.isInterrupted && stopped.accepted > 1_000, JSON.stringify(stopped));
  assert.equal((await logged()).length, before + stopped.accepted);
  const { code, report, stderr } = await importFile(file);
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    [report.accepted, report.repeated],
    [2_401 - stopped.accepted, stopped.accepted],
  );
  const orders = (await logged()).filter(({ kind }) => kind === 'purchase');
  const { cart } = orders.at(-1)!.event as { cart: { sku: string }[] };
  assert.deepEqual(
    cart.map(({ sku }) => sku),
    ['sku-1', 'sku-2'],
  );
  const { rows: left } = await ctx.pool.query('select 1 from event_import');
  assert.deepEqual(left, []);
});

test('of a file that is cut off, what came before counts; what is no event is told by reason', async () => {
  const file = join(folder, 'cut.ndjson');
  const user = { cuid: 'c-1', cuidType: 'external' };
  const view = { svcType: 'product-view-v1', productId: 'mug-1' };
  const good = { user, name: 'View', timestamp: `${day}T13:00:00Z`, properties: view };
  const rows = [
    good,
    { ...good, timestamp: '2001-01-01T00:00:00Z' },
    { ...good, user: { cuid: 'x', cuidType: 'no-such-type' } },
    { ...good, user: { cuid: '0', cuidType: 'external' } },
    { ...good, properties: { svcType: 'product-view-v1' } },
  ].map((row) => `${JSON.stringify(row)}\n`);
  const cut = '{"user": {"cuid"';
  await writeFile(file, [...rows, cut].join(''));
  const rejected = join(folder, 'rejected.ndjson');
  const { code, report, stderr } = await importFile(file, '--rejected', rejected);
  assert.deepEqual([code, report.accepted, report.rejected], [3, 1, 4], stderr);
  assert.match(JSON.stringify(report), /cut off in line 6/);
  const told = (await readFile(rejected, 'utf8')).trimEnd().split('\n');
  const reasons = told.map((line) => JSON.parse(line) as { line: number; reason: string });
  assert.deepEqual(
    reasons.map(({ line }) => line),
    [2, 3, 4, 5],
  );
  const wanted = [/400 days back/, /cuidType must be one of he/, /no id of anybody/, /productId/];
  for (const [at, reason] of wanted.entries()) assert.match(reasons[at]!.reason, reason);
});

test('e-mail addresses and products that no feed has are told, tried or imported', async () => {
  const key = await site.key(['feed']);
  const send = async (method: string, path: string, type: string, body: object) => {
    const headers = { 'svc-api-key': key, 'content-type': type };
    const text = `${JSON.stringify(body)}\n`;
    const answer = await fetch(server.url + path, { method, headers, body: text });
    assert.ok(answer.ok, await answer.clone().text());
    return answer.json() as Promise<{ id: string }>;
  };
  const wanted = { name: 'Some', affinity: [] };
  const { id } = await send('POST', '/v2/feeds', 'application/json', wanted);
  const address = 'https://shop.example/in-feed';
  await send('PUT', `/v2/feeds/svcid/${id}`, 'application/x-ndjson', {
    ...{ sku: 'in-feed', group_id: 'in-feed', name: 'Mug', price: 1, in_stock: true },
    ...{ url: address, image_url: address, categories: ['Mugs'] },
  });
  const file = join(folder, 'mails.csv');
  const rows = [
    'timestamp,email,event,product_id',
    `${day} 15:00:00,ann@shop.example,view,in-feed`,
    `${day} 15:01:00,ann@shop.example,view,gone-1`,
    `${day} 15:02:00,bo@shop.example,view,gone-1`,
    `${day} 15:03:00,cy,view,gone-2`,
  ];
  await writeFile(file, rows.join('\n'));
  const mapping = join(folder, 'mails.json');
  const write = (cuidType: string) =>
    writeFile(
      mapping,
      JSON.stringify({
        type: { from: 'event', values: { view: 'product-view-v1' } },
        timestamp: 'timestamp',
        user: { cuid: 'email', cuidType: { default: cuidType } },
        properties: { productId: 'product_id' },
      }),
    );
  await write('external');
  const unknown = { products: 2, events: 3, isPartial: false };
  const first = [
    { sku: 'gone-1', events: 2 },
    { sku: 'gone-2', events: 1 },
  ];
  for (const options of [['--dry-run'], []]) {
    const { report, stderr } = await importFile(file, '--map', mapping, ...options);
    assert.equal(report.events, 4, stderr);
    assert.deepEqual(report.unknownProducts, { ...unknown, first });
    const [warning] = report.warnings;
    assert.match(warning!.reason, /^user is an e-mail address, kept as it is written/);
    assert.equal(warning!.rows, 3);
  }
  await write('he');
  const { report } = await importFile(file, '--map', mapping);
  assert.deepEqual([report.accepted, report.rejected], [0, 4]);
  assert.match(JSON.stringify(report.reasons), /the address itself is not accepted/);
  assert.doesNotMatch(JSON.stringify(report), /ann@shop/);
});

const exports = resolve(projectRoot, '../shared/data/exports');
const skip = existsSync(exports) ? false : 'the published exports are not beside the project';

test('published files: an order in two lines is one purchase, a BOM is no part of a row', {
  skip,
}, async () => {
  for (const name of ['orders-by-line.ndjson', 'events-with-bom.ndjson']) {
    const { report } = await importFile(join(exports, name));
    assert.deepEqual([report.accepted, report.rejected], [1, 0], name);
  }
  const orders = (await logged()).filter(({ event }) => event['transactionId'] === 'T-1');
  assert.deepEqual(
    orders.map(({ event }) => [event['value'], (event['cart'] as object[]).length]),
    [[10, 2]],
  );
});
