// What a browser has to load before a page of the console is there.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/attune.ts';
import { openShop, type Shop, skip } from './browser.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const built = join(projectRoot, 'packages/console/dist');
const bytesMax = 200 * 1024;

/** Of a file as gzip has it; short ones are sent as they are. */
function gzippedBytes(path: string): number {
  const file = join(built, path);
  return (statSync(`${file}.gz`, { throwIfNoEntry: false }) ?? statSync(file)).size;
}

test('the page API Keys is there with less than 200 KB of gzipped JavaScript', {
  skip,
}, async () => {
  await shop.server.test.key(['serve']);
  const { page, open } = await shop.windowOf({ role: 'Admin', codeEditing: true });
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.endsWith('.js')) scripts.add(path.replace('/console/', ''));
  });
  await open('/test/api-keys');
  await page.getByRole('table', { name: 'API keys' }).waitFor();
  const bytes = [...scripts].map(gzippedBytes).reduce((a, b) => a + b, 0);
  assert.ok(scripts.size > 1, 'no script was counted');
  assert.ok(bytes < bytesMax, `${bytes} bytes of ${[...scripts].join(', ')}`);
  // The code of other pages and of dialogs comes when they are opened.
  const before = scripts.size;
  await page.getByRole('button', { name: 'New Key' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  assert.ok(scripts.size > before, 'the dialog was loaded before it was asked for');
});
