// How NDJSON is read: a JSON value a line, and a bad line spoils only itself.
import { FeedFileError, type FeedLine, ROW_MAX, rowTooLong } from './feed-line.ts';

interface ByteLine {
  /** Absent when the line was too long to be kept. */
  readonly bytes?: Uint8Array;
  /** False for a last line without a line end. */
  readonly ended: boolean;
}

/** Nothing where the line is blank. */
interface Parsed {
  readonly row?: unknown;
  readonly fault?: string;
}

const NEWLINE = 10;

/**
 * Reads NDJSON in UTF-8 line by line; blank lines are skipped, and memory holds one line.
 * A last line that is broken and has no line end was cut off: throws FeedFileError.
 */
export async function* readNdjson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FeedLine> {
  // Decodes whole lines, so that a bad byte is the fault of its line alone.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for await (const { bytes, ended } of splitLines(chunks)) {
    line += 1;
    const parsed: Parsed = bytes ? parseLine(bytes, decoder) : { fault: rowTooLong };
    if (parsed.fault && !ended) {
      throw new FeedFileError(`the file is cut off in line ${line}: ${parsed.fault}`);
    }
    if (parsed.fault) yield { line, fault: parsed.fault };
    else if ('row' in parsed) yield { line, row: parsed.row };
  }
}

function parseLine(bytes: Uint8Array, decoder: TextDecoder): Parsed {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { fault: 'is not UTF-8' };
  }
  if (text.trim() === '') return {};
  try {
    return { row: JSON.parse(text) };
  } catch (error) {
    return { fault: `is not JSON: ${(error as Error).message}` };
  }
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ByteLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length > ROW_MAX) parts = [];
    else parts.push(part);
  };
  const take = (ended: boolean): ByteLine => {
    const line = length > ROW_MAX ? { ended } : { bytes: Buffer.concat(parts), ended };
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take(true);
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take(false);
}
