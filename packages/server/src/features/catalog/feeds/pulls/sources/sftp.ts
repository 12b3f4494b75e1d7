// Fetches a feed's file by SFTP, from a server whose host key a teammate accepted.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Client, ConnectConfig, SFTPWrapper, Stats } from 'ssh2';
import { connectTo, HostError } from '../../../../../outbound.ts';
import { FeedFileError } from '../../files/feed-line.ts';
import type { FeedSource } from '../../files/source.ts';
import { decodeName, type FetchBounds, type Fetched, tooLarge, whyNot } from './fetch-bounds.ts';

export interface SftpRequest {
  readonly url: URL;
  readonly username: string;
  readonly password?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
  /** `SHA256:` and the key's hash, as ssh-keygen shows it; absent: none was accepted yet. */
  readonly hostKey: string | undefined;
  /** Of the last accepted file. */
  readonly etag: string | undefined;
}

/** The server has another host key than the accepted one, or none was accepted yet. */
export class HostKeyError extends FeedFileError {
  readonly hostKey: string;
  constructor(message: string, hostKey: string) {
    super(message);
    this.hostKey = hostKey;
  }
}

const usualPort = 22;
/** What one request of SFTP asks for: servers give 32 KiB at least. */
const chunkBytes = 32 * 1024;
/** So many requests are under way at once. */
const chunksAtOnce = 16;

/** As ssh-keygen and OpenSSH show a host key. */
const fingerprint = (key: Buffer) =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;

/** Fetches a file. Throws FeedFileError where the server does not give it. */
export async function fetchSftp(request: SftpRequest, bounds: FetchBounds): Promise<Fetched> {
  const signal = AbortSignal.any([bounds.signal, AbortSignal.timeout(bounds.wholeMs)]);
  const connection = await open(request, { ...bounds, signal });
  const { url } = request;
  try {
    const { sftp } = connection;
    const path = pathOf(url);
    const handle = await call<Buffer>((done) => sftp.open(path, 'r', done), connection);
    const stats = await call<Stats>((done) => sftp.fstat(handle, done), connection);
    if (!stats.isFile()) throw new FeedFileError(`${path} on ${url.host} is no file`);
    if (stats.size > bounds.bytesMax) throw tooLarge(bounds);
    const etag = `${stats.mtime}-${stats.size}`;
    if (etag === request.etag) return { isUnchanged: connection.close() };
    return { ...fetchedOf(connection, handle, stats), etag, lastModified: undefined };
  } catch (error) {
    connection.close();
    throw failure(url, error, signal);
  }

  function fetchedOf(from: Connection, handle: Buffer, { size }: Stats) {
    let bytes = 0;
    const source: FeedSource = {
      ...{ isOnce: true, name: decodeName(url.pathname), totalBytes: size },
      read: async function* () {
        try {
          for await (const chunk of chunksOf(from, handle, size)) {
            bytes += chunk.length;
            yield chunk;
          }
          if (bytes < size) throw new FeedFileError(`${url.host} gave a part of the file only`);
        } catch (error) {
          throw failure(url, error, signal);
        } finally {
          from.close();
        }
      },
    };
    return { isUnchanged: false as const, source, received: () => bytes };
  }
}

interface Connection {
  readonly sftp: SFTPWrapper;
  /** Rejects once the connection is at its end. */
  readonly lost: Promise<never>;
  readonly close: () => true;
}

/** The file in its order, several parts of it asked for at once. */
async function* chunksOf(from: Connection, handle: Buffer, size: number) {
  const read = (at: number) => {
    const length = Math.min(chunkBytes, size - at);
    const part = readFully(from, handle, at, Buffer.allocUnsafe(length));
    // It is awaited below; what fails until then is not unhandled.
    part.catch(() => undefined);
    return part;
  };
  const waiting: Promise<Buffer>[] = [];
  let next = 0;
  for (;;) {
    while (next < size && waiting.length < chunksAtOnce) {
      waiting.push(read(next));
      next += chunkBytes;
    }
    const part = waiting.shift();
    if (!part) return;
    const chunk = await part;
    if (chunk.length > 0) yield chunk;
  }
}

