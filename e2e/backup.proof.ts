// `attune backup` and `attune restore` as an operator runs them.
import assert from 'node:assert/strict';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Environment, makeFolder, runAttune, runJson, startAttune } from './support/attune.ts';

describe('attune backup and restore', () => {
  let folder: string;
  let env: Environment;
  let backup: string;
  let deleted: { id: number; value: string };
  let kept: { id: number; value: string };

  before(async () => {
    folder = await makeFolder('backup');
    env = { DATA_DIR: join(folder, 'data') };
    backup = join(folder, 'before.backup');
    await runJson(['site', 'create', '--name', 'shop'], env);
    const named = ['--source', 'server', '--permissions', 'serve', '--site', 'shop'];
    kept = await runJson(['keys', 'create', '--name', 'kept', ...named], env);
    deleted = await runJson(['keys', 'create', '--name', 'deleted', ...named], env);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const answerTo = async (url: string, { value }: { value: string }) =>
    (await fetch(`${url}/v2/keys/self`, { headers: { 'svc-api-key': value } })).status;

  test('a backup says what it holds, and replaces a file only with the option to', async () => {
    const made = await runJson<{ rows: number; bytes: number }>(['backup', backup], env);
    assert.ok(made.rows > 0 && made.bytes > 0);
    const again = await runAttune(['backup', backup], env);
    assert.equal(again.code, 3);
    assert.match(again.stderr, /exists|--force/);
    assert.equal((await readFile(backup)).length, made.bytes);
    assert.equal((await runAttune(['backup', backup, '--force'], env)).code, 0);
  });

  test('a database that holds sites is replaced only with the option to', async () => {
    const { code, stderr } = await runAttune(['restore', backup, '--no-ledger'], env);
    assert.equal(code, 3);
    assert.match(stderr, /--force/);
  });

  test('what is no whole backup changes nothing', async () => {
    const torn = join(folder, 'torn.backup');
    await writeFile(torn, await readFile(backup));
    await truncate(torn, (await readFile(backup)).length - 100);
    for (const file of [torn, join(folder, 'none.backup')]) {
      const args = ['restore', file, '--force', '--no-ledger'];
      const { code, stderr, stdout } = await runAttune(args, env);
      assert.equal(code, 3, stderr);
      assert.doesNotMatch(stderr + stdout, /\n\s+at /, 'a stack');
    }
    const { stdout } = await runAttune(['keys', 'list', '--site', 'shop'], env);
    assert.match(stdout, /kept[\s\S]*deleted/);
  });

  test('an encrypted backup needs its key or passphrase, which no output shows', async () => {
    const secret = join(folder, 'encrypted.backup');
    const without = await runAttune(['backup', secret, '--encrypt'], env);
    assert.equal(without.code, 3);
    assert.match(without.stderr, /--encrypt needs BACKUP_KEY_FILE or BACKUP_PASSPHRASE/);
    const key = join(folder, 'backup.key');
    const { recipient } = await runJson<{ recipient: string }>(['backup-key', key], env);
    assert.match(recipient, /^age1/);
    const withKey = { ...env, BACKUP_KEY_FILE: key };
    const made = await runJson<{ isEncrypted: boolean }>(['backup', secret, '--encrypt'], withKey);
    assert.equal(made.isEncrypted, true);
    const plain = await runAttune(['backup', join(folder, 'plain.backup')], withKey);
    assert.match(plain.stdout, /not encrypted, though there is a key: say --encrypt/);
    const args = ['restore', secret, '--force', '--no-ledger'];
    const refused = await runAttune(args, env);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /It is encrypted: set BACKUP_KEY_FILE.*Nothing has changed/);
    assert.equal((await runAttune(args, withKey)).code, 0);
    const words = { ...env, BACKUP_PASSPHRASE: 'correct horse battery staple' };
    assert.equal((await runAttune(args, words)).code, 3);
    const { stdout } = await runAttune(['doctor', '--json'], words);
    assert.doesNotMatch(stdout, /battery staple/);
  });

  test('wrong arguments explain themselves', async () => {
    for (const args of [['backup'], ['restore'], ['backup', backup, '--nonsense']]) {
      const { code, stderr } = await runAttune(args, env);
      assert.equal(code, 2);
      assert.match(stderr, /^error: .*\n\(add --help/);
    }
  });

  test('a restore brings back what was, but no key that was deleted since', async () => {
    await runJson(['keys', 'delete', '--id', String(deleted.id), '--site', 'shop'], env);
    const restored = await runJson<{ ledger: { keys: number } }>(
      ['restore', backup, '--force'],
      env,
    );
    assert.equal(restored.ledger.keys, 1);
    const server = await startAttune('start', env);
    try {
      assert.equal(await answerTo(server.url, kept), 200);
      assert.equal(await answerTo(server.url, deleted), 401);
    } finally {
      await server.stop();
    }
  });

  test('on a new machine the ledger of the old one is named, or said not to be there', async () => {
    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') };
    const ledger = join(folder, 'data/ledger/ledger.ndjson');
    const { code, stderr } = await runAttune(
      ['restore', backup, '--ledger', join(folder, 'none.ndjson')],
      elsewhere,
    );
    assert.equal(code, 3);
    assert.match(stderr, /no file/);
    const args = ['restore', backup, '--ledger', ledger];
    const restored = await runJson<{ ledger: { keys: number } }>(args, elsewhere);
    assert.equal(restored.ledger.keys, 1);
    const third = { DATA_DIR: join(folder, 'third') };
    const refused = await runAttune(['restore', backup], third);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /would come back[.] .*--no-ledger/);
    const without = ['restore', backup, '--no-ledger'];
    assert.equal((await runJson<{ ledger: { keys: number } }>(without, third)).ledger.keys, 0);
  });
});
