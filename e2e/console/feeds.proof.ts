// Feeds in a browser: made, looked through, compared, set back; pictures from wherever they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callWith } from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';
import { hostile, marker } from './hostile.ts';
import { item, makeFeed, picture, putItems } from './plant-feed.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const editor = { role: 'Editor', codeEditing: false } as const;
const viewer = { role: 'Viewer', codeEditing: false } as const;

test('a feed is made, looked through, compared, and set back to what it was', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await open('/test/feeds');
  await page.getByRole('button', { name: 'New feed' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Products');
  await page.getByRole('button', { name: 'Show more options' }).click();
  await page.getByRole('textbox', { name: 'Feed ID' }).fill('700');
  await page.getByRole('button', { name: 'Create feed' }).click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.getByRole('tab', { name: 'Items' }).click();
  await page.getByText('No items yet').waitFor();

  await putItems(
    shop.server,
    '700',
    Array.from({ length: 25 }, (_, at) => item(`s-${10 + at}`)),
  );
  const changed = Array.from({ length: 25 }, (_, at) => item(`s-${10 + at}`, { price: 16 }));
  await putItems(shop.server, '700', [
    item('s-10', { price: 20, brand: 'Acme' }),
    ...changed.slice(1, 24),
  ]);
  await page.getByRole('link', { name: 'Feeds', exact: true }).click();
  await page.getByRole('link', { name: 'Products' }).click();
  const items = page.getByRole('list', { name: 'Items' });
  await items.getByText('Shirt s-29').waitFor();
  await page.getByText('1–20 of 24').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await items.getByText('Shirt s-33').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('s-3');
  await items.getByText('Shirt s-29').waitFor({ state: 'detached' });
  assert.equal(await items.getByRole('listitem').count(), 4);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByLabel('Filter by column').selectOption('brand');
  await page.getByLabel('Equals').fill('Acme');
  await items.getByText('Shirt s-11').waitFor({ state: 'detached' });
  await items.getByRole('link', { name: 'Shirt s-10' }).click();
  await page.getByRole('heading', { name: 'Shirt s-10', level: 1 }).waitFor();
  await page.getByText('USD\u00a020.00').waitFor();
  await page.getByText('No views, adds to cart or purchases yet').waitFor();
  await page.getByRole('img', { name: 'Shirt s-10' }).waitFor();

  await page.getByRole('link', { name: 'All items of Products' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  const revisions = page.getByRole('list', { name: 'Revisions' });
  await revisions.getByText('24 changed, 1 removed; 24 items').waitFor();
  await page.getByRole('button', { name: 'Show changes of revision 2' }).click();
  await page.getByText('brand: empty → Acme').waitFor();
  await page.getByLabel('From revision', { exact: true }).selectOption('0');
  await page.getByLabel('To revision', { exact: true }).selectOption('2');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page
    .getByRole('list', { name: 'Differences from revision 0 to 2' })
    .getByText('Added')
    .first()
    .waitFor();

  await page.getByRole('button', { name: 'Roll back to revision 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 added, 24 changed. The feed will have 25 items.').waitFor();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await dialog.waitFor({ state: 'detached' });
  await revisions.getByText('by rollback').waitFor();
  await revisions.getByText('Revision 3').waitFor();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Name', { exact: true }).fill('All products');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'All products', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Delete feed' }).click();
  await dialog.getByText('This deletes 25 items and 3 revisions at once.').waitFor();
  await dialog.getByText('No other feed has the affinity columns categories').waitFor();
  await dialog.getByRole('button', { name: 'Delete feed' }).click();
  await page.getByRole('heading', { name: 'Feeds', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'All products' }).waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});

test('what a feed holds is shown, its pictures come without a referrer, and broken ones leave a pictogram', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(viewer);
  const asked: (string | undefined)[] = [];
  await page.route('https://pictures.example/**', async (route) => {
    asked.push(route.request().headers()['referer']);
    if (route.request().url().includes('gone')) return route.fulfill({ status: 404 });
    return route.fulfill(picture);
  });
  const columns = hostile.flatMap((text) => [
    [text, [text]],
    [`lng:en_US:${text}`, text],
  ]);
  const items = hostile.slice(0, 3).map((text, at) =>
    item(`${at} ${text}`, {
      ...{ name: text, brand: text, categories: hostile, url: `https://shop.example/${at}` },
      ...{ image_url: `https://pictures.example/${at === 0 ? 'gone' : 'kept'}.png` },
      ...(at === 2 && { image_url: 'javascript:alert(1)', ...Object.fromEntries(columns) }),
    }),
  );
  await makeFeed(shop.server, { id: '701', name: hostile[0]! }, items);
  await page.addInitScript(`globalThis.${marker} = 0`);
  await open('/test/feeds?id=701');
  const list = page.getByRole('list', { name: 'Items' });
  await list.getByTitle('The picture could not be loaded').waitFor();
  assert.deepEqual([...new Set(asked)], [undefined]);
  await list.getByTitle('No picture at an HTTPS address').waitFor();
  await list.getByRole('link', { name: hostile[2]! }).click();
  await page.getByRole('table', { name: 'Other languages' }).waitFor();
  await open('/test/feeds?id=701&show=history');
  await page.getByRole('button', { name: 'Show changes of revision 1' }).click();
  await page.getByRole('list', { name: 'Differences from revision 0 to 1' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Roll back/ }).count(), 0);
  assert.equal(await page.evaluate(`globalThis.${marker}`), 0);
  assert.equal(await page.evaluate(`document.querySelectorAll('[data-${marker}]').length`), 0);
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('gone.png')),
    [],
  );
});

