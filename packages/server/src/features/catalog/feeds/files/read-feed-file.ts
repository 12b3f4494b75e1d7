// How a feed file of any format becomes rows of a feed: opened, detected, read, mapped.
import { googleMerchantMapping, knownColumns, type Mapping } from '@attune/core';
import { type OnProgress, type OpenFile, openBytes } from './bytes.ts';
import { type DelimitedOptions, readDelimited } from './delimited.ts';
import { jsonRoot, xmlRoot } from './document-root.ts';
import { FeedFileError, type FeedLine, type FileLine } from './feed-line.ts';
import {
  delimiterOf,
  detectFormat,
  type FeedFormat,
  googleColumn,
  quoteOf,
  strangeKind,
} from './format.ts';
import { readJsonItems } from './json-items.ts';
import { collectParents, mapRows } from './mapped-rows.ts';
import { readNdjson } from './ndjson.ts';
import { inOneCurrency, notTooMany } from './row-limits.ts';
import { type FeedSource, fileSource } from './source.ts';
import { peeked, repeatable } from './spool.ts';
import { decodeText, encodingOf, headText } from './text.ts';
import { isOffice } from './unpack.ts';
import { openSheet } from './workbook/index.ts';
import { readXml } from './xml.ts';

export interface ReadFeedOptions {
  /** Detected by the file's name and content unless given, as the next three. */
  readonly format?: FeedFormat | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: string | undefined;
  /** Of a workbook; the mapping's unless given, else the first that looks like products. */
  readonly sheet?: string | undefined;
  /** Gets the name of the sheet that is read, where the file is a workbook. */
  readonly onSheet?: ((sheet: string) => void) | undefined;
  /** Are the rows wanted as a mapping has them, and not the built-in one? */
  readonly isForMapping?: boolean;
  /** From the file's own columns to ours; without one, Google's formats use the built-in one. */
  readonly mapping?: Mapping | undefined;
  /** Names that lead to the rows of a document, instead of the mapping's. */
  readonly root?: readonly string[] | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Gets the columns of CSV and TSV, those without values among them. */
  readonly onHeader?: DelimitedOptions['onHeader'];
  /** Gets the columns of a file once it is read: of its header, or of all its rows. */
  readonly onColumns?: ((columns: readonly string[]) => void) | undefined;
}

/** How a file is read, in full. */
export interface FileForm {
  readonly format: FeedFormat;
  readonly encoding: string;
  readonly delimiter: string;
  readonly quote: string;
  /** Does nothing say the encoding but the words that it makes? */
  readonly isGuessed: boolean;
  /** Was the encoding detected, so that bytes further down may show another? */
  readonly mayChange: boolean;
  /** Names that lead to the items of a document. */
  readonly root: readonly string[] | undefined;
  /** Which sheet is read of a workbook, and which it shows. */
  readonly sheet?: string;
  readonly sheets?: readonly string[];
}

const headBytes = 64 * 1024;
const mostColumnsNoted = 1_000;

/**
 * Reads a feed file (any format, packed or not) as rows still to be read as items, in bounded
 * memory. A row that cannot be read is an error with its line. Throws FeedFileError when the file
 * as a whole is unusable, cut off included: then nothing that was read of it may be applied.
 */
export async function* readFeedFile(
  path: string,
  options: ReadFeedOptions = {},
): AsyncGenerator<FeedLine> {
  yield* readFeed(await fileSource(path), options);
}

/** Reads a source as `readFeedFile` reads a file. */
export async function* readFeed(
  source: FeedSource,
  options: ReadFeedOptions = {},
): AsyncGenerator<FeedLine> {
  const { mapping } = options;
  if (!mapping?.parents) {
    yield* readOnce(source, options);
    return;
  }
  // A row may refer to one that comes after it: the whole file is looked at before.
  const { source: again, remove } = await repeatable(source);
  try {
    const parents = await collectParents(mapping, await openRows(again, options));
    yield* readOnce(again, options, parents);
  } finally {
    await remove();
  }
}

async function* readOnce(
  source: FeedSource,
  options: ReadFeedOptions,
  parents?: Awaited<ReturnType<typeof collectParents>>,
): AsyncGenerator<FeedLine> {
  let header: readonly string[] | undefined;
  const onHeader = (names: readonly string[]) => {
    header = names;
    options.onHeader?.(names);
  };
  const file = await openRows(source, { ...options, onHeader });
  const found = new Set<string>();
  // A header says them all; without one, they are those of the rows.
  const isNoting = () => header === undefined && found.size < mostColumnsNoted;
  const rows = options.onColumns ? notingColumns(file.rows, found, isNoting) : file.rows;
  try {
    const builtIn = file.form.format.startsWith('google-') ? googleMerchantMapping : undefined;
    const mapping = options.mapping ?? builtIn;
    const lines = notTooMany(rows, file.size);
    yield* mapping ? mapRows(lines, mapping, parents) : leniently(inOneCurrency(lines));
    options.onColumns?.(header ?? [...found]);
  } finally {
    await file.close();
  }
}

