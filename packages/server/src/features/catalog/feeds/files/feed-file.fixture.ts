// What the tests of feed files share: a folder of their own, and the two ways that a reading ends.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { FeedFileError, type FeedLine } from './feed-line.ts';
import { type ReadFeedOptions, readFeedFile } from './read-feed-file.ts';

export const folder = mkdtempSync(join(tmpdir(), 'attune-feed-files-'));
// Several test files of one process write into it: it goes with the process.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Writes a file into the tests' folder and gives its path. */
export function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Reads a file of this content to its end: the rows alone, without what they were made of. */
export async function read(
  name: string,
  content: string | Uint8Array,
  options?: ReadFeedOptions,
): Promise<FeedLine[]> {
  const lines: FeedLine[] = [];
  for await (const line of readFeedFile(write(name, content), options)) lines.push(resultOf(line));
  return lines;
}

function resultOf(line: FeedLine): FeedLine {
  if ('skipped' in line) return line;
  const { source: _, refused: __, ...result } = line;
  if (!('row' in result)) return result;
  const { asked: ___, ...rest } = result;
  return rest;
}

/** Asserts that a file of this content is refused as a whole. */
export async function refuses(
  name: string,
  content: string | Uint8Array,
  why: RegExp,
): Promise<void> {
  await assert.rejects(read(name, content), (error) => {
    assert.ok(error instanceof FeedFileError, String(error));
    assert.match(error.message, why);
    return true;
  });
}

/** A zip of these files; with check sums and sizes behind the data, as a streaming writer does. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, isLater = true): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc32(bytes), 0);
    sums.writeUInt32LE(packed.length, 4);
    sums.writeUInt32LE(bytes.length, 8);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(isLater ? 8 : 0, 6);
    head.writeUInt16LE(8, 8);
    if (!isLater) sums.copy(head, 14);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const mark = Buffer.from('PK\x07\x08', 'latin1');
    parts.push(head, Buffer.from(name), packed, ...(isLater ? [mark, sums] : []));
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    central.push(entry, Buffer.from(name));
  }
  return Buffer.concat([...parts, ...central]);
}
