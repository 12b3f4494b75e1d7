// Nightly exports: a site's files are whole each morning, once, whatever happened in the night.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import S3rver from '@20minutes/s3rver';
import type { OverviewOutput } from '@attune/contract';
import { AwsClient } from 'aws4fetch';
import type { NightlyConfig } from '../../../nightly-config.ts';
import { eventually } from '../../../testing.ts';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { notifiedOf } from '../../configuration/notifications/notified.fixture.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import { bought, dayMs, person, plantingServer } from '../../insights/reports/planted.fixture.ts';
import { filesOf, openDuckDb } from '../exports/duckdb.fixture.ts';
import { isErasureDone, requestErasure, runErasures } from '../personal-data/index.ts';
import { checkPlace, nightlyStatus, runDueExports } from './index.ts';

const server = await plantingServer();
const duck = await openDuckDb();
const root = await mkdtemp(join(tmpdir(), 'attune-nightly-'));
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(root, 's3') });
const { port } = await s3.run();
after(async () => {
  duck.close();
  await s3.close();
  await server.close();
  await rm(root, { recursive: true });
});
const { ctx, tell, folded, test: site } = server;
const siteId = site.id;
const admin = await signedIn(server, siteId, { role: 'Admin', codeEditing: false });
await changeSettings(ctx, siteId, { settings: { nightlyExport: true } }, 'test');

const hour = 0;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const dayOf = (daysBack: number) => new Date(today - daysBack * dayMs).toISOString().slice(0, 10);
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' };
const objectStore = { ...keys, endpoint: `http://127.0.0.1:${port}` };

interface Asked extends Partial<NightlyConfig> {
  /** Hours after midnight of today. */
  readonly hours?: number;
  readonly stopping?: AbortSignal;
}

const at = ({ hours = 1, place = join(root, 'warehouse'), format = 'parquet' }: Asked) => ({
  ...{ ...ctx, now: () => today + hours * 3_600_000 },
  config: { ...ctx.config, objectStore, nightly: { place, format, hour } },
});

const run = (asked: Asked = {}) =>
  runDueExports(
    at(asked),
    { url: server.databaseUrl },
    asked.stopping ?? new AbortController().signal,
  );
const status = (asked: Asked = {}) => nightlyStatus(at(asked), site.snapshot());

async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map(({ name }) => name);
}

/** How many events there are in files, and how many of them are different ones. */
async function countIn(folder: string, format: NightlyConfig['format'] = 'parquet') {
  const [found] = await duck.ask(`
    select count(*)::int as rows, count(distinct (day, event_id))::int as events
    from ${filesOf(folder, 'events', format)}`);
  return found;
}

/** How many events of the site are of days before today. */
async function logged(): Promise<{ rows: number; events: number }> {
  const { rows } = await ctx.pool.query(
    'select count(*)::int as rows from event where site_id = $1 and day < $2',
    [siteId, dayOf(0)],
  );
  return { rows: rows[0].rows, events: rows[0].rows };
}

beforeEach(async () => {
  await ctx.pool.query('delete from nightly_export_kind');
  await ctx.pool.query('delete from nightly_export');
});

for (let at = 0; at < 40; at += 1) await tell(person(`p${at % 7}`), 1 + (at % 4), bought(at));
await folded();

test('a night writes everything that there is of a site, once, to a folder of its name', async () => {
  const place = join(root, 'first');
  await run({ place });
  const folder = join(place, 'test');
  assert.deepEqual((await readdir(folder)).sort(), [
    'decisions',
    'events',
    'exposures',
    'profiles',
  ]);
  assert.deepEqual(await countIn(folder), await logged());
  const first = await status({ place });
  assert.deepEqual([first.isOn, first.running, first.failure], [true, null, null]);
  assert.deepEqual(first.target, { place: folder, format: 'parquet', hour });
  assert.equal(first.last?.until, dayOf(0));
  assert.equal(first.nextAt, new Date(today + dayMs).toISOString());
  const [{ rows: profiles } = { rows: 0 }] = (await duck.ask(
    `select count(*)::int as rows from ${filesOf(folder, 'profiles', 'parquet')}`,
  )) as { rows: number }[];
  const { rows: events } = await logged();
  assert.deepEqual([first.last?.files, first.last?.rows], [5, events + profiles]);
  // The night is done: nothing is written again before the next.
  const manifest = join(folder, 'profiles/_manifest.parquet.json');
  const before = await readFile(manifest, 'utf8');
  await run({ place, hours: 23 });
  assert.equal(await readFile(manifest, 'utf8'), before);
  // The next writes days that have changed, and what is as of now.
  await tell(person('p1'), 3, bought(1_000));
  await folded();
  await run({ place, hours: 25 });
  assert.deepEqual(await countIn(folder), await logged());
  assert.equal((await status({ place, hours: 25 })).last?.until, dayOf(-1));
});

