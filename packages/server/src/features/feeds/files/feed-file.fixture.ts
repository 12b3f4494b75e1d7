// What the tests of feed files share: a folder of their own, and the two ways that a reading ends.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { FeedFileError, type FeedLine } from './feed-line.ts';
import { type ReadFeedOptions, readFeedFile } from './read-feed-file.ts';

export const folder = mkdtempSync(join(tmpdir(), 'attune-feed-files-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes a file into the tests' folder and gives its path. */
export function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Reads a file of this content to its end. */
export async function read(
  name: string,
  content: string | Uint8Array,
  options?: ReadFeedOptions,
): Promise<FeedLine[]> {
  const lines: FeedLine[] = [];
  for await (const line of readFeedFile(write(name, content), options)) lines.push(line);
  return lines;
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
