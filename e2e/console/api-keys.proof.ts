// The specification's flows, step by step: a key is created, copied, used, and deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openShop, type Shop, skip, until } from './browser.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

/** As the browser shows it: from 0, nothing, to 1. */
const opacityOf = (what: Locator) =>
  what.evaluate((element): string => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle: (of: unknown) => { opacity: string };
    };
    return getComputedStyle(element).opacity;
  });

/** Resolves when it can be seen, after whatever fades it in. */
const appears = (what: Locator) => until(async () => (await opacityOf(what)) === '1');

/** What the API answers to a key: choose, then userprofile. */
async function answersTo(url: string, key: string): Promise<number[]> {
  const headers = { 'svc-api-key': key, 'content-type': 'application/json' };
  const chosen = await fetch(`${url}/v2/serve/user/choose`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  const query = 'cuid=ann&cuidType=external&affinity=true';
  const read = await fetch(`${url}/v2/userprofile?${query}`, { headers });
  return [chosen.status, read.status];
}

async function create(page: Page, name: string, source: string, permissions: readonly string[]) {
  await page.getByRole('button', { name: 'New Key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Internal notes').fill('Made by a journey');
  await dialog.getByRole('radio', { name: source }).check();
  for (const permission of permissions) {
    await dialog.getByRole('checkbox', { name: permission }).check();
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Copy the value' }).last().click();
  const value = await clipboard(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return value;
}

test('New Key, name, source, permissions, Save: the value is shown, copied, and opens what it may', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const { page, open, faults } = await windowOf(admin);
  await open('/test/api-keys');
  const value = await create(page, 'Web shop', 'Server-side', ['Experience API: choose']);
  assert.match(value, /^svc_s_[0-9A-Za-z]{36}$/);
  assert.deepEqual(await answersTo(server.url, value), [200, 403]);
  const row = page.getByRole('row').filter({ hasText: 'Web shop' });
  await row.getByText('Experience API: choose').waitFor();
  await page.evaluate('navigator.clipboard.writeText("")');
  await row.getByRole('button', { name: 'Copy the value of Web shop' }).click();
  await row.getByText('Copied', { exact: true }).first().waitFor();
  assert.equal(await clipboard(page), value);
  assert.deepEqual(faults, []);
});

test('the trash icon appears on hover, asks once, and the key is refused by the next request', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const { page, open, faults } = await windowOf(admin);
  await open('/test/api-keys');
  const value = await create(page, 'To be deleted', 'Client-side', ['Experience API: choose']);
  assert.match(value, /^svc_c_/);
  assert.deepEqual(await answersTo(server.url, value), [200, 403]);
  const row = page.getByRole('row').filter({ hasText: 'To be deleted' });
  const trash = row.getByRole('button', { name: 'Delete key: To be deleted' });
  const opacity = () => opacityOf(trash);
  await page.mouse.move(0, 0);
  assert.equal(await opacity(), '0');
  await row.hover();
  await appears(trash);
  await trash.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('cannot be undone').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await answersTo(server.url, value), [200, 403]);
  await page.mouse.move(0, 0);
  await trash.focus();
  await appears(trash);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete key' }).click();
  await dialog.getByText('every node rejects it').waitFor();
  assert.deepEqual(await answersTo(server.url, value), [401, 401]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await row.waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});

test('an Admin without code editing looks at keys, copies public ones, and changes nothing', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const secret = await server.test.key(['serve'], 'Server-side');
  const open = await server.test.key(['serve'], 'Client-side');
  const { page, open: go } = await windowOf({ role: 'Admin', codeEditing: false });
  await go('/test/api-keys');
  await page.getByText('you need code editing').waitFor();
  assert.equal(await page.getByRole('button', { name: 'New Key' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: /^(Delete|Edit|Rotate) key/ }).count(), 0);
  const copies = page.getByRole('button', { name: /^Copy the value of test key/ });
  await copies.first().click();
  await page.getByText('Copied', { exact: true }).first().waitFor();
  const copied = await clipboard(page);
  assert.equal(copied, open);
  assert.notEqual(copied, secret);
});

for (const role of ['Editor', 'Viewer'] as const) {
  test(`${role === 'Editor' ? 'an' : 'a'} ${role} finds no API keys, and sees why`, {
    skip,
  }, async () => {
    const { windowOf } = shop;
    const { page, open } = await windowOf({ role, codeEditing: true });
    await open('/test/teammates');
    await page.getByRole('heading', { name: 'Teammates' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'API Keys' }).count(), 0);
    await open('/test/api-keys');
    await page.getByText('this takes the role Admin').waitFor();
  });
}