test('a bucket is written to as a folder is, in the format that is set', async () => {
  const client = new AwsClient({ ...keys, service: 's3' });
  await client.fetch(`${objectStore.endpoint}/house`, { method: 'PUT' });
  const place = 's3://house/exports';
  await run({ place, format: 'ndjson' });
  assert.equal((await status({ place, format: 'ndjson' })).failure, null);
  const copy = join(root, 'copy');
  const list = await client.fetch(`${objectStore.endpoint}/house?list-type=2`);
  const names = [...(await list.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name]) => name!);
  assert.ok(names.every((name) => name.startsWith('exports/test/')));
  for (const name of names) {
    const found = await client.fetch(`${objectStore.endpoint}/house/${name}`);
    await mkdir(join(copy, dirname(name)), { recursive: true });
    await writeFile(join(copy, name), Buffer.from(await found.arrayBuffer()));
  }
  assert.deepEqual(await countIn(join(copy, 'exports/test'), 'ndjson'), await logged());
});

test('a run that its worker ends in the middle goes on elsewhere, and doubles nothing', async () => {
  const place = join(root, 'broken');
  const folder = join(place, 'test');
  // An export of decisions waits for this.
  const other = await ctx.pool.connect();
  const lock = ['attune export decisions', siteId];
  await other.query('select pg_advisory_lock(hashtext($1), $2)', lock);
  const stopping = new AbortController();
  const cut = run({ place, stopping: stopping.signal });
  await eventually(async () => {
    const { rows } = await ctx.pool.query(
      `select from nightly_export_kind where kind = 'exposures' and done_at is not null`,
    );
    return rows.length === 1;
  });
  assert.notEqual((await status({ place })).running, null);
  stopping.abort();
  await cut;
  const left = await status({ place });
  assert.deepEqual([left.running, left.last, left.failure], [null, null, null]);
  const manifest = join(folder, 'events/_manifest.parquet.json');
  const before = await readFile(manifest, 'utf8');
  await other.query('select pg_advisory_unlock(hashtext($1), $2)', lock);
  other.release();
  await run({ place });
  assert.equal(await readFile(manifest, 'utf8'), before);
  assert.equal((await status({ place })).last?.until, dayOf(0));
  assert.deepEqual(await countIn(folder), await logged());
  assert.ok((await namesIn(folder)).every((name) => !name.endsWith('.part')));
});

test('of several workers one exports a site, and no other waits for it', async () => {
  const place = join(root, 'several');
  await Promise.all([run({ place }), run({ place }), run({ place })]);
  const { last, failure } = await status({ place });
  assert.equal(failure, null);
  assert.equal(last?.files, 5);
  assert.deepEqual(await countIn(join(place, 'test')), await logged());
});

test('a night that fails is told once, shown, tried again later, and made up by the next', async () => {
  const told = await notifiedOf(server, 'export.failed');
  const place = join(root, 'no-folder');
  await writeFile(place, 'a file');
  await run({ place });
  const reason = `${join(place, 'test')} is no folder`;
  const failed = await status({ place });
  assert.deepEqual([failed.last, failed.failure?.reason], [null, reason]);
  const retryAt = new Date(today + 65 * 60_000).toISOString();
  assert.equal(failed.nextAt, retryAt);
  assert.deepEqual(await told(), [{ reason, retryAt }]);
  const onOverview = async () => {
    const { body } = await admin.ask('GET', '/sites/test/overview');
    const { warnings } = body as OverviewOutput;
    return warnings.filter(({ kind }) => kind === 'failed-export').map(({ detail }) => detail);
  };
  assert.deepEqual(await onOverview(), [reason]);
  await rm(place);
  // Not before its time.
  await run({ place, hours: 1 + 4 / 60 });
  assert.equal((await status({ place })).last, null);
  await writeFile(place, 'a file');
  await run({ place, hours: 2 });
  assert.equal((await told()).length, 1);
  await rm(place);
  await run({ place, hours: 26 });
  const { last, failure } = await status({ place, hours: 26 });
  assert.deepEqual([last?.until, failure], [dayOf(-1), null]);
  assert.deepEqual(await onOverview(), []);
  assert.deepEqual(await countIn(join(place, 'test')), await logged());
});

