// Encrypted backups, in the format of age (age-encryption.org/v1): each piece is authenticated in
// its place, and so is the end.
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ApiError } from '../../../api-error.ts';
import type { Config } from '../../../config.ts';
import { brokenBackup } from './broken.ts';

/** Either a passphrase or keys. */
export interface BackupKeys {
  readonly passphrase: string | undefined;
  /** Public keys, which encrypt. */
  readonly recipients: readonly string[];
  /** Secret keys, which decrypt, and encrypt as well. */
  readonly identities: readonly string[];
}

type Bytes = AsyncIterable<Uint8Array>;

/** The keys that the settings name. Throws `not_found` or `invalid_request`. */
export async function readBackupKeys({
  backupKeyFile: file,
  backupPassphrase: passphrase,
}: Pick<Config, 'backupKeyFile' | 'backupPassphrase'>): Promise<BackupKeys | undefined> {
  if (file === undefined) {
    return passphrase === undefined ? undefined : { passphrase, recipients: [], identities: [] };
  }
  if (passphrase !== undefined) {
    throw new ApiError('invalid_request', 'Set BACKUP_KEY_FILE or BACKUP_PASSPHRASE, not both.');
  }
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new ApiError('not_found', `BACKUP_KEY_FILE cannot be read: ${error.message}`);
  });
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const recipients = keys.filter((key) => key.startsWith('age1'));
  const identities = keys.filter((key) => key.startsWith('AGE-SECRET-KEY-'));
  if (keys.length === 0 || recipients.length + identities.length < keys.length) {
    throw noKeys();
  }
  return { passphrase, recipients, identities };
}

const noKeys = () =>
  new ApiError(
    'invalid_request',
    'BACKUP_KEY_FILE has something else than keys of age; `attune backup-key` makes one.',
  );

/** Makes a file with a key that its owner alone can read. Resolves to the public key. */
export async function makeKeyFile(path: string): Promise<string> {
  const { generateIdentity, identityToRecipient } = await import('age-encryption');
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const text = `# public key: ${recipient}\n${identity}\n`;
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
    throw new ApiError('conflict', `There is a file ${path} already; a key is not replaced.`);
  });
  return recipient;
}

/** Encrypts bytes as they come. Throws `invalid_request` for keys that are none. */
export async function encryptWith({
  passphrase,
  recipients,
  identities,
}: BackupKeys): Promise<(source: Bytes) => AsyncGenerator<Uint8Array>> {
  const { Encrypter, identityToRecipient } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    if (passphrase !== undefined) encrypter.setPassphrase(passphrase);
    for (const one of recipients) encrypter.addRecipient(one);
    for (const one of identities) encrypter.addRecipient(await identityToRecipient(one));
  } catch {
    throw noKeys();
  }
  return (source) => through(source, (stream) => encrypter.encrypt(stream));
}

const magic = Buffer.from('age-encryption.org/v1\n');

/**
 * A backup's bytes, decrypted where they are encrypted. Throws `invalid_request` where no key opens
 * them, and when it comes to a place where they were cut, changed or put in another order.
 */
export async function* decrypted(
  input: AsyncIterable<Buffer>,
  keys: BackupKeys | undefined,
): AsyncGenerator<Uint8Array> {
  const chunks = input[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < magic.length) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all() {
    yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  if (head.subarray(0, magic.length).equals(magic)) yield* opened(all(), keys);
  else yield* all();
}

async function* opened(source: Bytes, keys: BackupKeys | undefined): AsyncGenerator<Uint8Array> {
  const { passphrase, identities } = keys ?? { passphrase: undefined, identities: [] };
  if (passphrase === undefined && identities.length === 0) {
    throw notOpened(
      'It is encrypted: set BACKUP_KEY_FILE, with a secret key, or BACKUP_PASSPHRASE',
    );
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
    for (const one of identities) decrypter.addIdentity(one);
  } catch {
    throw noKeys();
  }
  try {
    yield* through(source, (stream) => decrypter.decrypt(stream));
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) throw error;
    if (message.startsWith('no identity matched')) {
      throw notOpened(
        passphrase === undefined
          ? 'No key of BACKUP_KEY_FILE opens it'
          : 'BACKUP_PASSPHRASE does not open it',
      );
    }
    throw brokenBackup('it was cut off or changed since it was encrypted');
  }
}

const notOpened = (why: string) => new ApiError('invalid_request', `${why}. Nothing has changed.`);

async function* through(
  source: Bytes,
  work: (stream: never) => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  const input = Readable.toWeb(Readable.from(source, { objectMode: false }));
  yield* (await work(input as never)) as ReadableStream<Uint8Array>;
}
