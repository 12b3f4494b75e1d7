// How a feed file of any format becomes rows of a feed: opened, detected, read, mapped.
import { applyMapping, googleMerchantMapping, type Mapping } from '@attune/core';
import { type OnProgress, type OpenFile, openBytes } from './bytes.ts';
import { readDelimited } from './delimited.ts';
import { FeedFileError, type FeedLine } from './feed-line.ts';
import {
  delimiterOf,
  detectFormat,
  type FeedFormat,
  googleColumn,
  quoteOf,
  strangeKind,
} from './format.ts';
import { readGoogleXml } from './google-xml.ts';
import { readJsonItems } from './json-items.ts';
import { readNdjson } from './ndjson.ts';
import { currencyCount, inOneCurrency, notTooMany } from './row-limits.ts';
import { type FeedSource, fileSource } from './source.ts';
import { decodeText, encodingOf, headText } from './text.ts';

export interface ReadFeedOptions {
  /** Detected by the file's name and content unless given, as the next three. */
  readonly format?: FeedFormat | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: string | undefined;
  /** From the file's own columns to ours; without one, Google's formats use the built-in one. */
  readonly mapping?: Mapping | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** How a file is read, in full. */
export interface FileForm {
  readonly format: FeedFormat;
  readonly encoding: string;
  readonly delimiter: string;
  readonly quote: string;
}

const headBytes = 64 * 1024;

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
  const file = await openBytes(source, headBytes, options.onProgress);
  try {
    const form = formOf(source.name, file, options);
    const builtIn = form.format.startsWith('google-') ? googleMerchantMapping : undefined;
    const mapping = options.mapping ?? builtIn;
    const lines = notTooMany(readLines(form, file.all), file.size);
    yield* mapping ? mapped(lines, mapping) : inOneCurrency(lines);
  } finally {
    await file.close();
  }
}

/** Reads a source's rows as its own columns have them, with how they are read. */
export async function openRows(source: FeedSource, options: ReadFeedOptions = {}) {
  const file = await openBytes(source, headBytes, options.onProgress);
  try {
    const form = formOf(source.name, file, options);
    return { ...file, form, rows: readLines(form, file.all) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** What is known of how a file is read. Throws FeedFileError where it is no feed at all. */
function formOf(
  name: string,
  { head }: Pick<OpenFile, 'head'>,
  options: ReadFeedOptions,
): FileForm {
  const looksLike = options.encoding ?? encodingOf(head);
  const text = headText(head, looksLike);
  const strange = strangeKind(text, head);
  if (strange) throw new FeedFileError(`the file is ${strange}`);
  const detected = detectFormat(name, text);
  // A caller's mapping names the columns as the file has them.
  const told = detected === 'google-tsv' && options.mapping ? 'tsv' : detected;
  const format = options.format ?? told;
  // JSON is UTF-8 (RFC 8259): in it a byte of another encoding is an error of its line.
  const isJson = format === 'json' || format === 'ndjson';
  const isGuessed = options.encoding === undefined && looksLike === 'windows-1252';
  const encoding = isJson && isGuessed ? 'utf-8' : looksLike;
  const delimiter = format === 'csv' ? (options.delimiter ?? delimiterOf(text)) : '\t';
  return { format, encoding, delimiter, quote: options.quote ?? quoteOf(text, delimiter) };
}

function readLines(
  { format, encoding, delimiter, quote }: FileForm,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<FeedLine> {
  if (format === 'ndjson' && encoding === 'utf-8') return readNdjson(bytes);
  const text = decodeText(bytes, encoding);
  switch (format) {
    case 'ndjson':
      return readNdjson(encoded(text));
    case 'csv':
    case 'tsv':
      return readDelimited(text, delimiter, undefined, quote);
    case 'google-tsv':
      return readDelimited(text, '\t', googleColumn, quote);
    case 'google-xml':
      return readGoogleXml(text);
    case 'json':
      return readJsonItems(text);
  }
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of text) yield Buffer.from(chunk);
}

async function* mapped(lines: AsyncIterable<FeedLine>, mapping: Mapping) {
  const currencies = currencyCount();
  for await (const line of lines) {
    const { currency, ...row } = mapLine(mapping, line);
    if (mapping.currency === undefined) currencies.note(currency);
    yield row;
  }
  currencies.end();
}

/** A line's row with our columns; its error where the mapping finds one. */
function mapLine(
  mapping: Mapping,
  line: FeedLine,
): FeedLine & { readonly currency?: string | undefined } {
  if ('fault' in line) return line;
  const row = applyMapping(mapping, line.row);
  if (row.ok) return { line: line.line, row: row.row, currency: row.currency };
  const sku = row.sku === undefined ? {} : { sku: row.sku };
  return { line: line.line, fault: row.message, ...sku };
}
