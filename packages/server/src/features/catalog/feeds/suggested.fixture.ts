// Files read with the mapping that is suggested for them.
import assert from 'node:assert/strict';
import { checkMapping, itemReader, type Mapping } from '@attune/core';
import { readFeed } from './files/read-feed-file.ts';
import type { FeedSource } from './files/source.ts';
import { detectFile } from './uploads/detect.ts';

interface Read {
  readonly items: Readonly<Record<string, unknown>>[];
  readonly rejected: number[];
  readonly skipped: number;
}

/** A file of this content. */
export const source = (name: string, content: string | Uint8Array): FeedSource => ({
  ...{ name, totalBytes: undefined },
  read: async function* () {
    yield Buffer.from(content);
  },
});

/** What is suggested for a file, completed where that is given. */
export async function suggestionFor(file: FeedSource, more: object = {}) {
  const detection = await detectFile(file, 'E-commerce');
  const checked = checkMapping({ ...(detection.suggestedMapping as object), ...more });
  assert.ok(checked.ok, JSON.stringify(checked));
  return { detection, mapping: checked.mapping };
}

/** A file's items with the mapping that is suggested for it, completed where that is given. */
export async function suggestedItems(file: FeedSource, more: object = {}) {
  const { detection, mapping } = await suggestionFor(file, more);
  return { detection, ...(await itemsWith(file, mapping)) };
}

async function itemsWith(file: FeedSource, mapping: Mapping): Promise<Read> {
  const reader = itemReader('E-commerce');
  const found: Read & { skipped: number } = { items: [], rejected: [], skipped: 0 };
  for await (const line of readFeed(file, { mapping })) {
    if ('skipped' in line) found.skipped += 1;
    else {
      const result = 'row' in line ? reader(line.row, line.asked) : undefined;
      if (result?.ok) found.items.push(result.item);
      else found.rejected.push(line.line);
    }
  }
  return found;
}

/** Those of its columns that the other has as well. */
export const partOf = (item: Readonly<Record<string, unknown>>, of: object) =>
  Object.fromEntries(Object.keys(of).map((column) => [column, item[column]]));
