// Tables: sorted, searched, filtered and paged, by mouse, keyboard and address; many rows at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  type Experiences,
  experiencesOf,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { fastestMs, runningMs } from '../../packages/server/src/running-time.fixture.ts';
import {
  assertFits,
  openShop,
  type Shop,
  skip,
  until,
  untilInside,
  type Window,
} from './browser.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const { manage, publish } = (
  skip ? {} : await experiencesOf(shop.server, shop.server.test)
) as Experiences;
const editor = { role: 'Editor', codeEditing: false } as const;
const admin = { role: 'Admin', codeEditing: true } as const;

/**
 * What a reader may wait for at most before rows are there, or have followed what they typed: three
 * times what is promised, since other proofs run at the same time.
 */
const openMsMax = 3 * 1_000;
const typingMsMax = 3 * 300;

/** Milliseconds from the click on a page of the navigation until something is there. */
const openMsOf = ({ page, open }: Pick<Window, 'page' | 'open'>, name: string, wanted: Locator) =>
  fastestMs(openMsMax, async () => {
    await open('/test/status');
    const since = runningMs();
    await page.getByRole('link', { name, exact: true }).click();
    await wanted.waitFor();
    return runningMs() - since;
  });

/** Copies the drafts that are there until the site has so many more. */
async function plantCampaigns(count: number): Promise<void> {
  await shop.server.ctx.pool.query(
    `insert into managed_object (site_id, kind, id, name, body, version)
     select site_id, kind, nextval('managed_id'), 'planted-' || n, (body::jsonb
       || jsonb_build_object('name', 'Planted ' || n, 'selector', 'planted-' || n))::text, 1
     from managed_object, generate_series(1, $2) as n
     where site_id = $1 and kind = 'campaign' and name = 'model'`,
    [shop.server.test.id, count],
  );
}

const msFromTyping = `new Promise((done) => {
  const box = document.querySelector('input[type=search]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const began = performance.now();
  set.call(box, 'uber');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  const look = () => document.querySelectorAll('tbody tr').length === 1
    ? done(performance.now() - began) : requestAnimationFrame(look);
  look();
})`;

const names = (page: Page) => page.locator('tbody th a').allInnerTexts();
const clickSort = (page: Page, head: string) =>
  page.getByRole('columnheader', { name: head }).getByRole('button').click();

test('1,000 campaigns open quickly, sort by any head, and are found while a name is typed', {
  skip,
}, async () => {
  const variations = [{ name: 'A', weight: 1, payload: null }];
  const draft = { type: 'custom', experiences: [{ name: 'E', variations }] };
  const body = { ...draft, name: 'Model', selector: 'model', labels: ['spring'] };
  const model = await manage('POST', '/v2/campaigns', body);
  assert.equal(model.status, 201);
  await plantCampaigns(1_000);
  await publish({ name: 'Über Kampagne', selector: 'uber' });
  const { page, open, faults } = await shop.windowOf(editor);
  const openMs = await openMsOf(
    { page, open },
    'Campaigns',
    page.getByRole('link', { name: 'Über Kampagne' }),
  );
  assert.ok(openMs < openMsMax, `the newest rows are there after ${Math.round(openMs)} ms`);
  await page.getByText('1–25 of 1,002').waitFor();
  assert.deepEqual((await names(page)).slice(0, 2), ['Über Kampagne', 'Model']);

  const name = page.getByRole('columnheader', { name: 'Name' });
  await name.getByRole('button').focus();
  await page.keyboard.press('Enter');
  assert.equal(await name.getAttribute('aria-sort'), 'ascending');
  assert.deepEqual((await names(page)).slice(0, 3), ['Model', 'Planted 1', 'Planted 2']);
  await clickSort(page, 'Name');
  assert.equal(await name.getAttribute('aria-sort'), 'descending');
  assert.match(page.url(), /sort=-name/);

  const box = page.getByRole('searchbox', { name: 'Search campaigns' });
  const typedMs = await fastestMs(typingMsMax, async () => {
    await box.fill('');
    await page.getByText('1–25 of 1,002').waitFor();
    return page.evaluate<number>(msFromTyping);
  });
  assert.ok(typedMs < typingMsMax, `rows follow typing after ${Math.round(typedMs)} ms`);
  assert.deepEqual(await names(page), ['Über Kampagne']);
  await box.fill('no such campaign');
  await page.getByText('Campaigns: no results').waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByText('1–25 of 1,002').waitFor();
  assert.equal(await box.inputValue(), '');

  await manage('PUT', `/v2/campaigns/${model.body.id}`, { ...body, notes: 'Changed' });
  await open('/test/campaigns');
  const changed = page.getByRole('columnheader', { name: 'Changed' });
  await changed.and(page.locator('[aria-sort=descending]')).waitFor();
  await page.getByText('1–25 of 1,002').waitFor();
  assert.deepEqual((await names(page)).slice(0, 2), ['Model', 'Über Kampagne']);
  assert.deepEqual(faults, []);
});

