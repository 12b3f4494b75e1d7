// Knows that a file of events is read as the import reads it, and that what cannot be read is
// named.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readHistory, readItems } from './history.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attune-bench-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const purchase = (cuid: string, day: number, ...skus: string[]) => ({
  user: { cuid, cuidType: 'external' },
  name: 'Purchase',
  timestamp: `2026-01-0${day}T10:00:00Z`,
  properties: {
    ...{ svcType: 'purchase-v1', value: 1, currency: 'EUR' },
    cart: skus.map((productId) => ({ productId, quantity: 1, itemPrice: 1 })),
  },
});

test('events of a file become days, gzip or not, and lines that are none are named', async () => {
  const search = {
    ...{ user: { dyid: '5' }, name: 'Keyword Search' },
    properties: { svcType: 'keyword-search-v1', keywords: 'x' },
  };
  const lines = [purchase('a', 1, 'x', 'y'), purchase('b', 2, 'x'), purchase('a', 2, 'z'), search];
  const text = [...lines.map((line) => JSON.stringify(line)), 'nonsense', '{}'].join('\n');
  await writeFile(join(folder, 'events.ndjson'), text);
  await writeFile(join(folder, 'events.ndjson.gz'), gzipSync(text));
  for (const name of ['events.ndjson', 'events.ndjson.gz']) {
    const { blocks, counted, others, rejected, rejections } = await readHistory(join(folder, name));
    assert.deepEqual([counted, others, rejected], [3, 1, 2]);
    assert.deepEqual(
      rejections.map(({ line }) => line),
      [5, 6],
    );
    assert.deepEqual(
      blocks.map(({ kind, users, groupCount }) => [kind.length, users.length, groupCount]),
      [
        [2, 1, 1],
        [2, 2, 2],
      ],
    );
  }
});

test('items of a file are a feed: lists of texts by column, the later line of a sku counts', async () => {
  const items = [
    { sku: 'x', categories: 'A|B', price: 3 },
    { sku: 'y', categories: ['C'] },
    { sku: 'x', categories: 'D' },
  ];
  const path = join(folder, 'items.ndjson');
  await writeFile(path, items.map((item) => JSON.stringify(item)).join('\n'));
  const feed = await readItems(path);
  const texts = (sku: string) => feed.column('categories')!.texts(feed.rowOf(sku));
  assert.deepEqual([texts('x'), texts('y')], [['D'], ['C']]);
  assert.deepEqual([feed.isLive(0), feed.isLive(2)], [false, true]);
  assert.equal(feed.column('colour'), undefined);
  await writeFile(path, '{"name":"no sku"}');
  await assert.rejects(readItems(path), /Line 1/);
  await assert.rejects(readHistory(join(folder, 'none')), /no file/);
});
