// What teammates look at: events as they arrive, a person, the audit log, the nodes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Client } from '@attune/sdk';
import type { Page } from 'playwright-core';
import { openShop, type Shop, skip } from './browser.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;
const viewer = { role: 'Viewer', codeEditing: false } as const;
const markup = '<img src=x onerror=alert(1)>';

async function say(client: Client, cuid: string, name = 'Said so'): Promise<void> {
  const properties = {
    svcType: 'inform-affinity-v1' as const,
    data: [{ attribute: 'color', values: ['blue', markup] }],
  };
  await client.events({ user: { cuid, cuidType: 'external' }, events: [{ name, properties }] });
}

/** The text of the file that a click saves. */
async function savedBy(page: Page, click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return readFile(await download.path(), 'utf8');
}

test('requests and events arrive, and wait while somebody reads or has paused', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(viewer);
  const client = await shop.server.test.client(['collect']);
  const rows = page.getByRole('row');
  await open('/test/live');
  await page.getByText('Waiting for requests').hover();
  await say(client, 'live', 'first');
  await page.getByText('inform counts for color').waitFor();
  assert.equal(await rows.count(), 3, 'the head, a request, and its event');

  await rows.last().hover();
  await say(client, 'live', 'second');
  const show = page.getByRole('button', { name: 'Show 2 new' });
  await show.waitFor();
  await show.hover();
  assert.equal(await rows.count(), 3, 'nothing moves on the way to the button');
  await show.click();
  assert.equal(await rows.count(), 5);

  await page.getByRole('button', { name: 'Pause' }).click();
  await assert.rejects(client.choose({ selector: { names: ['none'] } }));
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('permission_missing').waitFor();
  await page.getByRole('switch').click({ force: true });
  assert.equal(await rows.count(), 2);
  await page.getByLabel('Filter by text').fill('no such word');
  await page.getByText('None of the 5 entries match').waitFor();
  assert.deepEqual(faults, []);
});

test('a person is found, exported, and erased once the name is typed; no address has the name', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await say(await shop.server.test.client(['collect']), 'ann');
  await shop.server.folded();
  await open('/test/users');
  await page.getByLabel('Identifier (cuid)').fill('ann');
  await page.keyboard.press('Enter');
  const values = page.getByRole('table', { name: 'Affinity to color' });
  await values.waitFor();
  assert.match(await values.innerText(), /1 said so/);
  assert.ok((await values.innerText()).includes(markup));
  assert.equal(page.url(), `${shop.server.url}/console/test/users`);

  const file = await savedBy(page, () => page.getByRole('button', { name: 'Export data' }).click());
  assert.match(JSON.stringify(JSON.parse(file)), /Said so/);

  await page.getByRole('button', { name: 'Erase user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type the identifier to confirm').fill('bob');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText('This does not match').waitFor();
  await dialog.getByLabel('Type the identifier to confirm').fill('ann');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText('The user is being erased').waitFor();
  assert.deepEqual(faults, []);
});

test('the audit log is filtered, opened and exported', { skip }, async () => {
  const { page, open } = await shop.windowOf(admin);
  for (let at = 0; at < 60; at += 1) await shop.server.test.key(['serve']);
  await open('/test/audit');
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText(/^\d+ entries in all[.]$/).waitFor();
  await page.getByText('created API key').first().waitFor();
  await page.getByRole('button', { name: 'Details' }).first().click();
  await page.getByText('New', { exact: true }).first().waitFor();

  await page.getByRole('combobox', { name: 'What' }).fill('Site');
  await page.getByRole('option', { name: 'Site settings' }).click();
  await page.getByText('1 entry in all.').waitFor();
  const exportAs = (format: string) =>
    savedBy(page, async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('button', { name: `Export as ${format}` }).click();
    });
  assert.equal(JSON.parse(await exportAs('NDJSON')).action, 'site.create');
  assert.match(
    await exportAs('CSV'),
    /^id,at,actor,action,subject,subjectId,details\r\n\d+,.+\r\n$/,
  );
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('No matching entries').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByText('created API key').first().waitFor();
});

test('a Viewer is shown neither the audit log nor how to erase', { skip }, async () => {
  const { page, open } = await shop.windowOf(viewer);
  await say(await shop.server.test.client(['collect']), 'cleo');
  await shop.server.folded();
  await open('/test/audit');
  await page.getByText('You cannot open Audit log').waitFor();
  await page.getByText('Read the audit log of what they may change').waitFor();
  await page.getByText(/Admins who can change your role: .+@shop[.]example/).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('Identifier (cuid)').fill('cleo');
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Last events' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Erase|Export/ }).count(), 0);
});

test('the status lists the node that answers', { skip }, async () => {
  const { page, open } = await shop.windowOf(viewer);
  await open('/test/status');
  const node = page.getByRole('table', { name: 'Nodes' }).getByRole('row').last();
  assert.match(await node.innerText(), /api[\s\S]+worker[\s\S]+Current/);
});
