// A bucket of an object store that speaks S3.
import type { IncomingMessage } from 'node:http';
import {
  askStore,
  errorCodeIn,
  type ObjectRequest,
  type ObjectStore,
  textOf,
  whyRefused,
} from '../../../../object-store.ts';
import { HostError } from '../../../../outbound.ts';
import { readAllowedHosts } from '../../../../public-address.ts';
import { ExportError, type Target } from './target.ts';

/** A file is sent in pieces of this size; S3 takes at most 10,000 of them. */
const pieceBytes = 8 * 2 ** 20;
const manifestMost = 2 ** 24;
const idleMs = 60_000;

type Request = Omit<ObjectRequest, 'path'>;

interface Bucket {
  /** Sends a request for a file; resolves to an answer of any status. */
  readonly send: (path: string, request: Request) => Promise<IncomingMessage>;
  /** The same; resolves to what a request that succeeded was answered. */
  readonly succeed: (
    path: string,
    request: Request,
  ) => Promise<{ text: string; headers: IncomingMessage['headers'] }>;
  readonly refused: (path: string, response: IncomingMessage) => Promise<ExportError>;
  readonly host: string;
}

/**
 * Objects under `s3://bucket/prefix`. One is there under its name once all of it is. Throws
 * ExportError where the store refuses something. Operators choose it, wherever it is.
 */
export function bucketTarget(store: ObjectStore, place: URL, signal: AbortSignal): Target {
  const bucket = openBucket(store, place, signal);
  const { send, succeed, refused, host } = bucket;
  return {
    name: place.href.replace(/\/+$/, ''),
    async read(path) {
      const response = await send(path, { method: 'GET' });
      if (response.statusCode === 200) return textOf(response, manifestMost);
      if (response.statusCode !== 404) throw await refused(path, response);
      if (errorCodeIn(await textOf(response)) === 'NoSuchBucket') {
        throw new ExportError(`${host} has no bucket ${place.host}`);
      }
      return undefined;
    },
    async write(path, pieces) {
      const whole = inPieces(pieces);
      const first = await whole.next();
      if (first.done) return 0;
      const second = await whole.next();
      if (!second.done) {
        return sendPieces(bucket, path, followed(first.value, second.value, whole));
      }
      await succeed(path, { method: 'PUT', body: first.value });
      return first.value.length;
    },
    async remove(path) {
      await succeed(path, { method: 'DELETE' });
    },
  };
}

function openBucket(store: ObjectStore, place: URL, signal: AbortSignal): Bucket {
  const folder = `${place.host}${place.pathname.replace(/\/+$/, '')}`;
  const { host, hostname } = new URL(store.endpoint);
  const allowed = readAllowedHosts([hostname.replace(/^\[|\]$/g, '')]);
  const urlOf = (path: string) => new URL(`s3://${folder}/${path}`);
  const send: Bucket['send'] = async (path, request) => {
    const sent = { ...request, path: `${folder}/${path}` };
    return askStore(store, sent, { allowed, signal, idleMs }).catch((cause) => {
      if (signal.aborted) throw signal.reason;
      const why = cause instanceof HostError ? cause.message : (cause.code ?? cause.message);
      throw new ExportError(`${host} cannot be reached: ${why}`, { cause });
    });
  };
  const refused: Bucket['refused'] = async (path, response) =>
    new ExportError(await whyRefused(store, urlOf(path), response));
  const succeed: Bucket['succeed'] = async (path, request) => {
    const response = await send(path, request);
    const { statusCode = 0, headers } = response;
    if (statusCode < 200 || statusCode > 299) throw await refused(path, response);
    const text = await textOf(response);
    const code = errorCodeIn(text);
    if (code) throw new ExportError(`${host} did not keep ${urlOf(path).href} (${code})`);
    return { text, headers };
  };
  return { send, succeed, refused, host };
}

/** Sends a file of more than one piece; what was sent of it goes if it does not become whole. */
async function sendPieces(
  { succeed, host }: Bucket,
  path: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const begun = await succeed(path, { method: 'POST', query: '?uploads=' });
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun.text)?.[1];
  if (!id) throw new ExportError(`${host} does not take uploads in parts`);
  const upload = `uploadId=${encodeURIComponent(id)}`;
  const tags: string[] = [];
  let bytes = 0;
  try {
    for await (const body of pieces) {
      const query = `?partNumber=${tags.length + 1}&${upload}`;
      const { headers } = await succeed(path, { method: 'PUT', query, body });
      tags.push(String(headers.etag));
      bytes += body.length;
    }
    const parts = tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    await succeed(path, { method: 'POST', query: `?${upload}`, body: Buffer.from(xml) });
    return bytes;
  } catch (error) {
    await succeed(path, { method: 'DELETE', query: `?${upload}` }).catch(() => undefined);
    throw error;
  }
}

/** The same bytes in pieces of one size, the last one smaller. */
async function* inPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    while (bytes >= pieceBytes) {
      const all = Buffer.concat(waiting);
      yield all.subarray(0, pieceBytes);
      waiting = [all.subarray(pieceBytes)];
      bytes -= pieceBytes;
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

async function* followed<T>(first: T, second: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield second;
  yield* rest;
}
