// Bytes over a TCP connection as they are, and the answers that come back, read by hand.
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  /** By lower-case name; the last one wins. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** What was received; a connection that ended without an answer has none. */
export interface Received {
  readonly answers: readonly Answer[];
  readonly isClosed: boolean;
}

/** No request of a fuzzer takes longer, unless the server hangs. */
const boundMs = 20_000;
/** Who has not answered for so long waits for more. */
const silenceMs = 15;

interface Parsed {
  readonly answer: Answer;
  /** Where the next answer begins. */
  readonly end: number;
}

export interface Connection {
  /** Sends the pieces and reads until the answer to it is complete, or the server closes. */
  readonly exchange: (pieces: readonly Uint8Array[], isHead: boolean) => Promise<Received>;
  /**
   * Sends, says after a silence that nothing more comes, and reads until the server closes. The
   * silence before the first answer may be longer.
   */
  readonly sendAndEnd: (pieces: readonly Uint8Array[], firstMs?: number) => Promise<Received>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** Opens a connection to a server. */
export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let isClosed = false;
  let heard = () => {};
  const note = () => {
    isClosed = true;
    heard();
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    heard();
  });
  // A reset after the answer is as good as an end; without an answer the judge decides.
  socket.on('error', note).on('end', note).on('close', note);

  /** Resolves when something was heard, or after a time. */
  const listen = (ms: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      heard = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  const answersSoFar = (isHead: boolean): Answer[] => {
    const answers: Answer[] = [];
    for (;;) {
      const parsed = parseAnswer(received, isHead, isClosed);
      if (!parsed) return answers;
      received = received.subarray(parsed.end);
      if (parsed.answer.status >= 200) answers.push(parsed.answer);
    }
  };
  return {
    exchange: async (pieces, isHead) => {
      void write(socket, pieces);
      const end = performance.now() + boundMs;
      const answers = answersSoFar(isHead);
      while (answers.length === 0 && !isClosed) {
        if (!(await listen(end - performance.now()))) throw new Error('no answer in time');
        answers.push(...answersSoFar(isHead));
      }
      return { answers, isClosed };
    },
    sendAndEnd: async (pieces, firstMs = silenceMs) => {
      await write(socket, pieces);
      const answers: Answer[] = [];
      while (!isClosed && (await listen(answers.length > 0 ? silenceMs : firstMs))) {
        answers.push(...answersSoFar(false));
      }
      if (!isClosed) socket.end();
      while (!isClosed) {
        if (!(await listen(boundMs))) throw new Error('the server does not close the connection');
      }
      answers.push(...answersSoFar(false));
      socket.destroy();
      return { answers, isClosed };
    },
    isOpen: () => !isClosed && socket.writable,
    close: () => socket.destroy(),
  };
}

/** Writes piece by piece, so that each is a packet of its own. */
async function write(socket: Socket, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    if (!socket.writable) return;
    socket.write(piece);
    if (pieces.length > 1) await nextTurn();
  }
}

function parseAnswer(bytes: Buffer, isHead: boolean, isClosed: boolean): Parsed | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  if (!status) throw new Error(`an answer that is not HTTP: ${statusLine.slice(0, 200)}`);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const start = headEnd + 4;
  const unpack = unpacking[headers.get('content-encoding') ?? ''];
  const done = (body: Buffer, end: number) => {
    const text = (unpack && body.length > 0 ? unpack(body) : body).toString();
    return { answer: { status, headers, text }, end };
  };
  if (isHead || status < 200 || status === 204 || status === 304) return done(nothing, start);
  if (headers.get('transfer-encoding') === 'chunked') {
    const last = bytes.indexOf('\r\n0\r\n\r\n', headEnd);
    return last < 0 ? undefined : done(withoutSizes(bytes.subarray(start, last + 2)), last + 7);
  }
  const length = headers.get('content-length');
  if (length === undefined) {
    return isClosed ? done(bytes.subarray(start), bytes.length) : undefined;
  }
  const end = start + Number(length);
  return bytes.length < end ? undefined : done(bytes.subarray(start, end), end);
}

const nothing = Buffer.alloc(0);

const unpacking: Readonly<Record<string, ((body: Buffer) => Buffer) | undefined>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** The chunks of a body, each behind its size in a line. */
function withoutSizes(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const begin = body.indexOf('\r\n', at) + 2;
    const size = Number.parseInt(body.subarray(at, begin).toString('latin1'), 16);
    if (begin < 2 || Number.isNaN(size)) throw new Error('a chunk without a size');
    chunks.push(body.subarray(begin, begin + size));
    at = begin + size + 2;
  }
  return Buffer.concat(chunks);
}
