// How a JSON document of items is read element by element, without ever holding the whole.
import { parseExact } from '@attune/core';
import {
  FeedFileError,
  type FeedLine,
  LINE_MAX,
  lineNeverEnds,
  ROW_MAX,
  rowTooLong,
} from './feed-line.ts';

/** The reader's state; text since the last boundary is kept up to the size of a row. */
interface Scan {
  depth: number;
  inString: boolean;
  escaped: boolean;
  line: number;
  /** The depth between the items: 1 in a bare array, 2 within { items }, 0 outside of them. */
  itemsDepth: number;
  found: boolean;
  key: string;
  text: string;
  /** Of what was given up because it was too long. */
  lost: number;
  tooLong: boolean;
  textLine: number;
}

interface Element {
  /** Absent when the element was too long to be kept. */
  readonly text?: string;
  readonly line: number;
}

/**
 * Reads `[item, ...]` or `{ "items": [item, ...] }`; memory holds one element.
 * An element that is no JSON spoils only itself; a document that is cut off throws FeedFileError.
 */
export async function* readJsonItems(text: AsyncIterable<string>): AsyncGenerator<FeedLine> {
  const scan = start();
  for await (const chunk of text) yield* readChunk(scan, chunk);
  if (scan.depth > 0 || scan.inString) {
    throw new FeedFileError(`the file is cut off in line ${scan.line}`);
  }
  if (!scan.found || !isBlank(scan)) throw notItems(scan);
}

function start(): Scan {
  return {
    depth: 0,
    inString: false,
    escaped: false,
    line: 1,
    itemsDepth: 0,
    found: false,
    key: '',
    text: '',
    lost: 0,
    tooLong: false,
    textLine: 1,
  };
}

function* readChunk(scan: Scan, chunk: string): Generator<FeedLine> {
  for (let at = 0; at < chunk.length; ) {
    const parts = partsOf(scan);
    parts.lastIndex = at;
    const [part] = parts.exec(chunk) as RegExpExecArray;
    at += part.length;
    if (part === '\n') scan.line += 1;
    if (scan.inString) readString(scan, part);
    else if (part === '[' || part === '{') open(scan, part);
    else if (part === ']' || part === '}') yield* close(scan, part);
    else if (part === ',' || part === ':') yield* separate(scan, part);
    else {
      scan.inString = part === '"';
      add(scan, part);
    }
  }
}

/** Splits at what matters in the present state, so that plain runs are copied whole. */
function partsOf(scan: Scan): RegExp {
  if (scan.inString) return partsOfString;
  return scan.itemsDepth > 0 && scan.depth > scan.itemsDepth ? partsOfElement : partsOfDocument;
}

const partsOfString = /["\\\n]|[^"\\\n]+/y;
const partsOfElement = /["[\]{}\n]|[^"[\]{}\n]+/y;
const partsOfDocument = /["[\]{},:\n]|[^"[\]{},:\n]+/y;

function readString(scan: Scan, part: string): void {
  add(scan, part);
  if (scan.escaped) scan.escaped = false;
  else if (part === '\\') scan.escaped = true;
  else if (part === '"') scan.inString = false;
}

function open(scan: Scan, bracket: string): void {
  const isFirst = scan.depth === 0;
  if (isFirst && (scan.found || !isBlank(scan))) throw notItems(scan);
  const mayHold = isFirst || (scan.depth === 1 && scan.key === '"items"' && isBlank(scan));
  if (bracket === '[' && !scan.found && mayHold) {
    scan.found = true;
    scan.itemsDepth = scan.depth + 1;
  }
  scan.depth += 1;
  if (scan.depth === 1 || scan.depth === scan.itemsDepth) take(scan);
  else add(scan, bracket);
}

function* close(scan: Scan, bracket: string): Generator<FeedLine> {
  if (isBetweenItems(scan)) {
    yield* endElement(scan, bracket);
    scan.itemsDepth = 0;
  } else add(scan, bracket);
  scan.depth -= 1;
  if (scan.depth < 0) throw notItems(scan);
  if (scan.depth === 0) take(scan);
}

function* separate(scan: Scan, mark: string): Generator<FeedLine> {
  if (isBetweenItems(scan) && mark === ',') yield* endElement(scan, mark);
  else if (scan.depth === 1 && scan.itemsDepth === 0) {
    const { text = '' } = take(scan);
    scan.key = mark === ':' ? text.trim() : '';
  } else add(scan, mark);
}

function* endElement(scan: Scan, mark: string): Generator<FeedLine> {
  const element = take(scan);
  // Nothing before the closing bracket is an empty array, nothing before a comma is an error.
  if (mark === ',' || element.text?.trim() !== '') yield parseElement(element);
}

function parseElement({ text, line }: Element): FeedLine {
  if (text === undefined) return { line, fault: rowTooLong };
  try {
    return { line, row: parseExact(text) };
  } catch (error) {
    return { line, fault: `is not JSON: ${(error as Error).message}` };
  }
}

function isBetweenItems(scan: Scan): boolean {
  return scan.itemsDepth > 0 && scan.depth === scan.itemsDepth;
}

function isBlank(scan: Scan): boolean {
  return !scan.tooLong && scan.text.trim() === '';
}

function add(scan: Scan, part: string): void {
  if (scan.tooLong) {
    scan.lost += part.length;
    if (scan.lost > LINE_MAX) throw new FeedFileError(lineNeverEnds(scan.textLine));
    return;
  }
  scan.tooLong = scan.text.length + part.length > ROW_MAX;
  scan.text = scan.tooLong ? '' : scan.text + part;
}

function take(scan: Scan): Element {
  const leading = /^\s*/.exec(scan.text)?.[0].split('\n').length ?? 1;
  const line = scan.textLine + leading - 1;
  const element = scan.tooLong ? { line } : { line, text: scan.text };
  scan.text = '';
  scan.lost = 0;
  scan.tooLong = false;
  scan.textLine = scan.line;
  return element;
}

function notItems({ line }: Scan): FeedFileError {
  return new FeedFileError(`the file is no array of items, and no { "items": [] }: line ${line}`);
}
