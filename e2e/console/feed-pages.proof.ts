// Every page of feeds: readable by everybody at two widths in both colour schemes, and none runs
// what a feed holds.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openShop, type Shop, skip } from './browser.ts';
import { hostile, marker } from './hostile.ts';
import { assertNothingRan, lookAll } from './look.ts';
import { item, makeFeed, picture, putItems, sendFile } from './plant-feed.ts';
import { lookAtPulls, plantPulls, pullsFromHere, startSource } from './pull-pages.ts';

const shop = (skip ? undefined : await openShop(pullsFromHere)) as Shop;
const editor = { role: 'Editor', codeEditing: false } as const;

/** Makes a feed of which there is something on every page; `text` stands wherever any may. */
async function plantFeed(id: string, name: string, text: string): Promise<string[]> {
  const { server } = shop;
  const more = { brand: text, [text]: [text], [`lng:en_US:${text}`]: text };
  const items = Array.from({ length: 6 }, (_, at) => item(`${at} ${text}`, { ...more, price: at }));
  await makeFeed(server, { id, name }, items);
  const fewer = items.slice(1).map((one) => ({ ...one, brand: undefined }));
  const broken = item(`7 ${text}`, { price: text });
  const changed = [item(`6 ${text}`, { in_stock: false }), ...fewer, broken];
  await putItems(server, id, changed);
  const upload = await sendFile(server, id, changed);
  const sku = encodeURIComponent(`1 ${text}`);
  const parts = ['upload', `upload&upload=${upload}`, 'history', 'health', 'pull', 'settings'];
  return ['', `&sku=${sku}`, ...parts.map((part) => `&show=${part}`)].map(
    (more) => `feeds?id=${id}${more}`,
  );
}

test('every page of a feed fits a telephone and a desk, axe finds nothing in either colour scheme, and what a feed holds is shown and never run', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await page.addInitScript(`globalThis.${marker} = 0`);
  const [first = ''] = hostile;
  const found: string[] = [];
  for (const path of ['feeds', 'feeds?new', ...(await plantFeed('777', first, first))]) {
    await open(`/test/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await lookAll(page, path)));
    await assertNothingRan(page);
  }
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
});

test('pulls of each kind, their forms, dialogs and errors fit, and axe finds nothing in either scheme', {
  skip,
}, async () => {
  const source = await startSource();
  after(source.close);
  await plantPulls(shop.server, source, '778');
  const opened = await shop.windowOf(editor);
  assert.deepEqual(await lookAtPulls(opened, { id: '778', source }), []);
  assert.deepEqual(opened.faults, []);
});
