// The landing page of a site, and the command palette: what is live, what needs a look, and the way
// to anything by a few letters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  experiencesOf,
  variation,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { assertFits, openShop, type Shop, skip, until, untilInside } from './browser.ts';
import { violationsOn } from './look.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const palette = 'Search and commands';
const admin = { role: 'Admin', codeEditing: true } as const;
const viewer = { role: 'Viewer', codeEditing: false } as const;
const experiences = [
  { name: 'Everybody', variations: [variation(null, 1, 'Control'), variation('blue', 1, 'Blue')] },
];

/** Its field has the focus then. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await untilInside(page, `document.activeElement?.getAttribute('aria-label') === '${palette}'`);
}

test('a new site shows what is to be done, with code to paste, and ticks what is done', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test');
  await page.waitForURL('**/console/test/overview');
  await page.getByRole('heading', { name: 'Set up test: 0 of 5 done' }).waitFor();
  await page.getByRole('button', { name: 'For developers: Create an API key' }).click();
  await page.getByText(`curl ${shop.server.url}/v2/keys/self`).waitFor();
  await page.getByRole('link', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await shop.server.test.key(['serve']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Set up test: 1 of 5 done' }).waitFor();
  await page.getByRole('button', { name: /^(To do|Done) Report the first event/ }).click();
  await page.getByRole('button', { name: 'For developers: Report the first event' }).click();
  await page.getByText(`curl ${shop.server.url}/v2/collect/user/event`).waitFor();
  await page.getByRole('button', { name: 'Hide steps' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Show steps' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Report the first event' }).count(), 0);
  assert.deepEqual(faults, []);
});

test('live campaigns, traffic, warnings and changes are shown, each with the way to its page', {
  skip,
}, async () => {
  const { server } = shop;
  const { publish, client, manage } = await experiencesOf(server, server.test);
  await publish({ name: 'Hero test', selector: 'hero', experiences });
  await manage('POST', '/v2/audiences', { name: 'Phones', condition: { channel: 'APP' } });
  for (const id of ['501', '502', '503']) {
    await client.choose({ user: { id }, selector: { names: ['hero'] } });
  }
  const events = [{ name: 'Hello', properties: { svcType: 'no-such-type-v1' } }];
  await client.events({ user: { id: '501' }, events } as never);
  await server.folded();
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/overview');
  const campaigns = page.getByRole('table', { name: 'Live campaigns' });
  await campaigns.getByRole('link', { name: 'Hero test' }).waitFor();
  await campaigns.getByText('3 in total').waitFor();
  await campaigns.getByText('Users count 3 days after their first exposure').waitFor();
  await page.getByText('Ingestion warnings', { exact: true }).last().waitFor();
  await page.getByRole('application').first().waitFor();
  assert.deepEqual(await violationsOn(page), []);

  await page.getByText('Table', { exact: true }).click();
  const traffic = page.getByRole('table', { name: 'Traffic by day (UTC)' });
  await until(async () => /\b3\b/.test(await traffic.getByRole('row').nth(1).innerText()));
  assert.equal(await traffic.getByRole('row').count(), 15);
  await page.getByRole('main').getByRole('link', { name: 'Phones' }).waitFor();
  await page.getByText('1 part of a request was ignored or rejected').waitFor();

  for (const colorScheme of ['dark', 'light'] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await assertFits(page);
    assert.deepEqual(await violationsOn(page), []);
  }
  await page.getByRole('group').getByRole('link', { name: 'Ingestion warnings' }).click();
  await page.getByRole('heading', { name: 'Ingestion warnings', level: 1 }).waitFor();
  assert.deepEqual(faults, []);
});

test('a Viewer sees the overview without what they may not read', { skip }, async () => {
  const { page, open } = await shop.windowOf(viewer);
  await open('/test/overview');
  await page.getByRole('table', { name: 'Live campaigns' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Last changes' }).count(), 0);
  assert.equal(await page.getByText('Create an API key').count(), 0);
});

test('Ctrl+K finds a campaign by its selector, opens it, and says when there is nothing', {
  skip,
}, async () => {
  const { page, open, context, faults } = await shop.windowOf(admin);
  await open('/test/status');
  await openPalette(page);
  const field = page.getByRole('combobox', { name: palette });
  await page.keyboard.type('hero');
  const found = page.getByRole('option', { name: /Hero test/ });
  await found.waitFor();
  assert.equal(await found.getAttribute('aria-selected'), 'true');
  assert.equal(await field.getAttribute('aria-activedescendant'), await found.getAttribute('id'));
  assert.deepEqual(await violationsOn(page), []);
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.keyboard.press('Control+Enter'),
  ]);
  await tab.getByRole('heading', { name: 'Hero test', level: 1 }).waitFor();
  await tab.close();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Hero test', level: 1 }).waitFor();

  await openPalette(page);
  await page.keyboard.type('no such thing');
  await page.getByText('No results', { exact: true }).waitFor();
  await field.fill('new aud');
  await page.getByRole('option', { name: 'New audience' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New audience', level: 1 }).waitFor();
  assert.deepEqual(faults, []);
});

test('a person is found by identifier, and their name stays out of the address', {
  skip,
}, async () => {
  const { server } = shop;
  const client = await server.test.client(['collect']);
  const user = { cuid: 'ann-at-home', cuidType: 'external' };
  await client.events({ user, events: [{ name: 'Hello', properties: {} }] });
  await server.folded();
  const { page, open } = await shop.windowOf(viewer);
  await open('/test/campaigns');
  await openPalette(page);
  await page.keyboard.type('ann-at-home');
  await page.getByRole('option', { name: /Open user ann-at-home/ }).click();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  await page.getByText('Hello').first().waitFor();
  assert.doesNotMatch(page.url(), /ann/);
  assert.equal(await page.evaluate('history.state'), null);

  await openPalette(page);
  await page.keyboard.type('test key');
  await page.getByText('No results', { exact: true }).waitFor();
});

test('the value of a key that is pasted into the palette is sent nowhere', { skip }, async () => {
  const { page, open } = await shop.windowOf(admin);
  const value = await shop.server.test.key(['serve']);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open('/test/campaigns');
  await openPalette(page);
  await page.getByRole('combobox', { name: palette }).fill(value);
  await page.getByText('No results', { exact: true }).waitFor();
  assert.deepEqual(
    asked.filter((url) => url.includes(value)),
    [],
  );
});
