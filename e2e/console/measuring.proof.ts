// What teammates read of experiences: reports, why somebody saw something, what is measured by.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  type Experiences,
  experiencesOf,
  variation,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { runningMs } from '../../packages/server/src/running-time.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';
import { section } from './builder.ts';
import { violationsOn } from './look.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const { publish, client, manage } = (
  skip ? {} : await experiencesOf(shop.server, shop.server.test)
) as Experiences;
const viewer = { role: 'Viewer', codeEditing: false } as const;
const editor = { role: 'Editor', codeEditing: false } as const;

const dayMs = 86_400_000;
const clock = { shiftMs: 0 };
if (!skip) Object.assign(shop.server.ctx, { now: () => Date.now() + clock.shiftMs });

async function daysAgo<T>(days: number, work: () => Promise<T>): Promise<T> {
  clock.shiftMs = -days * dayMs;
  try {
    return await work();
  } finally {
    clock.shiftMs = 0;
  }
}

/** Shows the campaign `hero` to visitors; those who see it blue buy. */
async function visit(visitors: number): Promise<string> {
  const ids = await daysAgo(4, () =>
    Promise.all(
      Array.from({ length: visitors }, async (_, at) => {
        const user = { cuid: `visitor-${at}`, cuidType: 'external' };
        const { choices } = await client.choose({ user, selector: { names: ['hero'] } });
        const [choice] = choices;
        const properties = {
          svcType: 'purchase-v1' as const,
          value: 10,
          cart: [],
          uniqueTransactionId: `t${at}`,
        };
        const timestamp = Date.now() - 4 * dayMs + 60_000;
        if (choice?.variations.length) {
          await client.events({ user, events: [{ name: 'Bought', timestamp, properties }] });
        }
        return choice?.decisionId ?? '';
      }),
    ),
  );
  await shop.server.folded();
  return ids[0] ?? '';
}

