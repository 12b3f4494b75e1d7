// The client in a real browser: a shop keeps its visitor, and what they did arrives.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { rolldown } from 'rolldown';
import {
  experiencesOf,
  variation,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { eventually } from '../../packages/server/src/testing.ts';
import { openShop, skip } from '../console/browser.ts';
import { openShopOf } from './shop.ts';

const browser = skip ? undefined! : await openShop();
const { publish, log } = skip
  ? undefined!
  : await experiencesOf(browser.server, browser.server.test);
const shop = skip ? undefined! : await openTestShop();

async function openTestShop() {
  const { server } = browser;
  for (const selector of ['hero', 'later']) {
    const variations = [variation({ headline: `Chosen ${selector}` }, 1, 'Bold')];
    await publish({ selector, experiences: [{ name: 'Everybody', variations }] });
  }
  const keys = {
    server: await server.test.key(['serve', 'collect']),
    page: await server.test.key(['serve', 'collect'], 'Client-side'),
  };
  return openShopOf(server.url, keys, await bundled());
}

/** The React program as a browser gets it. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({
    // What a bundler of server components reads says nothing here.
    onLog: () => undefined,
    input: join(import.meta.dirname, '../../packages/sdk/src/hydrate.fixture.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}

/** Kinds of what a visitor did, once all of it is there. */
const done = (userId: string, ...kinds: string[]) =>
  eventually(async () => {
    const events = (await log()).filter((one) => one.userId === userId);
    const found = events.map(({ kind }) => kind).filter((kind) => kind !== 'decision');
    return kinds.every((kind) => found.includes(kind)) && found.sort();
  });

for (const [how, path] of Object.entries({
  'whose server sets the cookies, through a proxy': '/home',
  'of files alone, at another address': '/files/home',
})) {
  test(`a shop ${how}, keeps its visitor over a navigation, and the click on it arrives`, {
    skip,
  }, async () => {
    const { page, context, faults } = await browser.window();
    await page.goto(shop.url + path);
    const ids = async () =>
      (await context.cookies())
        .filter(({ name }) => name.startsWith('_svc'))
        .map((one) => one.value);
    await page.getByText('Chosen hero').waitFor();
    const before = await ids();
    assert.equal(before.length, 2);
    await page.getByRole('link').click();
    await page.waitForURL(`**${path}-next`);
    await page.getByText('Chosen hero').waitFor();
    assert.deepEqual(await ids(), before);
    const [userId = ''] = before.filter((id) => /^-?\d+$/.test(id));
    const kinds = await done(userId, 'click', 'pageview', 'exposure');
    assert.equal(kinds.filter((kind) => kind === 'click').length, 1);
    assert.deepEqual(faults, []);
  });
}

test('React goes on with what the server rendered, without a flash, and loads the rest', {
  skip,
}, async () => {
  const { page, context, faults } = await browser.window();
  await page.goto(`${shop.url}/rendered`);
  await page.locator('main.hydrated').waitFor();
  await page.getByText('Chosen later').waitFor();
  const texts = await page.evaluate<string[]>('texts');
  assert.equal(texts[0], 'Chosen heroFor now');
  assert.ok(
    texts.every((text) => text.startsWith('Chosen hero')),
    texts.join('; '),
  );
  await page.getByRole('button').click();
  await page.goto('about:blank');
  const cookies = await context.cookies(shop.url);
  const userId = cookies.find(({ name }) => name === '_svcid_server')?.value ?? '';
  await done(userId, 'click', 'exposure');
  assert.deepEqual(faults, []);
});
