// Recommendations in a browser: a strategy from nothing to a campaign, what it gives as it is
// written, its history, its models.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Membership } from '@attune/contract';
import { callWith } from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';
import { item, makeFeed, picture } from './plant-feed.ts';
import { sellFrom } from './plant-sales.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const editor = { role: 'Editor', codeEditing: false } as const;

const items = Array.from({ length: 12 }, (_, at) =>
  item(`sku-${at + 1}`, {
    name: `Item ${at + 1}`,
    price: 10 * (at + 1),
    in_stock: at !== 11,
    brand: at < 6 ? 'Fjord' : 'Alp',
    publish_time: `2026-01-${String(at + 1).padStart(2, '0')}T00:00:00Z`,
  }),
);

if (!skip) await makeFeed(shop.server, { id: '1', name: 'Shop' }, items);
const manage = skip ? undefined : callWith(shop.server.url, await shop.server.test.key(['manage']));

/** A window that finds the feed's pictures. */
async function windowOf(membership: Membership) {
  const opened = await shop.windowOf(membership);
  await opened.page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  return opened;
}

test('a teammate makes a strategy, watches what it gives change, and compares it', {
  skip,
}, async () => {
  const { page, open, faults } = await windowOf(editor);
  await open('/test/strategies');
  await page.getByRole('heading', { name: 'No strategies yet' }).waitFor();
  await page.getByRole('button', { name: 'New strategy' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Front page');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Front page', level: 1 }).waitFor();

  const given = page.getByRole('list', { name: 'Items of the draft' });
  const method = page.getByLabel('1. Method');
  await method.selectOption('newest');
  await given.getByText('Item 11').waitFor();
  const first = given.getByRole('listitem').first();
  await until(async () => /Item 11[\s\S]*Newest/.test(await first.innerText()));
  assert.equal(await given.getByText('Item 12').count(), 0, 'what is out of stock is shown');
  await page.getByRole('button', { name: 'Show how it is computed' }).click();
  await page.getByText('Items are sorted by publish_time').waitFor();

  await page.getByRole('button', { name: 'Add filter' }).last().click();
  await page.getByLabel('Filter', { exact: true }).last().selectOption('column');
  await page.getByRole('combobox', { name: 'Column' }).last().fill('price');
  await page.getByLabel('Comparison').last().selectOption('LTE');
  await page.getByRole('textbox', { name: 'Value' }).last().fill('40');
  await until(async () => /Item 4/.test(await first.innerText()));
  await page.getByLabel('Slots', { exact: true }).fill('3');
  await until(async () => (await given.getByRole('listitem').count()) === 3);

  await page.getByLabel('Compare with').selectOption('saved');
  await page.getByText(/^3 of 3 slots differ/).waitFor();
  await page.getByRole('list', { name: 'Items of the other' }).waitFor();

  await page.getByRole('tab', { name: 'JSON' }).click();
  const json = page.getByRole('textbox', { name: 'Recipe as JSON' });
  const written = JSON.parse(await json.inputValue());
  assert.deepEqual(written.filters.at(-1), {
    ...{ type: 'column', column: 'price', is: 'LTE', value: 40 },
  });
  written.filters.at(-1).value = 20;
  await json.fill(JSON.stringify(written));
  await until(async () => /Item 2/.test(await first.innerText()));
  await page.getByRole('tab', { name: 'Form' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Value' }).last().inputValue(), '20');
  const column = page.getByRole('combobox', { name: 'Column' }).last();
  await column.fill('fabric');
  await page.getByText('"fabric" is no column of the feed: no item passes').waitFor();
  await column.fill('price');
  await page.getByText('"fabric" is no column').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });
  await page.getByText('Both give the same').waitFor();
  assert.deepEqual(faults, []);
});

test('an error is shown at its field, and nothing older is shown as if it were new', {
  skip,
}, async () => {
  const { body: made } = await manage!('POST', '/v2/strategies', {
    ...{ name: 'Trending', steps: [{ method: { type: 'trending' } }] },
  });
  const { page, open, faults } = await windowOf(editor);
  await open(`/test/strategies?id=${made.id}`);
  const given = page.getByRole('list', { name: 'Items of the draft' });
  await given.getByRole('listitem').first().waitFor();
  await page.getByLabel('Last days').fill('40');
  await page.getByText('must be shorter than the window it is compared with').waitFor();
  await page.getByLabel('Last days').fill('');
  await page.getByText('Give a number.').waitFor();
  await page.getByText('Fix the marked fields').waitFor();
  assert.equal(await given.getAttribute('aria-busy'), 'true');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Fix the fields that are marked').waitFor();
  await page.getByLabel('Last days').fill('2');
  assert.equal(await page.getByLabel('Only for slots').count(), 0, 'what is advanced is folded');
  await page.getByRole('button', { name: 'Show advanced options' }).click();
  await page.getByLabel('Only for slots').fill('1');
  await page.getByText('1 set', { exact: true }).waitFor();
  await page.getByLabel('Only for slots').fill('');
  await until(async () => (await given.getAttribute('aria-busy')) === 'false');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Show changes of version 2' }).click();
  await page.getByText('Step 1 › Last days').waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('Version 3').waitFor();
  assert.deepEqual(faults, []);
});

