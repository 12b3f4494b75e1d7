// The first start as an operator meets it who has something in the way, or whose output is a log.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accountFor, canEnter } from '../packages/embedded-postgres/src/account.ts';
import { product } from '../packages/embedded-postgres/src/testing.ts';
import { mountObstacle } from './crash/scenarios/mounts.ts';
import { launcher, makeFolder, runAttune, runJson, startAttune } from './support/attune.ts';

const folder = await makeFolder('first-start');
after(() => rmSync(folder, { recursive: true, force: true }));

const listening = createServer().listen(0, '127.0.0.1');
after(() => listening.close());
await once(listening, 'listening');
const taken = String((listening.address() as AddressInfo).port);

for (const [setting, more] of [
  ['PORT', {}],
  ['ADMIN_PORT', { PORT: '0' }],
] as const) {
  test(`a ${setting} that is taken is all that a start says, and nothing is made`, async () => {
    const env = { ...more, [setting]: taken, DATA_DIR: join(folder, 'none') };
    const { code, stdout, stderr } = await runAttune(['start'], env);
    const words = `attune: Port ${taken} is taken: set ${setting} to another one.\n`;
    assert.deepEqual([code, stdout, stderr], [1, '', words]);
    assert.equal(existsSync(env.DATA_DIR), false);
  });
}

test('a HOST that is not an address of this machine is said in a sentence', async () => {
  const { code, stderr } = await runAttune(['start'], { HOST: '203.0.113.7', PORT: '0' });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'attune: This machine has no address 203.0.113.7: set HOST to one that it has.\n',
  );
});

test('a data directory that cannot be written to is said in a sentence', async (t) => {
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o555);
  const account = await accountFor(undefined, product);
  if (!(await canEnter(account, import.meta.dirname))) {
    return t.skip('an ordinary user cannot reach this checkout');
  }
  const { status, stderr } = spawnSync(process.execPath, [launcher, 'start'], {
    encoding: 'utf8',
    env: { ...process.env, PORT: '0', DATA_DIR: join(closed, 'data') },
    ...(account.foreign && { uid: account.uid, gid: account.gid }),
  });
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `attune: The data directory ${closed}/data cannot be written to by user ${account.uid}: ` +
      'give it access, or set DATA_DIR to another folder.\n',
  );
});

test('a data directory that is below a file is said in a sentence', async () => {
  const env = { PORT: '0', DATA_DIR: join(launcher, 'data') };
  const { code, stderr } = await runAttune(['start'], env);
  assert.equal(code, 1);
  assert.match(stderr, /^attune: The data directory \S+ cannot be used \(ENOTDIR.*\n$/);
});

/** Starts with a data directory on a file system of its own. */
function startOnDisk(options: string, before = 'true') {
  const dataDir = join(folder, 'disk');
  mkdirSync(dataDir, { recursive: true });
  const script = `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && ${before} && exec "$@"`;
  const args = ['--mount', 'sh', '-c', script, 'sh', process.execPath, launcher, 'start'];
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir };
  const { status, stderr } = spawnSync('unshare', args, { encoding: 'utf8', env });
  return { status, stderr: stderr.replaceAll(dataDir, 'DIR') };
}

const obstacle = mountObstacle();
const needsMounts = obstacle === undefined ? {} : { skip: obstacle };

test('a full data directory is said in a sentence', needsMounts, () => {
  assert.deepEqual(startOnDisk('size=8k', 'head -c 8192 /dev/zero > "$DATA_DIR/ballast"'), {
    status: 1,
    stderr:
      'attune: The data directory DIR is full: make room in it, or set DATA_DIR to another folder.\n',
  });
  assert.deepEqual(startOnDisk('size=20m,mode=755'), {
    status: 4,
    stderr:
      'attune: The database in DIR/postgres cannot be made, for its disk is full: make room on it, ' +
      'set DATA_DIR to another folder, or set DATABASE_URL.\n',
  });
});

test('a data directory that is mounted read-only is said in a sentence', needsMounts, () => {
  assert.deepEqual(startOnDisk('ro'), {
    status: 1,
    stderr:
      'attune: The data directory DIR is on a read-only file system: mount it writable, or set ' +
      'DATA_DIR to another folder.\n',
  });
});

test('where the output is a log it names commands instead of secrets, and they work', async (t) => {
  const env = { DATA_DIR: join(folder, 'data') };
  const server = await startAttune('start --no-secrets', env);
  t.after(server.stop);
  const commands = [...server.said().matchAll(/^ {2}attune (.*)$/gm)].map(([, line]) => line!);
  assert.equal(commands.length, 2, server.said());
  assert.doesNotMatch(server.said(), /svc_|token/);
  const [teammate, key] = commands.map((line) => line.split(' ')) as [string[], string[]];
  const { link } = await runJson<{ link: string }>(teammate, env);
  assert.match(link, /[/]console[/]invitation#token=[\w-]{20,}$/);
  const { value } = await runJson<{ value: string }>(key, env);
  const headers = { 'svc-api-key': value };
  assert.equal((await fetch(`${server.url}/v2/keys/self`, { headers })).status, 200);
  assert.equal(await server.stop(), 0);

  const again = await startAttune('start', env);
  t.after(again.stop);
  assert.match(again.said(), /attune teammate add --site demo/, 'nobody has used the link yet');
  assert.doesNotMatch(again.said(), /svc_|token/, 'later starts outside a terminal show none');
  assert.equal(await again.stop(), 0);
});
