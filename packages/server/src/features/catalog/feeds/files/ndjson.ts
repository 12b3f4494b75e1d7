// How NDJSON is read: a JSON value a line, and a bad line spoils only itself.
import { isUtf8 } from 'node:buffer';
import { parseExact } from '@attune/core';
import {
  FeedFileError,
  type FileLine,
  LINE_MAX,
  lineNeverEnds,
  ROW_MAX,
  rowTooLong,
} from './feed-line.ts';

/** Nothing where the line is blank. */
interface Parsed {
  readonly row?: unknown;
  readonly fault?: string;
}

/** So many are given at once: a tenth of a millisecond's reading. */
export const linesAtOnce = 25;
const NEWLINE = 10;

/**
 * Reads NDJSON in UTF-8 line by line; blank lines are skipped, and memory holds one line.
 * A last line that is broken and has no line end was cut off: throws FeedFileError.
 */
export async function* readNdjson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  for await (const lines of readNdjsonChunks(chunks)) yield* lines;
}

/** Reads as `readNdjson` does; lines that end in one chunk come together, up to `linesAtOnce`. */
export async function* readNdjsonChunks(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<FileLine[]> {
  // Decodes whole lines, so that a bad byte is the error of its line alone.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const rest = unendedLine();
  let line = 0;
  const read = (parsed: Parsed, lines: FileLine[]) => {
    line += 1;
    if (parsed.fault) lines.push({ line, fault: parsed.fault });
    else if ('row' in parsed) lines.push({ line, row: parsed.row });
  };
  for await (const chunk of chunks) {
    const first = chunk.indexOf(NEWLINE);
    if (first === -1) {
      rest.add(chunk);
      if (rest.isEndless()) throw new FeedFileError(lineNeverEnds(line + 1));
      continue;
    }
    let lines: FileLine[] = [];
    rest.add(chunk.subarray(0, first));
    read(parseBytes(rest.take(), decoder), lines);
    const last = chunk.lastIndexOf(NEWLINE);
    for (const parsed of parseLines(chunk.subarray(first + 1, last + 1), decoder)) {
      read(parsed, lines);
      if (lines.length < linesAtOnce) continue;
      yield lines;
      lines = [];
    }
    rest.add(chunk.subarray(last + 1));
    yield lines;
  }
  if (rest.isEmpty()) return;
  const parsed = parseBytes(rest.take(), decoder);
  if (parsed.fault) {
    throw new FeedFileError(`the file is cut off in line ${line + 1}: ${parsed.fault}`);
  }
  const lines: FileLine[] = [];
  read(parsed, lines);
  yield lines;
}

/** Lines that have all ended. Good ones are decoded together, which is much faster. */
function* parseLines(bytes: Uint8Array, decoder: TextDecoder): Generator<Parsed> {
  if (bytes.length === 0) return;
  if (!isUtf8(bytes) || bytes.length > ROW_MAX) {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, start);
      yield parseBytes(end - start > ROW_MAX ? undefined : bytes.subarray(start, end), decoder);
      start = end + 1;
    }
    return;
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const line of buffer.toString('utf8', 0, bytes.length - 1).split('\n')) {
    yield parseText(line);
  }
}

function parseBytes(bytes: Uint8Array | undefined, decoder: TextDecoder): Parsed {
  if (!bytes) return { fault: rowTooLong };
  try {
    return parseText(decoder.decode(bytes));
  } catch {
    return { fault: 'is not UTF-8' };
  }
}

function parseText(text: string): Parsed {
  try {
    return { row: parseExact(text) };
  } catch (error) {
    if (text.trim() === '') return {};
    return { fault: `is not JSON: ${(error as Error).message}` };
  }
}

/** The bytes behind the last line end, while they may still become a row. */
function unendedLine() {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    add: (part: Uint8Array) => {
      length += part.length;
      if (length > ROW_MAX) parts = [];
      else parts.push(part);
    },
    /** Absent when the line was too long to be kept. */
    take: (): Buffer | undefined => {
      const line = length > ROW_MAX ? undefined : Buffer.concat(parts);
      parts = [];
      length = 0;
      return line;
    },
    isEmpty: () => length === 0,
    isEndless: () => length > LINE_MAX,
  };
}
