// Settings, Site and Affinity: changes are kept until they are saved, errors stand at their fields,
// and the page says when a change is in force.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openMailServer } from '../../packages/server/src/features/configuration/notifications/mail/mail-server.fixture.ts';
import { openReceiver } from '../../packages/server/src/features/configuration/notifications/receiver.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';

const mails = await openMailServer();
const receiver = await openReceiver();
after(() => Promise.all([mails.close(), receiver.close()]));
const warehouse = await mkdtemp(join(tmpdir(), 'attune-warehouse-'));
after(() => rm(warehouse, { recursive: true }));
const env = {
  ...{ EXPORT_TO: warehouse, EXPORT_HOUR: '0' },
  ...{ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', PUBLIC_URL: 'https://attune.shop.example' },
  ...{ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, SMTP_TLS: 'off' },
  SMTP_FROM: 'attune@shop.example',
};
const shop = (skip ? undefined : await openShop({ env })) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;

test('a change outlives another page and a refusal, and is in force once it is saved', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/affinity');
  const days = page.getByRole('textbox', { name: 'Half-life in days' });
  const views = page.getByLabel('Product view');
  await days.fill('77');
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByRole('heading', { name: 'Live' }).waitFor();
  await page.getByRole('link', { name: 'Affinity', exact: true }).click();
  await page.getByText('Unsaved changes: Half-life').waitFor();
  assert.equal(await days.inputValue(), '77');

  await views.fill('250');
  await views.press('Enter');
  await page.getByText('must be a number from -100 to 100').waitFor();
  assert.equal(await views.inputValue(), '250');
  assert.equal(shop.server.test.snapshot().site.settings.affinity.halfLifeDays, 30);

  await views.fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as revision \d+ and in use on the node[.]$/).waitFor();
  const { affinity } = shop.server.test.snapshot().site.settings;
  assert.deepEqual([affinity.halfLifeDays, affinity.weights.view], [77, 2]);
  assert.deepEqual(faults, []);
});

test('what is not saved can be discarded, also when the server cannot be reached', {
  skip,
}, async () => {
  const { page, open } = await shop.windowOf(admin);
  await open('/test/site');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  const before = await zone.inputValue();
  await zone.fill('kathm');
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(async () => (await zone.inputValue()) === 'Asia/Kathmandu');
  await page.route('**/settings', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Attune cannot be reached').waitFor();
  assert.equal(await zone.inputValue(), 'Asia/Kathmandu');
  await page.getByRole('button', { name: 'Discard' }).click();
  assert.equal(await zone.inputValue(), before);
});

test('turning a feature off says which permission keys lose', { skip }, async () => {
  const { page, open } = await shop.windowOf(admin);
  await open('/test/site');
  await page.getByRole('switch', { name: 'Affinity profiles' }).click({ force: true });
  const lost = page.getByRole('status').filter({ hasText: 'all keys lose these permissions' });
  assert.match(await lost.innerText(), /User data profile/);
});

test('a shorter term says what it takes, and takes it only where that is confirmed', {
  skip,
}, async () => {
  const { ctx, test: site } = shop.server;
  const before = new Date(Date.now() - 100 * 86_400_000);
  await ctx.pool.query(
    `insert into audit (site_id, at, actor, action, subject) values ($1, $2, 'test', 'old', '')`,
    [site.id, before],
  );
  const { page, open } = await shop.windowOf(admin);
  await open('/test/site');
  await page.getByLabel('Keep audit log (days)').fill('60');
  const warning = page.getByRole('status').filter({ hasText: 'A shorter period deletes data' });
  assert.match(
    await warning.innerText(),
    /Within 60 minutes after you save, this deletes 1 audit entries before/,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/Nothing was changed/).waitFor();
  assert.equal(site.snapshot().site.settings.auditRetentionDays, 400);
  await page.getByLabel('Delete this data').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as revision/).waitFor();
  assert.equal(site.snapshot().site.settings.auditRetentionDays, 60);
});

test('an Admin turns the nightly export on, and sees where it goes and that it is done', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/site');
  const section = page.getByRole('region', { name: 'Nightly export' });
  await section.getByText(`Parquet files in ${warehouse}/test, from 0:00 UTC`).waitFor();
  await section
    .getByRole('switch', { name: 'Export this site every night' })
    .click({ force: true });
  await page.getByText('Unsaved changes: Nightly export').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as revision/).waitFor();
  // Workers look every 30 seconds.
  await section.getByText(/^Last export: .* rows .* files/).waitFor({ timeout: 60_000 });
  await section.getByText(/^Next export: /).waitFor();
  await open('/test/status');
  await page.getByText(/^[\d,]+ rows$/).waitFor();
  await page.getByText(/^Last: .*; next: /).waitFor();
  assert.deepEqual(faults, []);
});

test('identifier types are added and removed', { skip }, async () => {
  const { page, open } = await shop.windowOf(admin);
  await open('/test/site');
  await page.getByLabel('New type').fill('Loyalty card');
  await page.keyboard.press('Enter');
  await page.getByText('has the wrong form').waitFor();
  await page.getByLabel('New type').fill('loyalty_card');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove loyalty_card' }).click();
  await page.getByRole('button', { name: 'Remove type' }).click();
  await page.getByRole('button', { name: 'Remove loyalty_card' }).waitFor({ state: 'detached' });
  assert.deepEqual(shop.server.test.snapshot().identifierTypes, []);
});

test('a Viewer reads the settings and can change none', { skip }, async () => {
  const { page, open } = await shop.windowOf({ role: 'Viewer', codeEditing: false });
  await open('/test/site');
  await page.getByText('Only Admins can change these settings').waitFor();
  assert.equal(await page.getByRole('button', { name: /Save|Add|Remove/ }).count(), 0);
  assert.equal(await page.getByRole('switch').first().isDisabled(), true);
  await open('/test/affinity');
  const days = page.getByRole('textbox', { name: 'Half-life in days' });
  await days.waitFor();
  assert.equal(await days.isEditable(), false);
});

test('an Admin has a webhook notified, tries it, sees what was answered, and sends it again', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/notifications');
  await page.getByText('Mails are sent by 127.0.0.1 from attune@shop.example.').waitFor();
  await page.getByRole('button', { name: 'New channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Warehouse');
  await dialog.getByLabel('URL').fill('http://10.0.0.1/hook');
  await dialog.getByRole('checkbox', { name: 'A campaign is published' }).check();
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await dialog.getByText('10.0.0.1 is no public address').waitFor();
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Warehouse' }).click();
  // It is not sent again by itself before the teammate has it sent again.
  receiver.answer({ status: 500, headers: { 'retry-after': '600' } });
  await page.getByRole('button', { name: 'Send test' }).click();
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
  await row.getByText(/answered 500/).waitFor();
  receiver.answer({});
  await row.getByRole('button', { name: /^Send again/ }).click();
  await row.getByText('Sent', { exact: true }).waitFor();
  assert.match(await row.innerText(), /204/);
  assert.equal(receiver.received.length, 2);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 1);

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('switch', { name: 'On' }).uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Save channel' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  await open('/test/notifications');
  await page.getByRole('button', { name: 'Send test mail' }).click();
  const mail = page.getByRole('table', { name: 'Mails' }).getByRole('row').nth(1);
  await mail.getByText('Sent', { exact: true }).waitFor();
  assert.match(mails.received[0]!.to.join(), /^teammate-\d+@shop\.example$/);
  assert.deepEqual(faults, []);
});
