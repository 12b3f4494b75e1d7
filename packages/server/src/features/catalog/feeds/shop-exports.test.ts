// Tests of the exports of shop systems: each becomes a feed with the mapping that is suggested.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkMapping, itemReader } from '@attune/core';
import { putItems } from './changes/put-items.ts';
import { feedServer } from './feeds.fixture.ts';
import { readFeed } from './files/read-feed-file.ts';
import { type FeedSource, fileSource } from './files/source.ts';
import { detectFile } from './uploads/detect.ts';

const root = new URL('../../../../../../', import.meta.url);
const published = new URL('../shared/data/exports/', root);
const isThere = existsSync(published) || process.env['CI'] === 'true';
const skip = isThere ? false : 'the exports are not there';
const read = (name: string) => JSON.parse(readFileSync(new URL(`cases/${name}`, root), 'utf8'));

const server = await feedServer();
after(server.close);
const { ctx, feed, test: site } = server;

interface Read {
  readonly items: Readonly<Record<string, unknown>>[];
  readonly rejected: number[];
  readonly skipped: number;
}

const source = (name: string, content: string): FeedSource => ({
  ...{ name, totalBytes: undefined },
  read: async function* () {
    yield Buffer.from(content);
  },
});

/** A file's items with the mapping that is suggested for it, completed where that is given. */
async function suggestedItems(file: FeedSource, more: object = {}) {
  const detection = await detectFile(file, 'E-commerce');
  const checked = checkMapping({ ...(detection.suggestedMapping as object), ...more });
  assert.ok(checked.ok, JSON.stringify(checked));
  const reader = itemReader('E-commerce');
  const found: Read & { skipped: number } = { items: [], rejected: [], skipped: 0 };
  for await (const line of readFeed(file, { mapping: checked.mapping })) {
    if ('skipped' in line) found.skipped += 1;
    else {
      const result = 'row' in line ? reader(line.row, line.asked) : undefined;
      if (result?.ok) found.items.push(result.item);
      else found.rejected.push(line.line);
    }
  }
  return { detection, ...found };
}

/** Those of its columns that the other has as well. */
const partOf = (item: Readonly<Record<string, unknown>>, of: object) =>
  Object.fromEntries(Object.keys(of).map((column) => [column, item[column]]));

for (const { file, preset, encoding, skipped, rejected, items } of read('feed-exports.json')
  .exports) {
  test(`${file} becomes items with its suggestion`, { skip }, async () => {
    const found = await suggestedItems(await fileSource(fileURLToPath(new URL(file, published))));
    assert.deepEqual([found.detection.preset, found.detection.encoding], [preset, encoding]);
    assert.deepEqual([found.skipped, found.rejected], [skipped, rejected]);
    assert.deepEqual(
      found.items.map((item, at) => partOf(item, items[at] ?? {})),
      items,
    );
    const { missing, suggested } = found.detection;
    assert.deepEqual([missing, suggested.accepted], [[], items.length]);
  });
}

for (const { name, file, text, base, preset, items } of read('feed-systems.json').files) {
  test(`after its documentation: ${name}`, async () => {
    const lines = source(file, Array.isArray(text) ? text.join('\n') : JSON.stringify(text));
    const found = await suggestedItems(lines, base && { base });
    assert.equal(found.detection.preset, preset);
    assert.deepEqual(found.rejected, []);
    assert.deepEqual(
      found.items.map((item, at) => partOf(item, items[at] ?? {})),
      items,
    );
  });
}

test('a parent is found wherever in the file it stands, also in a source that is read once', async () => {
  const id = await feed();
  const target = { site: { id: site.id, vertical: 'Other' }, feedId: id } as const;
  const mapping = checkMapping({
    parents: { of: 'of', keys: ['{sku}'] },
    skip: [{ from: 'kind', in: ['parent'] }],
    columns: { sku: 'sku', brand: 'parent.brand' },
  });
  assert.ok(mapping.ok);
  const csv = 'sku,kind,of,brand\na,,p,\np,parent,,Kiln\nb,,p,\nc,,,\n';
  let reads = 0;
  const once = {
    ...source('f.csv', csv),
    isOnce: true,
    read: async function* () {
      reads += 1;
      yield Buffer.from(csv);
    },
  };
  const report = await putItems(ctx, target, readFeed(once, { mapping: mapping.mapping }));
  assert.deepEqual([report.accepted, report.rejected, report.skipped, reads], [3, 0, 1, 1]);
  assert.deepEqual(await server.items(id), [
    { sku: 'a', brand: 'Kiln' },
    { sku: 'b', brand: 'Kiln' },
    { sku: 'c' },
  ]);
});