/** A server may give less than it was asked for; an end before that ends the part. */
async function readFully(from: Connection, handle: Buffer, at: number, into: Buffer) {
  let filled = 0;
  while (filled < into.length) {
    const count = await call<number>(
      (done) =>
        from.sftp.read(handle, into, filled, into.length - filled, at + filled, (error, read) =>
          done(isEnd(error) ? undefined : error, read),
        ),
      from,
    );
    if (!count) break;
    filled += count;
  }
  return into.subarray(0, filled);
}

const isEnd = (error: unknown) => (error as { code?: number } | undefined)?.code === 1;

type Done<T> = (error: Error | undefined | null, value: T) => void;

/** One request of SFTP, unless the connection ends before. */
function call<T>(ask: (done: Done<T>) => void, { lost }: Connection): Promise<T> {
  const answered = new Promise<T>((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)));
  });
  return Promise.race([answered, lost]);
}

async function open(request: SftpRequest, bounds: FetchBounds): Promise<Connection> {
  const { url, hostKey } = request;
  const { signal, idleMs } = bounds;
  const port = url.port === '' ? usualPort : Number(url.port);
  const sock = await connectTo({ hostname: url.hostname, port }, bounds).catch((error) => {
    throw failure(url, error, signal);
  });
  const { Client } = (await import('ssh2')).default;
  const client: Client = new Client();
  let refused: Error | undefined;
  const verify = (key: Buffer) => {
    refused = keyFault(url, fingerprint(key), hostKey);
    return refused === undefined;
  };
  const lost = new Promise<never>((_, reject) => {
    client.on('error', (error) => reject(refused ?? error));
    client.on('close', () => reject(refused ?? new HostError(`${url.host} closed the connection`)));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  lost.catch(() => undefined);
  const close = () => {
    client.end();
    sock.destroy();
    return true as const;
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()));
    client.connect(configOf(request, { sock, hostVerifier: verify, readyTimeout: idleMs }));
    await Promise.race([ready, lost]);
    const sftp = await Promise.race([
      lost,
      new Promise<SFTPWrapper>((resolve, reject) => {
        client.sftp((error, wrapper) => (error ? reject(error) : resolve(wrapper)));
      }),
    ]);
    return { sftp, lost, close };
  } catch (error) {
    close();
    throw failure(url, error, signal);
  }
}

function configOf(
  { username, password, privateKey, passphrase }: SftpRequest,
  more: Pick<ConnectConfig, 'sock' | 'hostVerifier' | 'readyTimeout'>,
): ConnectConfig {
  return {
    ...more,
    username,
    ...(password !== undefined && { password }),
    ...(privateKey !== undefined && { privateKey }),
    ...(passphrase !== undefined && { passphrase }),
  };
}

function keyFault(url: URL, found: string, wanted: string | undefined): Error | undefined {
  if (wanted === undefined) {
    const remedy = 'compare it with what the operator of the server says, and accept it';
    return new HostKeyError(`the host key of ${url.host} is ${found}: ${remedy}`, found);
  }
  if (isSame(found, wanted)) return undefined;
  const why = `the host key of ${url.host} changed: it is ${found}, and ${wanted} was accepted`;
  return new HostKeyError(`${why}. If the server was set up anew, accept the new key`, found);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `/~/prices.csv` is in the folder that the server begins in. */
function pathOf(url: URL): string {
  const path = decodeURIComponent(url.pathname);
  return path.startsWith('/~/') ? path.slice(3) : path;
}

const reasons: Readonly<Record<number, string>> = {
  2: 'there is no such file',
  3: 'the user may not read it',
};

function failure(url: URL, cause: unknown, signal: AbortSignal): Error {
  const {
    level,
    code,
    message = '',
  } = cause as { level?: string; code?: number; message?: string };
  if (level === 'client-authentication') {
    const why = 'did not accept the user name with this password or key';
    return new FeedFileError(`${url.host} ${why}`, { cause });
  }
  const reason = typeof code === 'number' ? reasons[code] : undefined;
  if (reason) return new FeedFileError(`${url.host}: ${reason}: ${pathOf(url)}`, { cause });
  if (level === 'client-timeout') {
    return new FeedFileError(`${url.host} did not answer as an SFTP server`, { cause });
  }
  if (level === 'protocol' || level === 'handshake') {
    return new FeedFileError(
      `${url.host} speaks no SSH that can be used: ${message.slice(0, 200)}`,
    );
  }
  return whyNot(url.host, cause as NodeJS.ErrnoException, signal);
}
