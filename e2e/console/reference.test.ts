// The reference of the API at `/docs`, in a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFits, openShop, type Shop, skip } from './browser.ts';

const shop = (skip ? undefined : await openShop()) as Shop;

test('a developer reads the reference and tries a call with a key, and nothing comes from elsewhere', {
  skip,
}, async () => {
  const { url, test: site } = shop.server;
  const key = await site.key(['serve']);
  const { page, faults } = await shop.window();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url) {
      elsewhere.push(request.url());
    }
  });

  await page.goto(`${url}/docs`);
  await page.getByRole('heading', { name: 'Attune Experience API' }).waitFor();
  await page.getByRole('button', { name: 'Serve Open Group' }).click();
  await page.getByRole('heading', { name: 'Choose what a user sees' }).waitFor();
  await page.locator('#reference input.scalar-password-input').first().fill(key);
  await page.getByRole('button', { name: /post \/v2\/serve\/user\/choose/i }).click();
  await page.getByRole('button', { name: /^Send post request/ }).click();
  await page.getByText('200 OK').waitFor();

  assert.deepEqual(elsewhere, []);
  assert.deepEqual(faults, []);
  const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
  assert.ok(!String(stored).includes(key), 'the key is not kept');
});

test('the reference fits a telephone', { skip }, async () => {
  const { page } = await shop.window();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${shop.server.url}/docs`);
  await page.getByRole('heading', { name: 'Attune Experience API' }).waitFor();
  await assertFits(page);
});
