// Encrypted backups: read by their keys alone, refused where a byte of them is not in its place.
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { backupServer, dump, emptyTarget } from './backup.fixture.ts';
import type { BackupKeys } from './encryption.ts';
import { makeKeyFile, readBackupKeys } from './index.ts';

const { server, ctx, file, backup, restore } = await backupServer();
const target = await emptyTarget();
/** Of the format: bytes of a piece with its tag, behind the header and a nonce. */
const pieceBytes = 64 * 1024 + 16;

async function keysOf(name: string): Promise<BackupKeys> {
  await makeKeyFile(file(name));
  return (await readBackupKeys({ backupKeyFile: file(name), backupPassphrase: undefined }))!;
}

const keys = await keysOf('a.key');
const passphrase: BackupKeys = {
  ...{ passphrase: 'correct horse battery staple', recipients: [], identities: [] },
};
// So large that its backup has several pieces.
await ctx.pool.query(
  `insert into audit (site_id, at, actor, action, subject)
   select $1, now(), 'test', 'test', sha512(number::text::bytea)::text
   from generate_series(1, 4000) as number`,
  [server.test.id],
);

test('a backup that is encrypted is restored by its key, and shows nothing without', async () => {
  const made = await backup('keys.backup', keys);
  assert.equal(made.isEncrypted, true);
  const bytes = await readFile(file('keys.backup'));
  assert.equal(bytes.toString('latin1', 0, 22), 'age-encryption.org/v1\n');
  assert.ok(bytes.length > 3 * pieceBytes, `${bytes.length} bytes`);
  await restore(target, file('keys.backup'), { keys });
  assert.deepEqual(Object.keys(await dump(target.kysely)), Object.keys(await dump(ctx.db)));
  assert.deepEqual((await dump(target.kysely))['audit'], (await dump(ctx.db))['audit']);
  assert.equal((await backup('plain.backup')).isEncrypted, false);
  await restore(target, file('plain.backup'), { force: true, keys });
});

test('a public key alone encrypts, and does not restore', async () => {
  const text = await readFile(file('a.key'), 'utf8');
  const [, recipient = ''] = /# public key: (age1\S+)/.exec(text)!;
  await writeFile(file('public.key'), `# of the shop\n${recipient}\n`);
  const settings = { backupKeyFile: file('public.key'), backupPassphrase: undefined };
  const open = (await readBackupKeys(settings))!;
  await backup('public.backup', open);
  await assert.rejects(restore(target, file('public.backup'), { force: true, keys: open }), {
    code: 'invalid_request',
    message: /encrypted: set BACKUP_KEY_FILE, with a secret key/,
  });
  await restore(target, file('public.backup'), { force: true, keys });
});

test('a passphrase encrypts as well, and another one does not open it', async () => {
  await backup('words.backup', passphrase);
  await restore(target, file('words.backup'), { force: true, keys: passphrase });
  const wrong = { ...passphrase, passphrase: 'correct horse battery stable' };
  await assert.rejects(restore(target, file('words.backup'), { force: true, keys: wrong }), {
    code: 'invalid_request',
    message: /BACKUP_PASSPHRASE does not open it. Nothing has changed/,
  });
});

test('without its key, with another one, cut, changed or reordered it changes nothing', async () => {
  const before = await dump(target.kysely);
  const refuses = async (name: string, used: BackupKeys | undefined, message: RegExp) => {
    const failed = restore(target, file(name), { force: true, keys: used });
    await assert.rejects(failed, { code: 'invalid_request', message }, name);
  };
  await refuses('keys.backup', undefined, /It is encrypted: set BACKUP_KEY_FILE/);
  await refuses('keys.backup', await keysOf('b.key'), /No key of BACKUP_KEY_FILE opens it/);
  const whole = await readFile(file('keys.backup'));
  const body = whole.lastIndexOf('\n', whole.indexOf('\n---') + 80) + 1 + 16;
  const piece = (nth: number) =>
    whole.subarray(body + nth * pieceBytes, body + (nth + 1) * pieceBytes);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 1;
  const broken: Record<string, Buffer> = {
    'cut in a piece': whole.subarray(0, -1),
    'cut behind a piece': whole.subarray(0, body + 2 * pieceBytes),
    'cut behind its header': whole.subarray(0, body),
    'cut in its header': whole.subarray(0, 100),
    flipped,
    reordered: Buffer.concat([
      whole.subarray(0, body),
      ...[piece(1), piece(0)],
      whole.subarray(body + 2 * pieceBytes),
    ]),
    'without a piece': Buffer.concat([whole.subarray(0, body), whole.subarray(body + pieceBytes)]),
    'with more behind it': Buffer.concat([whole, Buffer.from('more')]),
    'twice over': Buffer.concat([whole, whole]),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    await writeFile(file(name), bytes);
    await refuses(name, keys, /not a whole backup: it was cut off or changed.*Nothing has changed/);
  }
  await writeFile(file('a few bytes'), whole.subarray(0, 10));
  await refuses('a few bytes', keys, /not a whole backup/);
  assert.deepEqual(await dump(target.kysely), before);
});

test('a key file is its owner’s, is never replaced, and has keys and nothing else', async () => {
  assert.equal((await stat(file('a.key'))).mode & 0o777, 0o600);
  const before = await readFile(file('a.key'), 'utf8');
  await assert.rejects(makeKeyFile(file('a.key')), { code: 'conflict' });
  assert.equal(await readFile(file('a.key'), 'utf8'), before);
  const read = (backupKeyFile: string, backupPassphrase?: string) =>
    readBackupKeys({ backupKeyFile: file(backupKeyFile), backupPassphrase });
  await assert.rejects(read('none.key'), { code: 'not_found', message: /BACKUP_KEY_FILE/ });
  await assert.rejects(read('a.key', 'x'.repeat(16)), { message: /not both/ });
  for (const text of ['', '# nothing\n', `${before}secret words\n`]) {
    await writeFile(file('odd.key'), text);
    await assert.rejects(read('odd.key'), ({ code, message }: Error & { code: string }) => {
      assert.equal(code, 'invalid_request');
      assert.ok(!message.includes('secret words') && !message.includes('AGE-SECRET'));
      return true;
    });
  }
  for (const text of ['age1abc\n', 'AGE-SECRET-KEY-1ABC\n']) {
    await writeFile(file('odd.key'), text);
    await assert.rejects(backup('odd.backup', await read('odd.key')), { code: 'invalid_request' });
    await assert.rejects(stat(file('odd.backup')));
  }
});
