// Users, by a file: what it names is exported and erased, and what became of each line is said.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openShop, type Shop, skip } from './browser.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: false } as const;

test('a file of people is exported and erased, and says what was not found', { skip }, async () => {
  const { ctx, test: site } = shop.server;
  const client = await site.client(['collect']);
  for (const cuid of ['many-ann', 'many-bob']) {
    const user = { cuid, cuidType: 'external' };
    await client.events({ user, events: [{ name: 'Visit', properties: {} }] });
  }
  await shop.server.folded();
  const { page, open, faults } = await shop.windowOf(admin);
  await open('/test/users');
  const text =
    'cuid;cuidType\nmany-ann;external\nmany-bob;\n;external\na@b;he\nmany-none;external\n';
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
  });
  await page.getByText('people.csv names 4 people.').waitFor();
  await page.getByText('Line 4 identifies no one').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export users' }).click();
  const file = await (await download).path();
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).person.cuid),
    ['many-ann', 'many-bob', 'many-none'],
  );
  await page.getByText('3 people exported').waitFor();

  await page.getByRole('button', { name: 'Erase users' }).click();
  const confirm = page.getByRole('button', { name: 'Erase for good' });
  assert.equal(await confirm.isDisabled(), true);
  await page.getByLabel('Type the number of users to confirm').fill('4');
  await confirm.click();
  await page.getByText('3 people erased').waitFor();
  await page.getByText('1 of them were not found').waitFor();
  await page.getByText('Line 5 cuid').waitFor();
  const { rows } = await ctx.pool.query(
    `select from identifier where site_id = $1 and value like 'many-%'`,
    [site.id],
  );
  assert.deepEqual(rows, []);
  assert.deepEqual(faults, []);
});
