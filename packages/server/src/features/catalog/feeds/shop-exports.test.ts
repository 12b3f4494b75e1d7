// Tests of the exports of shop systems: each becomes a feed with the mapping that is suggested.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkMapping } from '@attune/core';
import { putItems } from './changes/put-items.ts';
import { feedServer } from './feeds.fixture.ts';
import { readFeed } from './files/read-feed-file.ts';
import { fileSource } from './files/source.ts';
import { partOf, source, suggestedItems } from './suggested.fixture.ts';

const root = new URL('../../../../../../', import.meta.url);
const published = new URL('../shared/data/exports/', root);
const isThere = existsSync(published) || process.env['CI'] === 'true';
const skip = isThere ? false : 'the exports are not there';
const read = (name: string) => JSON.parse(readFileSync(new URL(`cases/${name}`, root), 'utf8'));

const server = await feedServer();
after(server.close);
const { ctx, feed, test: site } = server;

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

for (const { name, file, text, base, items, skipped, missing = [] } of read(
  'feed-systems-others.json',
).files) {
  test(`of a system that no preset knows: ${name}`, async () => {
    const lines = source(file, Array.isArray(text) ? text.join('\n') : JSON.stringify(text));
    const found = await suggestedItems(lines, base && { base });
    assert.deepEqual(found.detection.missing, missing);
    const rejected = missing.length > 0 ? text.length - 1 : 0;
    assert.deepEqual([found.rejected.length, found.skipped], [rejected, skipped]);
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