test('the next night takes an erased person out of the files of days before', async () => {
  const place = join(root, 'erased');
  await tell(person('gone'), 2, { svcType: 'keyword-search-v1', keywords: 'only theirs' });
  await folded();
  await run({ place });
  const searches = async () => {
    const [found] = await duck.ask(`
      select count(*)::int as rows from ${filesOf(join(place, 'test'), 'events', 'parquet')}
      where kind = 'keyword-search'`);
    return found?.['rows'];
  };
  assert.equal(await searches(), 1);
  const erasure = await requestErasure(ctx, siteId, { type: 'external', value: 'gone' }, 'test');
  await eventually(async () => {
    await runErasures(ctx);
    return (await isErasureDone(ctx, siteId, erasure)) === true;
  });
  await run({ place, hours: 25 });
  assert.equal(await searches(), 0);
});

test('metrics say how many sites are exported, how many fail, and how old the oldest is', async () => {
  const metric = async (name: string) =>
    (await ctx.metrics.registry.getSingleMetric(name)!.get()).values[0]?.value;
  const place = join(root, 'measured');
  await run({ place });
  assert.equal(await metric('attune_nightly_exports'), 1);
  assert.equal(await metric('attune_nightly_exports_failing'), 0);
  assert.equal(await metric('attune_nightly_export_age_seconds'), 0);
  await writeFile(join(root, 'not-there'), '');
  await run({ place: join(root, 'not-there'), hours: 30 });
  assert.equal(await metric('attune_nightly_exports_failing'), 1);
  assert.equal(await metric('attune_nightly_export_age_seconds'), 29 * 3_600);
});

test('only Admins turn it on, where the operator has said where to, and the audit log has it', async () => {
  const path = '/sites/test/settings';
  const editor = await signedIn(server, siteId, { role: 'Editor', codeEditing: true });
  const off = await admin.ask('PUT', path, { nightlyExport: false });
  assert.deepEqual([off.status, off.body.nightlyExport], [200, false]);
  const { entries } = (await admin.ask('GET', '/sites/test/audit?limit=1')).body;
  assert.deepEqual(entries[0].details, {
    before: { nightlyExport: true },
    after: { nightlyExport: false },
  });
  await run({ place: join(root, 'off') });
  assert.equal((await status()).last, null);
  assert.equal((await editor.ask('PUT', path, { nightlyExport: true })).status, 403);
  const refused = await admin.ask('PUT', path, { nightlyExport: true });
  assert.equal(refused.status, 422);
  assert.match(refused.body.errors[0].detail, /EXPORT_TO/);
  const { body } = await admin.ask('GET', '/sites/test/status');
  assert.deepEqual([body.nightlyExport.isOn, body.nightlyExport.target], [false, null]);
});

test('a place that does not take files is named with its reason, and a good one is left empty', async () => {
  const good = join(root, 'new/folder');
  assert.equal(await checkPlace(good, { objectStore }), undefined);
  assert.deepEqual(await readdir(good), []);
  await writeFile(join(root, 'file'), '');
  const wrong = join(root, 'file/x');
  assert.equal(await checkPlace(wrong, { objectStore }), `${wrong} is no folder`);
  const bucket = await checkPlace('s3://nowhere/x', { objectStore });
  assert.match(bucket ?? '', /127.0.0.1:\d+ .*bucket/);
  const secret = { ...objectStore, secretAccessKey: 'other' };
  const refused = await checkPlace('s3://house/x', { objectStore: secret });
  assert.match(refused ?? '', /does not accept the secret access key/);
});
