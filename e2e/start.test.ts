// `attune start` as an operator meets it: started, killed, started again, started twice.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isAlive } from '../packages/embedded-postgres/src/index.ts';
import { eventually } from '../packages/server/src/testing.ts';
import {
  type Environment,
  makeFolder,
  type Running,
  runAttune,
  runJson,
  startAttune,
} from './support/attune.ts';

describe('attune start', () => {
  let folder: string;
  let env: Environment;
  let server: Running | undefined;

  before(async () => {
    folder = await makeFolder('start');
    env = { DATA_DIR: join(folder, 'data') };
    server = await startAttune('start', env);
  });

  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const postgresPid = async () => {
    const [pid] = (await readFile(join(env['DATA_DIR']!, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    );
    return Number(pid);
  };

  const isReady = async () => (await fetch(`${server?.url}/readyz`)).status === 200;

  test('the first start serves, with the demo site', async () => {
    assert.ok(await isReady());
    assert.match(server!.said(), /svc_s_\w{36}/);
  });

  test('the console is at the root, built', async () => {
    const response = await fetch(`${server?.url}/`);
    assert.equal(response.url, `${server?.url}/console`);
    assert.match(await response.text(), /<script type="module"[^>]* src="\/console\/_\/[^"]+"/);
  });

  test('a second server on the same data directory is refused, and says why', async () => {
    const second = await runAttune(['start'], { ...env, PORT: '0' });
    assert.equal(second.code, 4);
    assert.match(second.stderr, /already|another/i);
    assert.match(second.stderr, new RegExp(String(server!.process.pid)));
    assert.ok(await isReady());
  });

  test('commands work beside the server', async () => {
    const args = ['--site', 'demo', '--name', 'k', '--source', 'server', '--permissions', 'serve'];
    const key = await runJson<{ id: number; value: string }>(['keys', 'create', ...args], env);
    const self = () =>
      fetch(`${server?.url}/v2/keys/self`, { headers: { 'SVC-API-Key': key.value } });
    assert.equal((await self()).status, 200);
    await runJson(['keys', 'delete', '--site', 'demo', '--id', String(key.id)], env);
    await eventually(async () => (await self()).status === 401, 1_000);
  });

  test('only the parent killed: the next start goes on with the same PostgreSQL', async () => {
    const pid = await postgresPid();
    const died = new Promise((done) => server?.process.once('exit', done));
    server?.process.kill('SIGKILL');
    await died;
    server = await startAttune('start', env);
    assert.equal(await postgresPid(), pid);
    assert.ok(await isReady());
    assert.doesNotMatch(server.said(), /svc_s_/, 'keys are shown on the first start only');
    assert.doesNotMatch(server.said(), /Building the console/, 'what is built is not built again');
  });

  test('a stopped server leaves no process, and commands work without it', async () => {
    const pid = await postgresPid();
    assert.equal(await server?.stop(), 0);
    server = undefined;
    assert.equal(isAlive(pid), false);
    const { keys } = await runJson<{ keys: { name: string }[] }>(
      ['keys', 'list', '--site', 'demo'],
      env,
    );
    assert.equal(keys.length, 2);
  });

  test('it starts again with what it had', async () => {
    server = await startAttune('start', env);
    assert.ok(await isReady());
    const shown = await runJson<Record<string, { value: string; rank: number }[]>>(
      ['profile', 'show', '--site', 'demo', '--cuid', 'visitor-001'],
      env,
    );
    assert.equal(shown['color']?.[0]?.value, 'red');
  });

  test('wrong usage says what is right, changes nothing, and ends with 2', async () => {
    for (const args of [['frob'], ['keys'], ['keys', 'create'], ['keys', 'delete', '--id', 'x']]) {
      const { code, stdout, stderr } = await runAttune(args, env);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /--help|Usage/);
    }
  });

  test('a wrong environment is refused as a whole, every fault named', async () => {
    const wrong = { ...env, PORT: '99999', KEY_LEASE: 'soon', DATABASE_URL: 'mysql://x' };
    const { code, stderr } = await runAttune(['start'], wrong);
    assert.equal(code, 1);
    for (const name of ['PORT', 'KEY_LEASE', 'DATABASE_URL'])
      assert.match(stderr, new RegExp(name));
  });
});
