// A backup as bytes: compressed frames, each a JSON document or a piece of a table's COPY text.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { ApiError } from '../../../api-error.ts';
import { brokenBackup } from './broken.ts';
import { type BackupKeys, decrypted, encryptWith } from './encryption.ts';

export interface MigrationMark {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The first document of a backup. */
export interface Head {
  readonly format: 'attune backup';
  readonly version: 1;
  /** RFC 3339. */
  readonly madeAt: string;
  readonly postgres: string;
  readonly migrations: readonly MigrationMark[];
  /** Last values, of those that have given any. */
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

/** The head of a table's data. */
export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
  /** Of a partition: whose, and of which days, the last one left out. */
  readonly partition?: { readonly of: string; readonly from: string; readonly to: string };
}

/** The end of a table's data. */
export interface TableEnd {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the data, hex. */
  readonly sha256: string;
}

/** The last document of a backup. */
export interface Foot {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 over all documents before, hex; they contain the checksums of the data. */
  readonly sha256: string;
}

export type Document = Head | TableHead | TableEnd;
/** A document, or a piece of data. */
export type Part = Document | Buffer;

const documentFrame = 0x4a;
const dataFrame = 0x44;
const headBytes = 5;
const largestFrame = 64 * 1024 * 1024;

const compression = {
  chunkSize: 256 * 1024,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};

/**
 * Writes parts, and the foot that `parts` returns the sums for, compressed into a stream; encrypted
 * where there are keys.
 */
export async function packInto(
  output: NodeJS.WritableStream,
  parts: AsyncGenerator<Part, Omit<Foot, 'sha256'>>,
  keys?: BackupKeys,
): Promise<void> {
  const compressed = createZstdCompress(compression);
  if (keys) await pipeline(frames(parts), compressed, await encryptWith(keys), output);
  else await pipeline(frames(parts), compressed, output);
}

async function* frames(parts: AsyncGenerator<Part, Omit<Foot, 'sha256'>>) {
  const hash = createHash('sha256');
  for (;;) {
    const { value, done } = await parts.next();
    if (done) {
      yield frame(documentFrame, Buffer.from(JSON.stringify({ ...value, sha256: digest(hash) })));
      return;
    }
    if (Buffer.isBuffer(value)) {
      yield frameHead(dataFrame, value.length);
      yield value;
    } else {
      const text = Buffer.from(JSON.stringify(value));
      hash.update(text);
      yield frame(documentFrame, text);
    }
  }
}

const digest = (hash: ReturnType<typeof createHash>) => hash.digest('hex');

function frameHead(kind: number, length: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind);
  head.writeUInt32BE(length, 1);
  return head;
}

const frame = (kind: number, payload: Buffer) =>
  Buffer.concat([frameHead(kind, payload.length), payload]);

/**
 * Reads what `packInto` wrote: documents and pieces of data, the foot checked and left out. Throws
 * `invalid_request` for bytes that were cut off or changed, when it comes to them.
 */
export async function* unpack(
  input: AsyncIterable<Buffer>,
  keys?: BackupKeys,
): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  let held: { text: Buffer; value: Partial<Foot & TableEnd> } | undefined;
  for await (const { kind, payload } of readFrames(decompressed(decrypted(input, keys)))) {
    // The foot is the document after which nothing comes.
    if (held) {
      hash.update(held.text);
      yield held.value as Document;
      held = undefined;
    }
    if (kind === dataFrame) yield payload;
    else held = { text: payload, value: parse(payload) };
  }
  if (held?.value.tables === undefined) throw brokenBackup('its end is missing');
  if (held.value.sha256 !== digest(hash)) throw brokenBackup('a checksum is wrong');
}

function parse(text: Buffer): Partial<Foot & TableEnd> {
  try {
    const value: unknown = JSON.parse(text.toString());
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below, as for any other value that is no object.
  }
  throw brokenBackup('a document in it is damaged');
}

async function* decompressed(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const output = createZstdDecompress();
  let fault: Error | undefined;
  const done = pipeline(input, output).catch((error) => {
    fault = error;
  });
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } catch (error) {
    await done;
    if (fault instanceof ApiError || isOfFile(fault)) throw fault;
    throw brokenBackup(`it is cut off or damaged (${String(error)})`);
  }
}

/** Could the file not be read, as opposed to being wrong? */
const isOfFile = (error: Error | undefined) =>
  (error as NodeJS.ErrnoException | undefined)?.syscall !== undefined;

interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
}

async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (rest.length - at >= headBytes) {
      const kind = rest.readUInt8(at);
      const end = at + headBytes + rest.readUInt32BE(at + 1);
      const isKnown = kind === documentFrame || kind === dataFrame;
      if (!isKnown || end - at > largestFrame) throw brokenBackup('it holds something else');
      if (end > rest.length) break;
      yield { kind, payload: rest.subarray(at + headBytes, end) };
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw brokenBackup('it is cut off');
}
