// An upload of members as lines: NDJSON or CSV, read as it comes.
import type { Readable } from 'node:stream';
import { ApiError } from '../../../api-error.ts';
import {
  delimiterOf,
  FeedFileError,
  type FileLine,
  readDelimited,
  readNdjson,
} from '../../catalog/feeds/index.ts';

/** A million of the longest names. */
const bytesMax = 1024 ** 3;

/** Reads lines of a body. Throws `malformed_json` for one that is cut off, `body_too_large`. */
export async function* readLines(body: Readable, isCsv: boolean): AsyncGenerator<FileLine> {
  // An upload that is refused before it is read needs no listener for its end.
  body.on('error', () => undefined);
  const bytes = bounded(body);
  try {
    yield* isCsv ? readCsv(decoded(bytes)) : readNdjson(bytes);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const why = cause instanceof FeedFileError ? cause.message : 'it was cut off, or is damaged';
    const error = new ApiError(
      'malformed_json',
      `The upload cannot be read: ${why}; nothing was changed.`,
    );
    error.cause = cause;
    throw error;
  }
}

/** By the delimiter that its header has: some locales write `;`. */
async function* readCsv(text: AsyncGenerator<string>): AsyncGenerator<FileLine> {
  let head = '';
  while (!/[\r\n]/.test(head) && head.length < headMax) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  const [header = ''] = head.split(/[\r\n]/, 1);
  const all = (async function* () {
    yield head;
    yield* text;
  })();
  yield* header.trim() === 'userId' ? readIds(all) : readDelimited(all, delimiterOf(head));
}

const headMax = 65_536;

/** Ids below their header, a line each or several in one. */
async function* readIds(text: AsyncIterable<string>): AsyncGenerator<FileLine> {
  let rest = '';
  let line = 0;
  const idsOf = (read: string): FileLine[] => {
    line += 1;
    const ids = line === 1 ? [] : read.split(/[,;\t]/).map((id) => id.trim());
    return ids.filter((id) => id !== '').map((userId) => ({ line, row: { userId } }));
  };
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const one of lines) yield* idsOf(one);
    if (rest.length > headMax) throw new FeedFileError(`line ${line + 1} is too long`);
  }
  yield* idsOf(rest);
}

async function* bounded(body: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  // Destroying the request would take the connection that the answer needs.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > bytesMax) throw new ApiError('body_too_large', `More than ${bytesMax} bytes.`);
    yield chunk as Uint8Array;
  }
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
