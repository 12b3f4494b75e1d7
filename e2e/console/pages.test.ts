// Every page, in both colour schemes and at two widths: readable by everybody, and no page runs
// what somebody else wrote.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { createKey } from '../../packages/server/src/features/api-keys/index.ts';
import {
  experiencesOf,
  variation,
} from '../../packages/server/src/features/campaigns/campaigns.fixture.ts';
import { makeTeammate } from '../../packages/server/src/features/teammates/teammates.fixture.ts';
import { assertFits, openShop, type Shop, skip, until } from './browser.ts';
import {
  hostile,
  marker,
  plantCampaign,
  plantHostile,
  plantStrategy,
  speakHostile,
} from './hostile.ts';
import { item, makeFeed, picture, putItems, sendFile } from './plant-feed.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;

/** Where to leave pictures of the pages; none are taken unless it is set. */
const pictures = process.env['PICTURES'];

/** Each page, with what opens its dialogs. */
const sitePages = [
  'api-keys',
  'api-keys?new',
  'teammates',
  'teammates?invite',
  'site',
  'affinity',
  'audit',
  'users',
  'live',
  'status',
  ...['reports', 'why?user=1', 'metrics?new', 'layers', 'holdouts'],
  'campaigns?new',
  'audiences',
  'audiences?new',
  'import-export',
];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds against WCAG 2.2 AA and its own best practices, or against some rules of them. */
async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Through the debugger, which the page's policy on scripts does not concern.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${page.url()} ${id}: ${html} ${failureSummary}`),
  );
}

/** Resolves when a page has what it asked for, and nothing moves in it any more. */
async function settle(page: Page): Promise<void> {
  const isStill = `document.querySelectorAll('.mantine-Skeleton-root').length === 0 &&
    document.getAnimations().every((one) => one.playState !== 'running')`;
  await until(async () => page.evaluate<boolean>(isStill));
}

async function look(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`) });
}

async function plantOrdinary(): Promise<void> {
  const { server } = shop;
  const { ctx, test: site } = server;
  for (const name of ['Web shop', 'Nightly feed job', 'Mobile app']) {
    const request = { name, source: 'Server-side', permissions: ['serve', 'collect'] };
    await createKey(ctx, site.snapshot(), request, 'ann@shop.example');
  }
  await makeTeammate(ctx, 'ann@shop.example', { [site.id]: admin });
  const { manage, publish, client } = await experiencesOf(server, site);
  const layer = { id: (await manage('POST', '/v2/layers', { name: 'Front' })).body.id, share: 1 };
  await manage('POST', '/v2/holdouts', { name: 'Everything', share: 0.05 });
  const targeting = { channel: 'APP' };
  const variations = [variation(null, 1, 'Grey'), variation('blue', 1, 'Blue')];
  const experiences = [
    { name: 'In the app', targeting, variations },
    { name: 'Everybody', variations },
  ];
  await publish({ selector: 'hero', layer, experiences });
  for (let at = 0; at < 8; at += 1) {
    await client.choose({ user: { id: `${500 + at}` }, selector: { names: ['hero'] } });
  }
  await server.folded();
  const id = await plantCampaign(server, 'Home page', 'Frequent buyers');
  sitePages.push('feeds', 'feeds?new', ...(await plantFeed('777', 'Products', 'Acme')));
  sitePages.push('strategies?new', 'strategies?show=models', 'strategies?show=evaluations&begin');
  sitePages.push(...strategyPages(await plantStrategy(server, 'Product page')));
  sitePages.push('campaigns', `campaigns?id=${id}`, `campaigns?id=${id}&show=history`);
}

/** Makes a feed of which there is something on every page; `text` stands wherever any may. */
async function plantFeed(id: string, name: string, text: string): Promise<string[]> {
  const { server } = shop;
  const more = { brand: text, [text]: [text], [`lng:en_US:${text}`]: text };
  const items = Array.from({ length: 6 }, (_, at) => item(`${at} ${text}`, { ...more, price: at }));
  await makeFeed(server, { id, name }, items);
  const fewer = items.slice(1).map((one) => ({ ...one, brand: undefined }));
  const broken = item(`7 ${text}`, { price: text });
  const changed = [item(`6 ${text}`, { in_stock: false }), ...fewer, broken];
  await putItems(server, id, changed);
  const upload = await sendFile(server, id, changed);
  const sku = encodeURIComponent(`1 ${text}`);
  const parts = ['upload', `upload&upload=${upload}`, 'history', 'health', 'settings'];
  return ['', `&sku=${sku}`, ...parts.map((part) => `&show=${part}`)].map(
    (more) => `feeds?id=${id}${more}`,
  );
}

/** Every page of a strategy, and of the campaign that recommends by it. */
const strategyPages = ({ id, campaign }: { readonly id: number; readonly campaign: number }) => [
  `strategies?id=${id}`,
  `strategies?id=${id}&show=history`,
  `campaigns?id=${campaign}`,
];

if (!skip) await plantOrdinary();

/** Looks at a page in every width and colour scheme; what is wrong with it, in words. */
async function lookAll(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Told to the page, which then changes its colours by and by.
      const scheme = 'document.documentElement.dataset.mantineColorScheme';
      await until(async () => (await page.evaluate(scheme)) === colorScheme);
      await settle(page);
      await assertFits(page);
      if (colorScheme === 'light') found.push(...(await violationsOn(page)));
      // The dark scheme differs in its colours, and these are the same at every width.
      else if (width === 1440) found.push(...(await violationsOn(page, ['color-contrast'])));
      await look(page, `${name}-${width}-${colorScheme}`);
    }
  }
  return found;
}

test('every page fits a telephone and a desk, and axe finds nothing in either colour scheme', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  const found: string[] = [];
  for (const path of [...sitePages.map((one) => `/test/${one}`), '/account', '/test/none']) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await lookAll(page, path.slice(1))));
  }
  await page.context().clearCookies();
  for (const path of ['/sign-in', '/invitation#token=aaaaaaaaaaaaaaaaaaaaaaaa']) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await lookAll(page, path.slice(1))));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
});

test('what teammates, feeds and events write is shown, and never run', { skip }, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await plantHostile(shop.server);
  const [first = ''] = hostile;
  const ofFeed = await plantFeed('778', first, first);
  const campaign = await plantCampaign(shop.server, ...(hostile as [string, string]));
  await page.addInitScript(`globalThis.${marker} = 0`);
  const planted = [
    ...[`campaigns?id=${campaign}`, `campaigns?id=${campaign}&show=history`],
    ...strategyPages(await plantStrategy(shop.server, first)),
  ];
  for (const path of [...sitePages, ...planted, ...ofFeed]) {
    await open(`/test/${path}`);
    await settle(page);
    if (path === 'users') {
      await page.getByLabel('Name (cuid)').fill('hostile');
      await page.keyboard.press('Enter');
      await page.getByRole('table').first().waitFor();
    }
    if (path === 'live') {
      await speakHostile(shop.server.url, await shop.server.test.key(['collect']));
      await until(async () => (await page.getByRole('row').count()) > hostile.length);
    }
    assert.equal(await page.evaluate(`globalThis.${marker}`), 0, path);
    const made = `document.querySelectorAll('[data-${marker}]').length`;
    assert.equal(await page.evaluate(made), 0, `${path} made an element of what it should show`);
  }
  await open('/test/api-keys');
  await page.getByText(hostile[0]!, { exact: false }).first().waitFor();
  assert.deepEqual(faults, []);
});
