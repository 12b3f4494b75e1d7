// How a feed file of any format becomes rows of a feed: opened, told apart, read, mapped.
import { applyMapping, googleMerchantMapping, type Mapping } from '@attune/core';
import { type OnProgress, openBytes } from './bytes.ts';
import { readDelimited } from './delimited.ts';
import type { FeedLine } from './feed-line.ts';
import { delimiterOf, detectFormat, type FeedFormat, googleColumn } from './format.ts';
import { readGoogleXml } from './google-xml.ts';
import { readJsonItems } from './json-items.ts';
import { readNdjson } from './ndjson.ts';
import { decodeText, encodingOf, headText } from './text.ts';

export interface ReadFeedOptions {
  /** Told by the file's name and content unless given. */
  readonly format?: FeedFormat;
  /** From the file's own columns to ours; without one, Google's formats use the built-in one. */
  readonly mapping?: Mapping;
  readonly onProgress?: OnProgress;
}

const HEAD_BYTES = 64 * 1024;

/**
 * Reads a feed file (any format, gzip or not) as rows still to be read as items, in bounded memory.
 * A row that cannot be read is a fault with its line. Throws FeedFileError when the file as a whole
 * is unusable, cut off included: then nothing that was read of it may be applied.
 */
export async function* readFeedFile(
  path: string,
  options: ReadFeedOptions = {},
): AsyncGenerator<FeedLine> {
  const { head, all, close } = await openBytes(path, HEAD_BYTES, options.onProgress);
  try {
    const text = headText(head);
    const detected = detectFormat(path, text);
    // A caller's mapping names the columns as the file has them.
    const told = detected === 'google-tsv' && options.mapping ? 'tsv' : detected;
    const format = options.format ?? told;
    const builtIn = format.startsWith('google-') ? googleMerchantMapping : undefined;
    const mapping = options.mapping ?? builtIn;
    for await (const line of readLines(format, all, encodingOf(head), text)) {
      yield mapping ? mapLine(mapping, line) : line;
    }
  } finally {
    await close();
  }
}

function readLines(
  format: FeedFormat,
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  head: string,
): AsyncGenerator<FeedLine> {
  if (format === 'ndjson') return readNdjson(bytes);
  const text = decodeText(bytes, encoding);
  switch (format) {
    case 'csv':
      return readDelimited(text, delimiterOf(head));
    case 'tsv':
      return readDelimited(text, '\t');
    case 'google-tsv':
      return readDelimited(text, '\t', googleColumn);
    case 'google-xml':
      return readGoogleXml(text);
    case 'json':
      return readJsonItems(text);
  }
}

function mapLine(mapping: Mapping, line: FeedLine): FeedLine {
  if ('fault' in line) return line;
  const mapped = applyMapping(mapping, line.row);
  if (mapped.ok) return { line: line.line, row: mapped.row };
  const sku = mapped.sku === undefined ? {} : { sku: mapped.sku };
  return { line: line.line, fault: mapped.message, ...sku };
}
