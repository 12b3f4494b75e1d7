// Exports of shop systems, from the drop in a browser to the live feed: what a teammate clicks, and
// what they have to tell. Each shop is new, so that no other feed knows its address.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openShop, type Shop, skip } from './browser.ts';
import { chooseColumn, drop } from './feed-files.ts';
import { ask, makeFeed, picture } from './plant-feed.ts';

type Item = Readonly<Record<string, unknown>>;

interface Export {
  readonly name: string;
  readonly file: string;
  readonly text: readonly string[] | object;
  /** The shop's, where the file lacks it. */
  readonly base?: string;
  readonly items: readonly Item[];
  readonly missing?: readonly string[];
}

const casesIn = (name: string): readonly Export[] =>
  JSON.parse(readFileSync(new URL(`../../cases/${name}`, import.meta.url), 'utf8')).files;
const known = casesIn('feed-systems.json');
const others = casesIn('feed-systems-others.json');
const address = 'https://shop.example';

/** Does its file lack the address of the shop? Shopware's pages are made of ids. */
const lacksAddress = ({ base, name }: Export) => base !== undefined || name.startsWith('Shopware');

const shop = (skip ? undefined : await openShop()) as Shop;
const live: string[] = [];

for (const [at, one] of [...known, ...others].entries()) {
  const asks = lacksAddress(one);
  const costs = one.missing ? [4, 3] : asks ? [2, 1] : [1, 0];
  const [clicks, answers] = costs;
  test(`${one.name}: live; clicks: ${clicks}, answers: ${answers}`, { skip }, async () => {
    const id = `81${at}`;
    await makeFeed(shop.server, { id, name: `Shop ${at}` }, []);
    const { page, context, open, faults } = await shop.windowOf({
      role: 'Editor',
      codeEditing: false,
    });
    await page.route(/^https:\/\/\w+\.example\//, (route) => route.fulfill(picture));
    await page.addInitScript(`globalThis.clicks = 0;
      addEventListener('click', ({ isTrusted }) => { globalThis.clicks += isTrusted ? 1 : 0 }, true)`);
    await open(`/test/feeds?id=${id}`);
    await drop(page, one.file, bytesOf(one), `Drop the file to upload it to Shop ${at}`);
    const publish = page.getByRole('button', { name: /^Publish \d+ items?$/ });
    const check = page.getByRole('button', { name: 'Check file' });
    await publish.or(check).or(page.getByText('Every row was rejected')).waitFor();
    const told = (one.missing ? await tellEtsy(page) : 0) + (await tellAddress(page));
    if (told > 0) await check.click();
    await publish.click();
    await page.getByText(/^Revision 1 is live: \d+ rows? accepted\.$/).waitFor();
    assert.deepEqual([await page.evaluate('globalThis.clicks'), told], costs);
    const items = await itemsOf(id);
    if (!one.missing) {
      const skus = (of: readonly Item[]) => of.map(({ sku }) => sku).sort();
      assert.deepEqual(skus(items), skus(one.items));
    }
    assert.ok(items.length > 0);
    for (const { url, image_url } of items) {
      assert.match(`${url} ${image_url}`, /^https:\/\/\S+ https:\/\/\S+$/);
    }
    assert.deepEqual(faults, []);
    await ask(shop.server, 'DELETE', `/v2/feeds/${id}`, undefined);
    await context.close();
    live.push(one.name);
  });
}

test('eleven of eleven exports are live whose systems no preset knows, and all of those with one', {
  skip,
}, () => {
  assert.equal(others.length, 11);
  assert.equal(live.length, known.length + others.length);
});

const bytesOf = ({ text }: Export) =>
  Buffer.from(Array.isArray(text) ? text.join('\n') : JSON.stringify(text));

/** Tells where the shop is, if the page asks for it; how many answers that took. */
async function tellAddress(page: Page): Promise<number> {
  const field = page.getByRole('textbox', { name: 'Your shop’s address' });
  if ((await field.count()) === 0) return 0;
  assert.equal(await field.inputValue(), '');
  await field.fill(address);
  return 1;
}

/** A listing has no category and no page: tags are the one, a search in its shop the other. */
async function tellEtsy(page: Page): Promise<number> {
  await chooseColumn(page, 'categories', 'TAGS');
  await page.getByRole('button', { name: 'Edit url' }).click();
  const rule = page.getByRole('group', { name: 'Rule of url' });
  await rule.getByLabel('Made of').selectOption('A text with columns in it');
  const search = 'https://www.etsy.com/shop/Hillside?search_query={SKU}';
  await rule.getByRole('textbox', { name: 'Text', exact: true }).fill(search);
  return 3;
}

async function itemsOf(id: string): Promise<readonly Item[]> {
  const key = await shop.server.test.key(['feed']);
  const headers = { 'svc-api-key': key };
  const answer = await fetch(`${shop.server.url}/v2/feeds/${id}/items?limit=100`, { headers });
  const { items } = (await answer.json()) as { items: Item[] };
  return items;
}