test('steps are added, moved and removed by the keyboard alone', { skip }, async () => {
  const { page, open } = await windowOf(editor);
  const { body: made } = await manage!('POST', '/v2/strategies', {
    ...{ name: 'Chain', steps: [{ method: { type: 'newest' } }] },
  });
  await open(`/test/strategies?id=${made.id}`);
  await page.getByRole('button', { name: 'Add step' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move up: Step 2, Popular' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Step 1, Popular' }).waitFor();
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: 'Remove step: Step 2, Newest' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Step 2, Newest' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });
  const { body } = await manage!('GET', `/v2/strategies/${made.id}`);
  assert.deepEqual(
    body.strategy.steps.map(({ method }: { method: { type: string } }) => method.type),
    ['popularity'],
  );
});

test('a campaign recommends by a strategy, which then cannot be deleted', { skip }, async () => {
  const { page, open, faults } = await windowOf(editor);
  await open('/test/campaigns?new');
  await page.getByRole('radio', { name: 'Recommendations' }).check();
  await page.getByRole('radio', { name: 'Everyone' }).check();
  await page.getByLabel('Name', { exact: true }).fill('For you');
  await page.getByLabel('Strategy').selectOption({ label: 'Front page' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'For you', level: 1 }).waitFor();
  await page.getByLabel('Slots', { exact: true }).fill('2');
  await page.getByLabel('Heading').fill('Seen and liked');
  const view = page.frameLocator('iframe[title="View of Variation 1"]');
  await view.getByRole('heading', { name: 'Seen and liked' }).waitFor();
  await view.getByText('Item 2').waitFor();
  await page.getByRole('button', { name: 'Add pin' }).click();
  const pinned = page.getByRole('combobox', { name: 'Pinned item' });
  const lost = page.getByText('sold-out is not shown, as the feed has no such item.');
  await pinned.fill('sold-out');
  assert.equal(await lost.count(), 0, 'what is still being typed is no error');
  await pinned.blur();
  await lost.waitFor();
  await pinned.fill('sku-1');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show preview' }).click();
  const given = page.getByRole('list', { name: 'Recommended items' });
  await until(async () => (await given.getByRole('listitem').count()) === 2);
  const first = given.getByRole('listitem').first();
  await until(async () => /Item 1\n[\s\S]*Pin/i.test(await first.innerText()));
  await page.getByRole('button', { name: 'For developers', exact: true }).click();
  const conditions = [{ field: 'fabric', arguments: [{ action: 'IS', value: 'wool' }] }];
  const ofRequest = [{ type: 'include', slots: [1], query: { conditions } }];
  await page.getByLabel('Rules of the request').fill(JSON.stringify(ofRequest));
  await given.getByText('Empty: nothing qualifies.').waitFor();

  await page.getByRole('button', { name: 'Review and publish' }).click();
  await page.getByText('shows 2 items picked by the strategy “Front page”').waitFor();
  await page.getByText('Pinned: sku-1 in slot 1.').waitFor();
  await page.getByRole('link', { name: 'Strategies', exact: true }).click();
  await page.getByText('Used by for-you (draft)').waitFor();
  await page.getByRole('button', { name: 'Actions for Front page' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete strategy' }).click();
  await page.getByRole('dialog').getByRole('alert').getByText('for-you').waitFor();
  assert.deepEqual(faults, []);
});

/** Baskets of some users over the last days, as their shop reports them. */
async function buyForDays(days: number): Promise<void> {
  const client = await shop.server.test.client(['collect']);
  for (let day = 1; day <= days; day += 1) {
    for (let user = 0; user < 3; user += 1) {
      const productId = `sku-${1 + ((user + day) % 4)}`;
      const cart = [{ productId, quantity: 1 }];
      const properties = {
        ...{ svcType: 'purchase-v1' as const, value: 10, cart },
        uniqueTransactionId: `${day} ${user}`,
      } as const;
      const timestamp = Date.now() - day * 86_400_000;
      const events = [{ name: 'Bought', timestamp, properties }];
      await client.events({ user: { id: `${700 + user}` }, events });
    }
  }
  await shop.server.folded();
}

test('models show what they were made of, and an evaluation compares strategies', {
  skip,
}, async () => {
  await buyForDays(9);
  const popular = { type: 'popularity', event: 'purchase', window: 30 };
  for (const [name, method] of Object.entries({ 'Sells best': popular, New: { type: 'newest' } })) {
    await manage!('POST', '/v2/strategies', { name, steps: [{ method }] });
  }
  const { page, open, faults } = await windowOf(editor);
  await open('/test/strategies?show=models');
  const card = page.getByRole('region', { name: 'Popular, by purchases in 30 days' });
  // It may have been built before there was anything to build it of.
  await card.getByText('Ready').waitFor();
  await card.getByRole('button', { name: 'Build now' }).click();
  await card.getByText('27 events of 3 users').waitFor();
  await card.getByText('33.3 % of 12 items').waitFor();

  await page.getByRole('tab', { name: 'Evaluation' }).click();
  await page.getByRole('button', { name: 'New evaluation' }).click();
  await page.getByLabel('New', { exact: true }).check();
  await page.getByLabel('Sells best').check();
  await page.getByLabel('Days held out').fill('3');
  await page.getByRole('button', { name: 'Start evaluation' }).click();
  await page.getByRole('table', { name: 'Figures at 10' }).waitFor();
  await page.getByRole('table', { name: 'Ahead of New' }).waitFor();
  await page.getByLabel('Length of the list (K)').selectOption('5');
  await page.getByRole('table', { name: 'Figures at 5' }).getByText('Sells best').waitFor();
  assert.deepEqual(faults, []);
});

test('what recommendations sold is read from a strategy, by slot and by page, and as a file', {
  skip,
}, async () => {
  const { page, open, faults } = await windowOf({ role: 'Viewer', codeEditing: false });
  await open('/test/recommendations');
  await page.getByRole('heading', { name: 'No recommendations in these days' }).waitFor();
  const steps = [{ method: { type: 'newest' } }];
  const made = await manage!('POST', '/v2/strategies', { name: 'Just in', steps });
  await sellFrom(shop.server, manage!, made.body.id, 4);
  await open(`/test/strategies?id=${made.body.id}`);
  await page.getByRole('link', { name: 'View its results' }).click();
  await page.getByText('2 orders').first().waitFor();
  await page.getByText('4 clicks on 12 items shown').waitFor();
  await page.getByText('3 of 12 items').waitFor();
  const byStrategy = page.getByRole('table', { name: 'By strategy' });
  const cells = await byStrategy.getByRole('row').nth(1).innerText();
  assert.match(cells, /Just in\s+12\s+4\s+33[.]3\s%\s+2\s+\S*60[.]00\s+\S*24[.]00/);
  await page.getByRole('tab', { name: 'By slot' }).click();
  const bySlot = page.getByRole('table', { name: 'By slot' });
  await until(async () => (await bySlot.getByRole('row').count()) === 4);
  assert.match(await bySlot.getByRole('row').nth(1).innerText(), /Slot 1\s+4\s+4\s+100\s%/);
  await page.getByRole('tab', { name: 'By page type' }).click();
  await page.getByRole('table', { name: 'By page type' }).getByText('Home page').waitFor();
  await page.getByRole('button', { name: 'What is direct revenue?' }).click();
  await page.getByRole('dialog').getByText('Each counts once').waitFor();
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  assert.match(await readFile(await download.path(), 'utf8'), /strategy,Just in,4,1,0,12,4/);
  assert.deepEqual(faults, []);
});

test('a Viewer reads strategies and can change none', { skip }, async () => {
  const { page, open } = await windowOf({ role: 'Viewer', codeEditing: false });
  await open('/test/strategies');
  await page.getByRole('link', { name: 'Front page' }).click();
  await page.getByText('Editors and Admins can change it').waitFor();
  await page.getByRole('list', { name: 'Items of the draft' }).waitFor();
  const changing = page.getByRole('button', { name: /Save|Add|Remove|Move|Clone|Delete/ });
  assert.equal(await changing.count(), 0);
  assert.equal(await page.getByLabel('Name', { exact: true }).isEditable(), false);
});
