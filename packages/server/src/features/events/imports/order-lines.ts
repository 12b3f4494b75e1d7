// Lines of orders until the end of the file: wherever they stand in it, those of one order meet.
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventDraft, parseExact } from '@attune/core';
import type { FileRow } from './file-drafts.ts';

/** A line of an order, with its row. */
export interface WaitingLine extends FileRow {
  readonly draft: EventDraft;
}

/** Beyond so many lines in memory, they wait on the disk. */
const inMemoryMost = 50_000;
/** Each of them is read at once in the end. */
const buckets = 256;

/** Collects lines of orders in bounded memory. */
export function orderLines() {
  let waiting: WaitingLine[] = [];
  let folder: string | undefined;

  async function moveToDisk(): Promise<void> {
    folder ??= await mkdtemp(join(tmpdir(), 'attune-orders-'));
    const byBucket = Map.groupBy(waiting, bucketOf);
    waiting = [];
    for (const [bucket, lines] of byBucket) {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      await appendFile(join(folder, String(bucket)), text, { mode: 0o600 });
    }
  }

  return {
    async add(line: WaitingLine): Promise<void> {
      waiting.push(line);
      if (waiting.length >= inMemoryMost) await moveToDisk();
    },
    /** The lines of each order, in the order of the file. */
    async *orders(): AsyncGenerator<readonly WaitingLine[]> {
      if (folder === undefined) {
        yield* Map.groupBy(waiting, keyOf).values();
        return;
      }
      await moveToDisk();
      for (let bucket = 0; bucket < buckets; bucket += 1) {
        yield* Map.groupBy(await readLines(join(folder, String(bucket))), keyOf).values();
      }
    },
    async close(): Promise<void> {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

const keyOf = ({ draft }: WaitingLine) => draft.order?.key ?? '';

const bucketOf = (line: WaitingLine) =>
  createHash('sha1').update(keyOf(line)).digest().readUInt8(0) % buckets;

async function readLines(path: string): Promise<WaitingLine[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // No order fell into it.
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => parseExact(line) as WaitingLine);
}
