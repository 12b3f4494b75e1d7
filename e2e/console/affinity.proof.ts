// Affinity on the console: what a setting would do is shown while it is changed, and a person's
// values are opened, explained and edited.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { changeSettings } from '../../packages/server/src/features/configuration/sites/index.ts';
import { recomputeTotals } from '../../packages/server/src/features/people/profiles/index.ts';
import { assertFits, openShop, type Shop, skip } from './browser.ts';
import { violationsOn } from './look.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;
const pictures = process.env['PICTURES'];
const dayMs = 86_400_000;

async function look(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** People who liked boots two months ago and say sandals today. */
async function plantPeople(): Promise<void> {
  const client = await shop.server.test.client(['collect']);
  const said = (values: string[], daysAgo: number) => ({
    name: 'Quiz',
    properties: { svcType: 'inform-affinity-v1' as const, data: [{ attribute: 'shoes', values }] },
    timestamp: Date.now() - daysAgo * dayMs,
  });
  for (const cuid of ['ann', 'bob', 'eve']) {
    const events = [said(['boots', 'socks'], 60), said(['boots'], 60), said(['sandals'], 0)];
    await client.events({ user: { cuid, cuidType: 'external' }, events });
  }
  await shop.server.folded();
}

if (!skip) await plantPeople();

test('a setting says what it would do for real people before it is saved', { skip }, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/affinity');
  await page.getByText('3 visitors, with the saved settings').waitFor();
  await page.getByRole('textbox', { name: 'Half-life in days' }).fill('365');
  await page.getByText('3 of 3 visitors would get a new favorite (100 %)').waitFor();
  const moves = page.getByRole('list', { name: 'Effect by property' });
  assert.match(await moves.innerText(), /boots \(0 → 3\)/);
  await page.getByText('1. boots, was 2').first().waitFor();

  await page.getByLabel('User ID (cuid)').fill('ann');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 1 visitor would get a new favorite (100 %)').waitFor();
  await page.getByRole('region', { name: 'Ranks of ann' }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await look(page, 'affinity-what-if-1280');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await assertFits(page);
  }
  await look(page, 'affinity-what-if-390');
  assert.equal(shop.server.test.snapshot().site.settings.affinity.halfLifeDays, 30);
  await page.getByRole('button', { name: 'Discard' }).click();
  assert.deepEqual(faults, []);
});

test('half-lives of properties, ranges, the visit and what is muted are saved together', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/affinity');
  const affinity = () => shop.server.test.snapshot().site.settings.affinity;
  await page.getByLabel('Or limits for price').fill('10, 50');
  await page.getByText('<10, 10-50, >=50').waitFor();
  await page.getByLabel('Share in affinity allocation, from 0 to 1').fill('0.4');
  await page.getByLabel('Property to mute').fill('shoes');
  await page.getByLabel('Value (empty for all)').fill('socks');
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByText('shoes: socks').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as revision \d+ and in use/).waitFor();
  assert.deepEqual(affinity().bandsByProperty, { price: [10, 50] });
  assert.equal(affinity().sessionBlend, 0.4);
  assert.deepEqual(affinity().muted, [{ property: 'shoes', value: 'socks' }]);
  await page.getByRole('button', { name: 'Unmute shoes socks' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as revision \d+ and in use/).waitFor();
  assert.deepEqual(affinity().muted, []);
  assert.deepEqual(faults, []);
});

test('what was learned of the site’s weight is shown by property, and a teammate overrules it', {
  skip,
}, async () => {
  const client = await shop.server.test.client(['collect']);
  const said = (values: string[], daysAgo: number) => ({
    name: 'Quiz',
    properties: { svcType: 'inform-affinity-v1' as const, data: [{ attribute: 'shoes', values }] },
    timestamp: Date.now() - daysAgo * dayMs,
  });
  for (let at = 0; at < 60; at++) {
    const own = [`own ${at}`, `own ${at} too`];
    const events = [said([...own, 'boots'], 20), said(own, 20), said(['boots'], 1)];
    await client.events({ user: { cuid: `learner ${at}`, cuidType: 'external' }, events });
  }
  await shop.server.folded();
  const { ctx, test: site } = shop.server;
  await changeSettings(ctx, site.id, { settings: { affinity: { properties: ['shoes'] } } }, 'me');
  await recomputeTotals(ctx, site.id);
  await ctx.snapshots.catchUp();
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/affinity');
  const learned = page.getByRole('table', { name: 'Learned values by property' });
  await learned.waitFor();
  const [weight, people] = await learned.locator('tbody td > div').allInnerTexts();
  assert.ok(Number(weight) > 0 && Number(people) >= 60, `${weight} ${people}`);
  await page.getByText('The learned values below are in use.').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await look(page, 'affinity-learned-1280');
  await page.getByRole('textbox', { name: 'Site average' }).fill('0');
  await page.getByText('A value is set, so the learned values below').waitFor();
  const moves = page.getByRole('list', { name: 'Effect by property' });
  await moves.getByText(`${weight} → 0`).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as revision \d+ and in use/).waitFor();
  assert.equal(site.snapshot().site.settings.affinity.siteWeight, 0);
  assert.deepEqual(faults, []);
});

test('a value is opened with what speaks for it, boosted, and the person’s ranks follow', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/users');
  await page.getByLabel('Identifier (cuid)').fill('bob');
  await page.keyboard.press('Enter');
  const values = page.getByRole('table', { name: 'Affinity to shoes' });
  await values.waitFor();
  assert.match(await values.innerText(), /1\s+sandals/);
  await values.getByRole('button', { name: 'boots' }).click();
  const dialog = page.getByRole('dialog', { name: 'shoes: boots' });
  await dialog.getByRole('table', { name: 'Events about it' }).waitFor();
  await dialog.getByLabel('Multiply its score').check();
  await dialog.getByLabel('Factor, 0.01 to 100').fill('5');
  assert.deepEqual(await violationsOn(page), []);
  await look(page, 'users-value');
  await dialog.getByRole('button', { name: 'Save edit' }).click();
  await values.getByText('boosted × 5').waitFor();
  assert.match(await values.innerText(), /1\s+boots/);
  await page.getByRole('button', { name: 'Mute shoes' }).click();
  await page.getByText('Muted for this user by a teammate.').waitFor();
  await page.getByRole('button', { name: 'Unmute shoes' }).click();
  await page.getByRole('button', { name: 'Mute shoes' }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await look(page, 'users-1280');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await assertFits(page);
  }
  await look(page, 'users-390');
  assert.deepEqual(faults, []);
});
