// How gzip and zip are undone while they arrive, and what makes a file a bomb.
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { FeedFileError } from './feed-line.ts';
import { through } from './through.ts';

export type Packing = 'no' | 'gzip' | 'zip';

type Chunks = AsyncGenerator<Uint8Array>;

/** Feeds are packed to a tenth, very even ones to a hundredth. */
const ratioMax = 200;
/** Below so many unpacked bytes the ratio says nothing. */
const ratioFrom = 64 * 1024 ** 2;

/** How a file is packed, by its first bytes. */
export function packingOf(start: Uint8Array): Packing {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  const isZip = start[0] === 0x50 && start[1] === 0x4b && start[2] === 0x03 && start[3] === 0x04;
  return isZip ? 'zip' : 'no';
}

/** Throws where so many bytes have come of so few that somebody means harm. */
export function refuseBomb(packed: number, unpacked: number): void {
  if (unpacked < ratioFrom || unpacked <= packed * ratioMax) return;
  throw new FeedFileError(
    `the file unpacks to more than ${ratioMax} times its size, as no feed does: it is refused`,
  );
}

/** Undoes gzip. Throws FeedFileError where it is damaged, cut off or a bomb. */
export async function* gunzip(chunks: Chunks): Chunks {
  const engine = createGunzip();
  let unpacked = 0;
  try {
    for await (const chunk of through<Uint8Array>(chunks, engine)) {
      unpacked += chunk.length;
      refuseBomb(engine.bytesWritten, unpacked);
      yield chunk;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw error;
    throw new FeedFileError(
      'the gzip data is damaged or cut off: download or pack the file again',
      { cause: error },
    );
  }
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const headerBytes = 30;
const stored = 0;
const deflated = 8;
const encryptedFlag = 1;
const laterFlag = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  /** Are check sum and sizes behind the data? */
  readonly isLater: boolean;
}

/**
 * Undoes a zip with one file inside (APPNOTE 6.3); folders and what macOS adds are passed over.
 * Throws FeedFileError where there is none or more than one, and where it is damaged or a bomb.
 */
export async function* unzip(chunks: Chunks): Chunks {
  let found = '';
  for await (const { name, bytes } of zipEntries(chunks)) {
    if (isPassedOver(name)) continue;
    if (found !== '') {
      const names = `${found} and ${name}`;
      throw new FeedFileError(`the zip has more than one file in it: ${names}. Pack one alone`);
    }
    found = name;
    yield* bytes;
  }
  if (found === '') throw new FeedFileError('the zip has no file in it: pack the table again');
}

/** The files of a zip one after the other: each is read, or passed over, before the next. */
export async function* zipEntries(
  chunks: Chunks,
): AsyncGenerator<{ readonly name: string; readonly bytes: Chunks }> {
  const input = pushable(chunks);
  for (;;) {
    const start = await input.peek(4);
    if (start.length < 4) throw cutOff();
    const signature = start.readUInt32LE();
    if (signature === centralHeader) return;
    if (signature !== localHeader) throw cutOff();
    const entry = await readEntry(input);
    const bytes = entryBytes(input, entry);
    yield { name: entry.name, bytes };
    for await (const _ of bytes);
  }
}

/** Is this the beginning of a zip that an Office program wrote? */
export function isOffice(start: Uint8Array): boolean {
  if (packingOf(start) !== 'zip' || start.length < headerBytes) return false;
  const view = Buffer.from(start.buffer, start.byteOffset, start.length);
  const name = view.toString('latin1', headerBytes, headerBytes + view.readUInt16LE(26));
  return /^(\[Content_Types\]\.xml$|_rels\/|docProps\/|xl\/|word\/|ppt\/)/.test(name);
}

const again = 'download or pack the file again';
const damaged = `the zip data is damaged or cut off: ${again}`;
const cutOff = () => new FeedFileError(damaged);

const isPassedOver = (name: string) =>
  name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(name);

async function readEntry(input: Input): Promise<Entry> {
  const head = await input.take(headerBytes);
  const flags = head.readUInt16LE(6);
  const method = head.readUInt16LE(8);
  const name = (await input.take(head.readUInt16LE(26))).toString('utf8').slice(0, 200);
  await input.take(head.readUInt16LE(28));
  if (flags & encryptedFlag)
    throw new FeedFileError('the zip asks for a password: pack it without one');
  const isLater = (flags & laterFlag) !== 0;
  const packed = head.readUInt32LE(18);
  if (method !== deflated && (method !== stored || isLater || packed === 0xffffffff)) {
    throw new FeedFileError(
      `the zip is packed in an unknown way (${method}): pack it again with deflate`,
    );
  }
  return { name, method, crc: head.readUInt32LE(14), packed, isLater };
}

async function* entryBytes(input: Input, entry: Entry): Chunks {
  let sum = 0;
  const bytes = entry.method === stored ? exactly(input, entry.packed) : inflate(input);
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  const crc = entry.isLater ? await readDescriptor(input) : entry.crc;
  if (crc !== sum)
    throw new FeedFileError(`the zip data is damaged, its check sum is wrong: ${again}`);
}

const descriptorSignature = 0x08074b50;

/** The check sum behind the data; sizes take 4 bytes each or, of very large files, 8. */
async function readDescriptor(input: Input): Promise<number> {
  const start = await input.peek(28);
  const at = start.length >= 4 && start.readUInt32LE() === descriptorSignature ? 4 : 0;
  for (const sizes of [8, 16]) {
    const end = at + 4 + sizes;
    if (start.length < end + 4) continue;
    const next = start.readUInt32LE(end);
    if (next !== localHeader && next !== centralHeader) continue;
    return (await input.take(end)).readUInt32LE(at);
  }
  throw cutOff();
}

/** Of so many packed bytes at once no more can come than memory has room for. */
const inflatedAtOnce = 16 * 1024;

/** Only the data themselves say where they end; what was read beyond is given back. */
async function* inflate(input: Input): Chunks {
  const engine = createInflateRaw();
  const out: Uint8Array[] = [];
  let isEnded = false;
  let failure: Error | undefined;
  engine.on('data', (chunk: Buffer) => out.push(chunk));
  engine.once('end', () => {
    isEnded = true;
  });
  engine.once('error', (error) => {
    failure = error;
  });
  let [fed, unpacked] = [0, 0];
  try {
    while (!isEnded) {
      const chunk = await input.some(inflatedAtOnce);
      if (!chunk) throw cutOff();
      fed += chunk.length;
      await new Promise<void>((resolve) => engine.write(chunk, () => resolve()));
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (failure) throw new FeedFileError(damaged, { cause: failure });
      for (const piece of out.splice(0)) {
        unpacked += piece.length;
        refuseBomb(fed, unpacked);
        yield piece;
      }
      const over = fed - engine.bytesWritten;
      if (over === 0) continue;
      input.giveBack(chunk.subarray(chunk.length - over));
      isEnded = true;
    }
  } finally {
    engine.destroy();
  }
}

async function* exactly(input: Input, size: number): Chunks {
  for (let left = size; left > 0; ) {
    const chunk = await input.some(left);
    if (!chunk) throw cutOff();
    left -= chunk.length;
    yield chunk;
  }
}

type Input = ReturnType<typeof pushable>;

/** Chunks of which some may be looked at or given back. */
function pushable(source: Chunks) {
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (!done) held = Buffer.concat([held, value]);
    return !done;
  };
  const peek = async (size: number): Promise<Buffer> => {
    while (held.length < size && (await more()));
    return held.subarray(0, size);
  };
  const take = async (size: number): Promise<Buffer> => {
    const peeked = await peek(size);
    if (peeked.length < size) throw cutOff();
    held = held.subarray(size);
    return peeked;
  };
  return {
    peek,
    take,
    giveBack: (bytes: Uint8Array) => {
      held = Buffer.concat([bytes, held]);
    },
    /** At most so many; nothing at the end. */
    some: async (most: number): Promise<Buffer | undefined> => {
      if (held.length === 0 && !(await more())) return undefined;
      const chunk = held.subarray(0, most);
      held = held.subarray(chunk.length);
      return chunk;
    },
  };
}
