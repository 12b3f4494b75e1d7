// How a JSON document of items is read element by element, without ever holding the whole.
import { parseExact } from '@attune/core';
import {
  FeedFileError,
  type FileLine,
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
  /** Names that lead to the items; none: an array, or `items` of an object. */
  readonly root: readonly string[] | undefined;
  /** Outside of the items, the name at each depth; empty within arrays. */
  readonly path: string[];
  text: string;
  /** Of what was given up because it was too long. */
  lost: number;
  tooLong: boolean;
  textLine: number;
  /** How many items have begun. */
  items: number;
}

interface Element {
  /** Absent when the element was too long to be kept. */
  readonly text?: string;
}

/**
 * Reads `[item, ...]`, `{ "items": [item, ...] }`, or the array that the names of `root` lead to;
 * memory holds one element.
 * An element that is no JSON spoils only itself; a document that is cut off throws FeedFileError.
 */
export async function* readJsonItems(
  text: AsyncIterable<string>,
  root?: readonly string[],
): AsyncGenerator<FileLine> {
  const scan = start(root);
  for await (const chunk of text) yield* readChunk(scan, chunk);
  if (scan.depth > 0 || scan.inString) {
    throw new FeedFileError(
      `the file is cut off in line ${scan.line}: download or export it again`,
    );
  }
  if (!scan.found || !isBlank(scan)) throw notItems(scan);
}

function start(root: readonly string[] | undefined): Scan {
  return {
    depth: 0,
    inString: false,
    escaped: false,
    line: 1,
    itemsDepth: 0,
    found: false,
    root,
    path: [],
    text: '',
    lost: 0,
    tooLong: false,
    textLine: 1,
    items: 0,
  };
}

function* readChunk(scan: Scan, chunk: string): Generator<FileLine> {
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
  const mayHold = isBlank(scan) && isRoot(scan);
  if (bracket === '[' && !scan.found && mayHold) {
    scan.found = true;
    scan.itemsDepth = scan.depth + 1;
  }
  scan.depth += 1;
  if (scan.itemsDepth === 0) scan.path[scan.depth - 1] = '';
  if (scan.itemsDepth === 0 || scan.depth === scan.itemsDepth) take(scan);
  else add(scan, bracket);
}

/** Does an array that opens here hold the items? */
function isRoot({ depth, path, root }: Scan): boolean {
  if (depth === 0) return root === undefined || root.length === 0;
  const names = root ?? ['items'];
  return depth === names.length && names.every((name, at) => path[at] === JSON.stringify(name));
}

function* close(scan: Scan, bracket: string): Generator<FileLine> {
  if (isBetweenItems(scan)) {
    yield* endElement(scan, bracket);
    scan.itemsDepth = 0;
  } else if (scan.itemsDepth > 0) add(scan, bracket);
  scan.depth -= 1;
  if (scan.depth < 0) throw notItems(scan);
  if (scan.itemsDepth === 0) take(scan);
}

function* separate(scan: Scan, mark: string): Generator<FileLine> {
  if (isBetweenItems(scan) && mark === ',') yield* endElement(scan, mark);
  else if (scan.itemsDepth === 0) {
    const { text = '' } = take(scan);
    if (scan.depth > 0) scan.path[scan.depth - 1] = mark === ':' ? text.trim() : '';
  } else add(scan, mark);
}

function* endElement(scan: Scan, mark: string): Generator<FileLine> {
  const element = take(scan);
  // Nothing before the closing bracket is an empty array, nothing before a comma is an error.
  if (mark !== ',' && element.text?.trim() === '') return;
  scan.items += 1;
  yield parseElement(element, scan.items);
}

function parseElement({ text }: Element, line: number): FileLine {
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
  const element = scan.tooLong ? {} : { text: scan.text };
  scan.text = '';
  scan.lost = 0;
  scan.tooLong = false;
  scan.textLine = scan.line;
  return element;
}

function notItems({ line, root }: Scan): FeedFileError {
  const wanted = root?.length ? `has no list at ${root.join('.')}` : 'is no array of items, and no';
  const form = root?.length ? '' : ' { "items": [] }';
  return new FeedFileError(`the file ${wanted}${form}: line ${line}`);
}