test('an item shows what users did with it, and its neighbours by the models of the site', {
  skip,
}, async () => {
  const { server } = shop;
  const more = [{ categories: ['Shirts'] }, { categories: ['Shirts'] }, { categories: ['Hats'] }];
  const items = more.map((part, at) => item(`n-${at}`, part));
  await makeFeed(server, { id: '702', name: 'Neighbours' }, items);
  const manage = callWith(server.url, await server.test.key(['manage']));
  const client = await server.test.client(['collect']);
  const user = { cuid: 'ann', cuidType: 'external' };
  const events = ['n-0', 'n-2'].map((productId) => ({
    ...{ name: 'View', properties: { svcType: 'product-view-v1' as const, productId } },
  }));
  await client.events({ user, events });
  await server.folded();
  const viewed = { type: 'collaborative', event: 'view', window: 30 };
  const steps = [
    { method: { type: 'similar', seed: 'page', columns: ['categories'] } },
    { method: { ...viewed, algorithm: 'item-knn', minimumSupport: 1 } },
    { method: { ...viewed, algorithm: 'rp3beta' } },
  ];
  const made = await manage('POST', '/v2/strategies', { name: 'Alike', feed: '702', steps });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await until(async () => {
    const { body } = await manage('GET', '/v2/models');
    const near = body.items.filter(({ method }: { method: { type: string } }) =>
      ['similar', 'collaborative'].includes(method.type),
    );
    return near.length === 3 && near.every(({ built }: { built: unknown }) => built != null);
  });

  const { page, open, faults } = await shop.windowOf(viewer);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await open('/test/feeds?id=702&sku=n-0');
  await page.getByRole('img', { name: 'Views: 1 view in 30 days' }).waitFor();
  for (const method of ['nearest items', 'random walk']) {
    const together = page.getByRole('list', { name: `Collaborative, ${method}: related items` });
    await together.getByText('Score').waitFor();
    await together.getByText('Shirt n-2').waitFor();
    assert.equal(await together.getByRole('listitem').count(), 1);
  }
  const near = page.getByRole('list', { name: 'Similar: related items' });
  await near.getByText('Score').waitFor();
  assert.equal(await near.getByRole('listitem').count(), 1);
  await near.getByRole('link', { name: 'Shirt n-1' }).click();
  await page.getByRole('heading', { name: 'Shirt n-1', level: 1 }).waitFor();
  await page.getByRole('list', { name: 'Similar: related items' }).getByText('Shirt n-0').waitFor();
  assert.deepEqual(faults, []);
});

test('an address of one’s own network is refused, and the log of pulls says why one failed', {
  skip,
}, async () => {
  await makeFeed(shop.server, { id: '703', name: 'Pulled' }, [item('p-1')]);
  const { page, open, faults } = await shop.windowOf(editor);
  await open('/test/feeds?id=703&show=pull');
  await page.getByRole('button', { name: 'Set up pull' }).click();
  const address = page.getByRole('textbox', { name: 'File URL' });
  await address.fill('http://127.0.0.1:1/products.xml');
  await page.getByLabel('Schedule').selectOption('daily');
  await page.getByLabel('Time (UTC)').fill('04:30');
  await page.getByLabel('User name and password').check();
  await page.getByLabel('User name', { exact: true }).fill('shop');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('input[type=url][aria-invalid=true]').waitFor();
  await address.fill('https://shop.invalid/products.xml');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Daily at 04:30 (UTC), with authorization').waitFor();
  assert.equal((await page.content()).includes('a secret'), false);
  await page.getByRole('button', { name: 'Pull now' }).click();
  const log = page.getByRole('table', { name: 'Last pulls' });
  await log.getByText('Failed').waitFor();
  await log.getByText(/shop\.invalid/).waitFor();
  await page.getByRole('button', { name: 'Add pull' }).click();
  await page.getByLabel('SFTP').check();
  await page.getByLabel('File URL').fill('sftp://shop.invalid/prices.csv');
  await page.getByLabel('User name', { exact: true }).fill('shop');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  await page.getByRole('button', { name: 'Test source' }).click();
  await page.getByText(/^Shop\.invalid cannot be found/).waitFor();
  await page.getByLabel('HTTPS').check();
  await page.getByLabel('File URL').fill('https://shop.example/prices.csv');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name a column.').waitFor();
  const columns = page.getByRole('combobox', { name: 'Columns to change' });
  await columns.fill('price');
  await columns.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changes price of existing items, and nothing else.').waitFor();
  await page.getByText('Every 15 minutes').waitFor();
  await page.getByRole('button', { name: 'Remove pull' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove pull' }).click();
  await page.getByRole('button', { name: 'Remove pull' }).nth(1).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove pull' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove pull' }).click();
  await page.getByText('No pull set up').waitFor();
  assert.deepEqual(faults, []);
});
