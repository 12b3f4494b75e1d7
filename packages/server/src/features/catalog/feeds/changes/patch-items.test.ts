// Tests of files that change some columns, while others change the same items.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { feedServer } from '../feeds.fixture.ts';
import { OvertakenError, patchItems } from './patch-items.ts';

const server = await feedServer();
const { call, feed, items, put, ctx, test: site } = server;
after(server.close);

const line = (number: number, row: object) => ({ line: number, row });
const rows = [
  [line(1, { sku: 'a', price: 6 }), line(2, { sku: 'gone', price: 1 })],
  [line(3, { sku: 'b', price: 7 }), line(4, { sku: 'new', price: 8 })],
];

/** Has the feed patched, while something else happens between its rows. */
async function patched(feedId: string, since: number, meanwhile: () => Promise<unknown>) {
  let times = 0;
  return patchItems(
    ctx,
    { site: site.snapshot().site, feedId },
    {
      ...{ since, columns: ['price'], cleared: () => new Set<string>() },
      rows: async function* () {
        yield rows[0]!;
        times += 1;
        if (times === 1) await meanwhile();
        yield rows[1]!;
      },
    },
    {},
  );
}

const first = [
  { sku: 'a', name: 'Ant', price: 1 },
  { sku: 'b', name: 'Bee', price: 2 },
  { sku: 'gone', name: 'Dodo' },
];

test('what changes in items while a file is read is kept, beside what the file changes', async () => {
  const id = await feed();
  await put(id, first);
  const data = { sku: 'a', name: 'Anteater', price: 3 };
  const requests = [
    { id: 'a', action: 'partial', body: { data } },
    { id: 'gone', action: 'delete' },
    { id: 'new', action: 'update', body: { data: { sku: 'new', name: 'Newt' } } },
  ];
  const report = await patched(id, 1, () => call('PUT', `/v2/feeds/svcid/${id}`, { requests }));
  assert.deepEqual([report.changed, report.added, report.removed, report.revision], [3, 0, 0, 3]);
  assert.deepEqual(
    report.rejections.map(({ item }) => item),
    ['gone'],
  );
  const wanted = [
    { sku: 'a', name: 'Anteater', price: 6 },
    { sku: 'b', name: 'Bee', price: 7 },
    { sku: 'new', name: 'Newt', price: 8 },
  ];
  assert.deepEqual(await items(id), wanted);
  await call('POST', `/v2/feeds/${id}/rollback`, { toRevision: 1 });
  assert.deepEqual(await items(id), first);
});

test('a feed that was replaced while a file was read is as it was replaced', async () => {
  const id = await feed();
  await put(id, first);
  const replaced = [{ sku: 'a', name: 'Other', price: 9 }];
  const options = { 'content-type': 'application/x-ndjson' };
  const replace = () => put(`${id}?allowShrink=true`, replaced, options);
  await assert.rejects(patched(id, 1, replace), OvertakenError);
  assert.deepEqual(await items(id), replaced);
});
