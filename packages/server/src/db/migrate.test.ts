// What migrations promise: each applied once, all or nothing, whichever node applies them.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { recordingLog } from '../log/testing.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { released } from './released.fixture.ts';
import { startTestServer, testDatabase, testServerVariable } from './testing.ts';

const empty = await mkdtemp(join(tmpdir(), 'attune-migrations-'));
after(() => rm(empty, { recursive: true }));
if (!process.env[testServerVariable]) {
  const server = await startTestServer();
  process.env[testServerVariable] = server.url;
  after(server.stop);
}

/** A folder with these files, and an empty database to apply them to. */
async function trial(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(empty, 'files-'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const db = await testDatabase({ migrations: await mkdtemp(join(empty, 'none-')) });
  const { log, messages } = recordingLog();
  return { db, write, messages, run: () => migrate(db.pool, folder, log) };
}

test('files are applied in the order of their numbers, and once', async () => {
  const { db, run, write } = await trial({
    '0002-fill.sql': 'insert into one values (1); insert into one values (2);',
    '0001-make-one.sql': 'create table one (id integer primary key);',
  });
  assert.deepEqual(await run(), { applied: ['0001-make-one.sql', '0002-fill.sql'], unknown: [] });
  await write('0003-more.sql', 'insert into one values (3);');
  assert.deepEqual(await run(), { applied: ['0003-more.sql'], unknown: [] });
  assert.equal((await db.pool.query('select from one')).rowCount, 3);
  await db.close();
});

test('nodes that migrate at once apply each file once', async () => {
  const { db, run } = await trial({
    '0001-one.sql': 'create table one (id integer);',
    '0002-two.sql': 'create table two (id integer);',
  });
  const results = await Promise.all([run(), run(), run()]);
  const applied = results.flatMap((result) => result.applied).sort();
  assert.deepEqual(applied, ['0001-one.sql', '0002-two.sql']);
  await db.close();
});

test('a file that fails changes nothing, and those before it stay', async () => {
  const { db, run, write } = await trial({
    '0001-one.sql': 'create table one (id integer);',
    '0002-bad.sql': 'create table two (id integer); select 1/0;',
  });
  await assert.rejects(run(), /0002-bad.sql failed: division by zero/);
  const tables = await db.pool.query(`select to_regclass('one') as one, to_regclass('two') as two`);
  assert.deepEqual(tables.rows, [{ one: 'one', two: null }]);
  await write('0002-bad.sql', 'create table two (id integer);');
  assert.deepEqual((await run()).applied, ['0002-bad.sql']);
  await db.close();
});

test('a file that was changed after it was applied is refused', async () => {
  const { db, run, write } = await trial({ '0001-one.sql': 'create table one (id integer);' });
  await run();
  await write('0001-one.sql', 'create table one (id bigint);');
  await assert.rejects(run(), /0001-one.sql was applied to this database with another text/);
  await db.close();
});

test("a newer release's migrations are tolerated, with a warning", async () => {
  const { db, run, messages } = await trial({ '0001-one.sql': 'create table one (id integer);' });
  await run();
  await db.pool.query(`insert into migration values (7, '0007-later.sql', 'x')`);
  assert.deepEqual(await run(), { applied: [], unknown: ['0007-later.sql'] });
  assert.ok(messages.some((message) => message.includes('newer release')));
  await db.close();
});

test('two files of one number, and a file without one, are refused', async () => {
  for (const name of ['0001-other.sql', 'notes.sql']) {
    const { db, run } = await trial({ '0001-one.sql': '', [name]: '' });
    await assert.rejects(run(), /Two migrations are 1|notes.sql is not named/);
    await db.close();
  }
});

test("the product's migrations are numbered from 1 without a gap", async () => {
  const numbers = (await readMigrations(migrationsFolder)).map(({ number }) => number);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => at + 1),
  );
});

test('migrations of a release keep the text that databases have applied', async () => {
  const all = await readMigrations(migrationsFolder);
  const texts = all.map(({ name, checksum }) => [name, checksum] as const);
  assert.deepEqual(Object.fromEntries(texts.filter(([name]) => name in released)), released);
});
