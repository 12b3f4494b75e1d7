// Targeting in a browser: said in words, estimated while it is written, undone from the history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callWith } from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { openShop, type Shop, skip } from './browser.ts';
import { addCondition, section } from './builder.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const editor = { role: 'Editor', codeEditing: false } as const;

test('a marketer targets returning phone visitors who like Shoes, sees it said, and undoes a mistake', {
  skip,
}, async () => {
  const { server } = shop;
  const manage = callWith(server.url, await server.test.key(['manage']));
  const variations = [{ name: 'Summer', weight: 1, payload: null }];
  const made = await manage('POST', '/v2/campaigns', {
    ...{ name: 'Shoe lovers', selector: 'shoe-lovers', type: 'custom' },
    experiences: [{ name: 'Shoes', variations }],
  });
  const { id } = made.body;
  const { page, open, faults } = await shop.windowOf(editor);
  await open(`/test/campaigns?id=${id}&section=targeting`);
  await page.getByText('Everyone', { exact: true }).waitFor();
  await addCondition(page, 'returning');
  await addCondition(page, 'phone');
  await addCondition(page, 'likes');
  await page.getByText('1 incomplete condition is left out.').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Choose a value, or remove this condition.').waitFor();
  await page.getByRole('combobox', { name: 'Likes', exact: true }).fill('Shoes');
  await page.getByText(/incomplete/).waitFor({ state: 'detached' });
  await page.getByText(/of known visitors|No visitors are known/).waitFor();
  await addCondition(page, 'frequency cap');
  await page.getByRole('combobox', { name: 'Campaign', exact: true }).click();
  await page.getByRole('option', { name: 'Shoe lovers' }).click();
  await page.getByRole('button', { name: 'Save and review' }).click();
  const said =
    'A visitor who is a returning visitor and uses a phone and likes Shoes (categories) among ' +
    'their top 3 and saw Shoe lovers at most 3 times in 30 days gets Summer';
  await page.getByText(said).waitFor();
  const saved = async () => (await manage('GET', `/v2/campaigns/${id}`)).body.campaign.experiences;
  const targeting = {
    'user.isNew': false,
    'device.type': 'mobile',
    'affinity.categories.Shoes.rank': { $lte: 3 },
    'activity.exposure.shoe-lovers.30d': { $lte: 3 },
  };
  assert.deepEqual((await saved())[0].targeting, targeting);
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.getByText(/^Version 1 is live/).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();

  await section(page, 'Targeting');
  await page.getByRole('button', { name: 'Remove all conditions' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });
  assert.equal((await saved())[0].targeting, undefined);
  await page.getByRole('tab', { name: 'History' }).click();
  const acts = page.getByRole('list', { name: 'History' });
  await acts.getByText('Paused').waitFor();
  await acts.getByText('Version 1', { exact: true }).waitFor();
  await acts.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore as draft' }).click();
  const drafts = acts.getByRole('listitem').filter({ hasText: /^Draft/ });
  await drafts.filter({ hasText: 'Restored' }).waitFor();
  assert.deepEqual((await saved())[0].targeting, targeting);
  assert.deepEqual(faults, []);
});

test('a condition that words cannot say stays JSON, and is told so', { skip }, async () => {
  const { server } = shop;
  const manage = callWith(server.url, await server.test.key(['manage']));
  const condition = { 'cart.skus': { $size: 2 }, 'device.type': 'mobile' };
  const made = await manage('POST', '/v2/audiences', { name: 'Two in the cart', condition });
  const { page, open } = await shop.windowOf(editor);
  await open(`/test/audiences?id=${made.body.id}`);
  await page.getByText('This part has no form in words.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Two pieces');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Two pieces', level: 1 }).waitFor();
  const { audience } = (await manage('GET', `/v2/audiences/${made.body.id}`)).body;
  assert.deepEqual(audience.condition, condition);
});
