// What the launcher passes on, on a Node that runs TypeScript and on one that does not.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const older = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => major(path) < 24);
const needsOlder = older === undefined ? { skip: 'no Node older than 24 is installed' } : {};

/** The launcher beside a main.ts that tells what it was given and waits for signals. */
const folder = await mkdtemp(join(tmpdir(), 'attune-launcher-'));
after(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'bin'));
await mkdir(join(folder, 'src'));
for (const path of ['bin/attune.js', 'src/packed.ts', 'src/places.ts']) {
  await cp(join(import.meta.dirname, '..', path), join(folder, path));
}
await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
await writeFile(
  join(folder, 'src/main.ts'),
  `const given: string[] = process.argv.slice(2);
   if (given[0] === 'stop') process.on('SIGTERM', () => process.exit(3));
   const { pid, execArgv, versions } = process;
   console.log(JSON.stringify({ given, pid, execArgv, node: versions.node }));
   if (given[0] === 'fail') process.exit(7);
   if (given[0] === 'die') process.kill(process.pid, 'SIGTERM');
   setInterval(() => undefined, 1000);`,
);

function major(node: string): number {
  try {
    return Number(
      execFileSync(node, ['-p', 'parseInt(process.versions.node)'], { encoding: 'utf8' }),
    );
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function launch(node: string, ...args: string[]) {
  const child = spawn(node, [join(folder, 'bin/attune.js'), ...args]);
  const exited = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, exited, told: JSON.parse(line) };
}

async function withPackage(): Promise<void> {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules')).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

test('on a new Node it runs in the same process', async () => {
  const { child, exited, told } = await launch(process.execPath, 'fail', 'a b');
  assert.deepEqual(told.given, ['fail', 'a b']);
  assert.equal(told.pid, child.pid);
  assert.deepEqual(await exited, [7, null]);
});

test('on an old Node without a newer one it says what is needed', needsOlder, async () => {
  await rm(join(folder, 'node_modules'), { force: true });
  const child: ChildProcess = spawn(older!, [join(folder, 'bin/attune.js')]);
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(said, /needs Node 24 or newer\. This is v\d+.*node-\w+-\w+ is not installed/);
});

test('an old Node on a system that npm brings none to is told to install one', needsOlder, () => {
  const mac = "data:text/javascript,Object.defineProperty(process,'platform',{value:'darwin'})";
  const args = ['--import', mac, join(folder, 'bin/attune.js')];
  const { status, stdout, stderr } = spawnSync(older!, args, { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /npm brings none for darwin-\w+\.\nInstall Node 26 from https:\S+\.\n$/);
});

test('on an old Node arguments, exit codes and signals pass through', needsOlder, async () => {
  await withPackage();
  const failed = await launch(older!, 'fail', 'a b');
  assert.deepEqual(failed.told.given, ['fail', 'a b']);
  assert.ok(Number.parseInt(failed.told.node, 10) >= 24);
  assert.deepEqual(failed.told.execArgv, []);
  assert.deepEqual(await failed.exited, [7, null]);
  const died = await launch(older!, 'die');
  assert.deepEqual(await died.exited, [143, null]);
  const stopped = await launch(older!, 'stop');
  stopped.child.kill('SIGTERM');
  assert.deepEqual(await stopped.exited, [3, null]);
});

test('on an old Node the server dies with its launcher', {
  ...needsOlder,
  timeout: 5000,
}, async () => {
  await withPackage();
  const { child } = await launch(older!);
  const closed = once(child.stdout, 'close');
  child.kill('SIGKILL');
  // The server holds the other end of standard output: it closes when the server is gone.
  await closed;
});