test('an address has the filters, the order and the page; the page size is remembered', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  await open('/test/campaigns?label=spring&sort=name&page=2');
  await page.getByText(/^26–50 of 1,001/).waitFor();
  assert.equal(await page.getByLabel('Labels', { exact: true }).inputValue(), 'spring');
  await page.getByLabel('Rows per page').selectOption('100 per page');
  await page.getByText(/^1–100 of 1,001/).waitFor();
  assert.doesNotMatch(page.url(), /page=/);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^101–200 of 1,001/).waitFor();
  await page.getByLabel('Status').selectOption('Live');
  await page.getByText('Campaigns: no results').waitFor();
  await open('/test/campaigns?status=live');
  await page.getByText('1 of 1, 1,002 without the filter').waitFor();
  assert.deepEqual(await names(page), ['Über Kampagne']);
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByText('1–100 of 1,002').waitFor();
  assert.equal(await page.getByRole('row').count(), 101);
  assert.deepEqual(faults, []);
});

test('many campaigns are archived at once after a question that says how many; what failed is told', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  await open('/test/campaigns?q=planted');
  await page.getByRole('checkbox', { name: 'Select Planted 1000' }).check();
  await page.getByRole('checkbox', { name: 'Select Planted 997' }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByText('4 selected').waitFor();
  const { items } = (await manage('GET', '/v2/campaigns?q=planted%20998')).body;
  const id = items.find(({ campaign }: { campaign: { name: string } }) => {
    return campaign.name === 'Planted 998';
  }).id;
  assert.equal((await manage('DELETE', `/v2/campaigns/${id}`)).status, 204);
  await bar.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Archive 4 campaigns?' }).waitFor();
  await dialog.getByRole('button', { name: 'Archive 4 campaigns' }).click();
  await dialog.getByRole('heading', { name: '1 of 4 failed' }).waitFor();
  await dialog.getByText(`Planted 998: There is no campaign ${id}`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('1–25 of 996').waitFor();
  assert.deepEqual((await names(page)).slice(0, 1), ['Planted 996']);
  await page.getByLabel('Status').selectOption('Archived');
  await until(async () => (await names(page)).length === 3);
  assert.deepEqual(faults, []);
});

test('only what a change concerns is changed: live campaigns are paused, labels are added', {
  skip,
}, async () => {
  await publish({ name: 'On air one', selector: 'on-air-1' });
  await publish({ name: 'On air two', selector: 'on-air-2', labels: ['sale'] });
  const { page, open, faults } = await shop.windowOf(editor);
  await open('/test/campaigns?q=on%20air');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  const dialog = page.getByRole('dialog');
  await bar.getByRole('button', { name: 'Add label' }).click();
  await dialog.getByLabel('Label').fill('sale');
  await dialog.getByText('1 of those selected is archived or labelled so already').waitFor();
  await dialog.getByRole('button', { name: 'Label 1 campaign' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until(async () => (await page.locator('tbody').getByText('sale').count()) === 2);
  await bar.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByRole('button', { name: 'Pause 2 campaigns' }).click();
  await until(async () => (await page.locator('tbody').getByText('Paused').count()) === 2);
  assert.deepEqual(faults, []);
});

test('10,000 keys are paged and searched by the service, and a telephone shows them as cards', {
  skip,
}, async () => {
  const { ctx, test: site } = shop.server;
  await ctx.pool.query(
    `insert into api_key (site_id, name, source, permissions, hash, hint, created_at)
     select $1, 'Key ' || n, 'Server-side', '{serve}'::text[], sha256(n::text::bytea),
       'svc_s_' || lpad(n::text, 4, '0'), now() from generate_series(1, 10000) as n`,
    [site.id],
  );
  const { page, open, faults } = await shop.windowOf(admin);
  const openMs = await openMsOf(
    { page, open },
    'API Keys',
    page.getByRole('row').filter({ hasText: 'Key 10000' }),
  );
  assert.ok(openMs < openMsMax, `keys are there after ${Math.round(openMs)} ms`);
  await page.getByText(/^1–25 of 10,0\d\d$/).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^26–50 of 10,0/).waitFor();
  await clickSort(page, 'Name');
  await page.getByText(/^1–25 of 10,0/).waitFor();
  await page.getByRole('row').nth(1).getByText('Key 1', { exact: true }).waitFor();
  await clickSort(page, 'Name');
  await page
    .getByRole('columnheader', { name: 'Name' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor();
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('key 777');
  await until(async () => (await page.getByRole('row').count()) === 12);
  await page.setViewportSize({ width: 390, height: 844 });
  await assertFits(page);
  assert.deepEqual(faults, []);
});

test('a report and a long table are printed whole, in light colours, without what is pressed', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('/test/campaigns?q=planted%201');
  await page.getByText(/^1–25 of 2\d\d, [\d,]+ without the filter$/).waitFor();
  const scheme = 'document.documentElement.dataset.mantineColorScheme';
  await untilInside(page, `${scheme} === 'dark'`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
  assert.equal(await page.evaluate(scheme), 'light');
  assert.ok((await page.getByRole('row').count()) > 200, 'one page alone would be printed');
  for (const hidden of ['navigation', 'search', 'banner'] as const) {
    assert.equal(await page.getByRole(hidden).isVisible(), false, hidden);
  }
  assert.equal(await page.getByRole('button', { name: 'New campaign' }).isVisible(), false);
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
  assert.equal(await page.evaluate(scheme), 'dark');
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok(pdf.includes('/Page'), 'a document comes of it');
  assert.deepEqual(faults, []);
});