test('exposures and purchases become a report; why a visitor saw it is explained, the same again', {
  skip,
}, async () => {
  const experiences = [
    { name: 'In the app', targeting: { channel: 'APP' }, variations: [variation('app')] },
    {
      name: 'Everybody',
      variations: [variation(null, 1, 'Grey'), variation('blue', 1, 'Blue')],
    },
  ];
  const id = await daysAgo(5, () => publish({ name: 'Hero', selector: 'hero', experiences }));
  const { page, open, faults } = await shop.windowOf(viewer);
  await open(`/test/reports?campaign=${id}`);
  await page.getByText('No users exposed yet').waitFor();
  await page.getByRole('button', { name: 'For developers', exact: true }).click();
  await page.getByText('/v2/serve/user/choose').waitFor();

  const decisionId = await visit(30);
  await open(`/test/reports?campaign=${id}&metric=2`);
  const variations = page.getByRole('table', { name: 'Variations of Everybody' });
  await variations.waitFor();
  const rows = await variations.getByRole('row').allInnerTexts();
  assert.match(rows[1] ?? '', /Grey[\s\S]+Baseline[\s\S]+0\s%/);
  assert.match(rows[2] ?? '', /Blue[\s\S]+100\s%/);
  const exposed = await variations.locator('tbody td:nth-child(2) > div').allInnerTexts();
  assert.equal(
    exposed.reduce((sum, one) => sum + Number(one), 0),
    30,
  );
  assert.match(rows.at(-1) ?? '', /Total\s+30\s+30/);
  await page.getByRole('combobox', { name: 'Metric' }).fill('Revenue');
  await page.getByRole('option', { name: 'Revenue' }).click();
  await page.getByText('revenue per user within 3 days of first exposure').waitFor();
  assert.match(page.url(), /metric=3/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  assert.match(await readFile(await download.path(), 'utf8'), /Blue/);

  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('Identifier (cuid)').fill('visitor-0');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Why did they see this?' }).click();
  await page.getByText('channel is APP').waitFor();
  await page.getByText('decisive').waitFor();
  await page.getByText(/kept from an earlier exposure/).waitFor();
  assert.equal(await page.getByText(/FNV-1a/).count(), 0, 'the recipe is folded');
  await page.getByRole('button', { name: 'Show how this was computed' }).first().click();
  await page
    .getByRole('img', { name: /the bucket is 0[.]\d+, which is in the range of/ })
    .waitFor();
  assert.doesNotMatch(page.url(), /visitor/);

  await page.getByText('A decision ID', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Decision ID' }).fill(decisionId);
  await page.keyboard.press('Enter');
  await page.getByText('Replayed with the same result').waitFor();
  await page.getByRole('heading', { name: 'Steps' }).waitFor();
  await page.getByRole('textbox', { name: 'Decision ID' }).fill(`${decisionId}x`);
  await page.keyboard.press('Enter');
  await page.getByText('No such decision on this site').waitFor();
  // A later campaign without exposures does not hide the one that has some.
  await publish({ name: 'Unseen', selector: 'unseen' });
  await open('/test/reports?metric=2');
  await page.getByRole('table', { name: 'Variations of Everybody' }).waitFor();
  await page.getByRole('button', { name: 'What is the expected loss?' }).click();
  const meaning = page.getByRole('dialog', { name: 'What is the expected loss?' });
  await meaning.getByText('How much of the metric you give up').waitFor();
  await page.keyboard.press('Escape');
  await meaning.waitFor({ state: 'detached' });
  await open('/test/reports?campaign=999');
  await page.getByText('No such campaign').waitFor();
  assert.equal(await page.getByLabel('Campaign or holdout').first().inputValue(), '');
  assert.deepEqual(faults, []);
});

test('the days of a report are read by mouse, by keyboard and as a table, and a line is left out', {
  skip,
}, async () => {
  const experiences = [
    { name: 'Days', variations: [variation(null, 1, 'Grey'), variation('blue', 1, 'Blue')] },
  ];
  const id = await daysAgo(9, () => publish({ name: 'Daily', selector: 'daily', experiences }));
  for (const days of [8, 7, 6, 5]) {
    await daysAgo(days, async () => {
      for (let at = 0; at < 12; at += 1) {
        const user = { cuid: `day-${days}-${at}`, cuidType: 'external' };
        await client.choose({ user, selector: { names: ['daily'] } });
      }
    });
  }
  for (let at = 0; at < 4; at += 1) {
    const user = { cuid: `today-${at}`, cuidType: 'external' };
    await client.choose({ user, selector: { names: ['daily'] } });
  }
  await shop.server.folded();
  const { page, open, faults } = await shop.windowOf(viewer);
  await open(`/test/reports?campaign=${id}&metric=2`);
  await page.getByText('Users counted').waitFor();
  await page.getByRole('columnheader', { name: 'So far (preliminary)' }).waitFor();
  const chart = page.getByRole('application');
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  const day = page.getByRole('status').filter({ hasText: 'Blue:' });
  const first = await day.innerText();
  await page.keyboard.press('ArrowRight');
  await until(async () => (await day.innerText()) !== first);
  await chart.hover();
  await until(async () => /Grey: 0\s%, 95\s% interval/.test(await day.innerText()));
  const lines = page.locator('.recharts-line-curve');
  assert.equal(await lines.count(), 2);
  await page.getByRole('button', { name: 'Grey', pressed: true }).click();
  await until(async () => (await lines.count()) === 1);
  await page.getByText('Table', { exact: true }).click();
  const rows = page.getByRole('table', { name: 'By day' }).getByRole('row');
  assert.equal(await rows.count(), 6);
  assert.deepEqual(faults, []);
});

test('the first conversion is on an open report within five seconds, marked preliminary', {
  skip,
}, async () => {
  const experiences = [{ name: 'Fresh', variations: [variation('new', 1, 'Only')] }];
  const id = await publish({ name: 'Fresh', selector: 'fresh', experiences });
  const { page, open, faults } = await shop.windowOf(viewer);
  await open(`/test/reports?campaign=${id}`);
  await page.getByText('No users exposed yet').waitFor();
  const user = { cuid: 'first-visitor', cuidType: 'external' };
  await client.choose({ user, selector: { names: ['fresh'] } });
  const figures = page.getByRole('table', { name: 'Preliminary figures' });
  const row = figures.getByRole('row', { name: 'Only' });
  await page.getByText('No events from users who see this campaign.').waitFor();

  const properties = { svcType: 'purchase-v1' as const, value: 10, cart: [] };
  await client.events({ user, events: [{ name: 'Bought', properties }] });
  const sentAt = runningMs();
  await page.getByText('Tracking works: events arrive').waitFor();
  const tookMs = runningMs() - sentAt;
  assert.match(await row.innerText(), /Only\s+1\s+0\s+1\s+\D*10/);
  await page.getByText('Preliminary', { exact: true }).waitFor();
  await page.getByText('The first users count from').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'purchase, Only' }).waitFor();
  assert.ok(tookMs <= 5_000, `${Math.round(tookMs)} ms`);
  assert.deepEqual(await violationsOn(page), []);
  assert.deepEqual(faults, []);
});