/** Adds the columns of rows while they pass, as long as they are wanted. */
async function* notingColumns(
  lines: AsyncIterable<FileLine>,
  found: Set<string>,
  isNoting: () => boolean,
) {
  for await (const line of lines) {
    const row = 'row' in line && isNoting() ? line.row : undefined;
    if (row instanceof Object) for (const column of Object.keys(row)) found.add(column);
    yield line;
  }
}

/** Rows of a file that is open until `close` is called, with how they are read. */
export interface OpenRows extends Pick<OpenFile, 'packing' | 'size' | 'close'> {
  readonly form: FileForm;
  readonly rows: AsyncGenerator<FileLine>;
}

/** Reads a source's rows as its own columns have them. */
export async function openRows(
  given: FeedSource,
  options: ReadFeedOptions = {},
): Promise<OpenRows> {
  const { start, source } = await peeked(given);
  if (isOffice(start)) {
    const named = options.sheet ?? options.mapping?.sheet;
    const opened = await openSheet(source, { ...options, sheet: named });
    const { rows, size, close, sheet, sheets } = opened;
    options.onSheet?.(sheet);
    return { rows, size, close, packing: 'no', form: { ...sheetForm, sheet, sheets } };
  }
  const file = await openBytes(source, headBytes, options.onProgress);
  try {
    const form = await formOf(source.name, file, options);
    return { ...file, form, rows: readLines(form, file.all, options.onHeader) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const sheetForm: FileForm = {
  ...{ format: 'xlsx', encoding: 'utf-8', delimiter: ',', quote: '"', root: undefined },
  ...{ isGuessed: false, mayChange: false },
};

/** What is known of how a file is read. Throws FeedFileError where it is no feed at all. */
async function formOf(
  name: string,
  { head }: Pick<OpenFile, 'head'>,
  options: ReadFeedOptions,
): Promise<FileForm> {
  if (head.length === 0) throw new FeedFileError('the file is empty: export it again');
  if (options.format === 'xlsx') throw new FeedFileError('the file is no workbook of Excel');
  const told = options.encoding && { encoding: options.encoding, isGuessed: false };
  const looksLike = told || (await encodingOf(head));
  const text = headText(head, looksLike.encoding);
  const strange = strangeKind(text, head);
  if (strange) throw new FeedFileError(`the file is ${strange}`);
  const detected = detectFormat(name, text);
  // A caller's mapping names the columns as the file has them.
  const mapped =
    detected === 'google-tsv' && (options.mapping || options.isForMapping) ? 'tsv' : detected;
  const format = options.format ?? mapped;
  // JSON is UTF-8 (RFC 8259): in it a byte of another encoding is an error of its line.
  const isJson = format === 'json' || format === 'ndjson';
  const { encoding, isGuessed } =
    isJson && looksLike.isGuessed ? { encoding: 'utf-8', isGuessed: false } : looksLike;
  const delimiter = format === 'csv' ? (options.delimiter ?? delimiterOf(text)) : '\t';
  const quote = options.quote ?? quoteOf(text, delimiter);
  const mayChange = options.encoding === undefined && !isJson;
  const root = options.root ?? options.mapping?.root ?? rootOf(format, text);
  return { format, encoding, delimiter, quote, isGuessed, mayChange, root };
}

function rootOf(format: FeedFormat, text: string): readonly string[] | undefined {
  if (format === 'json') return jsonRoot(text);
  return format === 'xml' ? xmlRoot(text) : undefined;
}

function readLines(
  { format, encoding, delimiter, quote, mayChange, root }: FileForm,
  bytes: AsyncIterable<Uint8Array>,
  onHeader?: DelimitedOptions['onHeader'],
): AsyncGenerator<FileLine> {
  if (format === 'ndjson' && encoding === 'utf-8') return readNdjson(bytes);
  const text = decodeText(bytes, encoding, mayChange);
  switch (format) {
    case 'ndjson':
      return readNdjson(encoded(text));
    case 'csv':
    case 'tsv':
      return readDelimited(text, delimiter, { quote, isLenient: true, onHeader });
    case 'google-tsv':
      return readDelimited(text, '\t', { nameOf: googleColumn, quote, isLenient: true, onHeader });
    case 'google-xml':
    case 'xml':
      return readXml(text, root);
    case 'json':
      return readJsonItems(text, root);
    case 'xlsx':
      throw new Error('a workbook is no text');
  }
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of text) yield Buffer.from(chunk);
}

/** Without a mapping the columns that the service knows are those that are requested. */
async function* leniently(lines: AsyncIterable<FeedLine>): AsyncGenerator<FeedLine> {
  for await (const line of lines) yield 'row' in line ? { ...line, asked: knownColumns } : line;
}
