// Texts as frames of Zstandard (RFC 8878), each by itself.
import { constants, createZstdCompress, type ZstdCompress, zstdDecompressSync } from 'node:zlib';

const options = {
  // With each that is written, a frame ends.
  flush: constants.ZSTD_e_end,
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
};

let stream: ZstdCompress | undefined;
/** Settled when the last caller has its frame. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves to a frame. One stream makes all of them, one after the other: for each text a stream of
 * its own costs 45 us, and is garbage that only a collection of the whole heap finds. ADR 0042.
 */
export function pack(text: Buffer): Promise<Buffer> {
  const frame = last.then(() => frameOf(text));
  last = frame.catch(() => undefined);
  return frame;
}

function openStream(): ZstdCompress {
  // The writer gets the error.
  return createZstdCompress(options).on('error', () => undefined);
}

function frameOf(text: Buffer): Promise<Buffer> {
  stream ??= openStream();
  const own = stream;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  const take = (piece: Buffer) => void pieces.push(piece);
  own.on('data', take);
  own.write(text, (error) => {
    own.off('data', take);
    if (!error) return resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
    stream = undefined;
    reject(error);
  });
  return promise;
}

/** The text in a frame, of so many bytes. Throws where the size differs. */
export function unpack(frame: Buffer, size: number): string {
  const text = zstdDecompressSync(frame, { maxOutputLength: size });
  if (text.length !== size) throw new Error(`${size} bytes were packed, ${text.length} come out`);
  return text.toString();
}