test('an Editor makes, changes and deletes metrics, layers and holdouts; a Viewer reads them', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  const dialog = page.getByRole('dialog');
  await open('/test/metrics?new');
  await dialog.getByLabel('Name', { exact: true }).fill('Yearly plans');
  await dialog.getByRole('combobox', { name: 'Event' }).fill('custom');
  await page.getByRole('option', { name: 'custom event' }).click();
  await dialog.getByRole('button', { name: 'Create metric' }).click();
  await dialog.getByText('Enter the name of your event').waitFor();
  await dialog.getByLabel('Event name').fill('subscribed');
  await dialog.getByRole('button', { name: 'Add property filter' }).click();
  await dialog.getByLabel('Property 1').fill('plan');
  await dialog.getByLabel('Value 1').fill('yearly');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('at least one event “subscribed” where plan is yearly').waitFor();
  await page.getByRole('button', { name: 'Edit Yearly plans' }).click();
  await dialog.getByLabel('Window, hours').fill('24');
  await dialog.getByRole('button', { name: 'Save metric' }).click();
  await page.getByText('plan is yearly, within 24 hours').waitFor();

  await open('/test/layers?new');
  await dialog.getByLabel('Name', { exact: true }).fill('Front page');
  await page.keyboard.press('Enter');
  await page.getByText('1,000 of 1,000 slots free').waitFor();
  await publish({ name: 'Legal notice', selector: 'legal', ignoresHoldouts: true });
  await open('/test/holdouts?new');
  await dialog.getByLabel('Name', { exact: true }).fill('Everything');
  await page.keyboard.press('Enter');
  const holdout = page.getByRole('row', { name: 'Everything' });
  await holdout.getByText('All campaigns').waitFor();
  const exception = holdout.getByText(/Except .*shown to held-out users/);
  await exception.getByRole('link', { name: 'Legal notice' }).waitFor();
  await holdout.getByText('no final results yet').waitFor();
  await page.getByRole('button', { name: 'Delete Everything' }).click();
  await dialog.getByRole('button', { name: 'Delete holdout' }).click();
  await page.getByText('No holdouts yet').waitFor();
  assert.deepEqual(faults, []);

  const other = await shop.windowOf(viewer);
  await other.open('/test/metrics');
  await other.page.getByText('Yearly plans').waitFor();
  const changing = other.page.getByRole('main').getByRole('button', { name: /New|Edit|Delete/ });
  assert.equal(await changing.count(), 0);
});

test('a teammate rolls a campaign out in steps with a guardrail, holds it, goes on and goes back', {
  skip,
}, async () => {
  const variations = ['Old', 'New'].map((name) => ({ name, weight: 1, payload: null }));
  const body = { name: 'Checkout', selector: 'checkout', type: 'custom' };
  const experiences = [{ name: 'E', variations }];
  const { id } = (await manage('POST', '/v2/campaigns', { ...body, experiences })).body;
  const { page, open, faults } = await shop.windowOf(editor);
  await open(`/test/campaigns?id=${id}&section=allocation`);
  await page.getByRole('button', { name: 'Roll out in steps' }).click();
  await page.getByLabel('Step 1: share of visitors').fill('2');
  await page.getByRole('button', { name: 'Remove step 3' }).click();
  await section(page, 'Metrics');
  await page.getByRole('button', { name: 'Add guardrail' }).click();
  await page.getByLabel('Guardrail 1', { exact: true }).selectOption('Purchases');
  await page.getByRole('button', { name: 'Save and review' }).click();
  await page.getByText('after steps of 2 %, 5 %').waitFor();
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.getByText(/^Version \d+ is served to 2 %/).waitFor();

  await section(page, 'Allocation');
  const status = page.getByRole('group', { name: 'Rollout status' });
  await status.getByText(/^Step 1 of 3: 2 %, next step to 5 % on/).waitFor();
  await status.getByRole('button', { name: 'Hold here' }).click();
  await status.getByText('held until you resume it').waitFor();
  await status.getByRole('button', { name: 'Resume' }).click();
  const confirm = async (name: string) => {
    await status.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
  await confirm('Go to next step');
  await status.getByText(/^Step 2 of 3: 5 %/).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await confirm('Go back a step');
  await page.getByText('Went back to 2 %').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('5 % → 2 %').waitFor();
  assert.deepEqual(faults, []);
});
