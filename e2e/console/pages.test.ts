// Every page, in both colour schemes and at two widths: readable by everybody, and no page runs
// what somebody else wrote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../packages/server/src/features/api-keys/index.ts';
import {
  experiencesOf,
  variation,
} from '../../packages/server/src/features/campaigns/campaigns.fixture.ts';
import { makeTeammate } from '../../packages/server/src/features/teammates/teammates.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';
import {
  hostile,
  marker,
  plantCampaign,
  plantHostile,
  plantStrategy,
  speakHostile,
} from './hostile.ts';
import { assertNothingRan, lookAll, settle } from './look.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;

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
  sitePages.push('strategies?new', 'strategies?show=models', 'strategies?show=evaluations&begin');
  sitePages.push(...strategyPages(await plantStrategy(server, 'Product page')));
  sitePages.push('campaigns', `campaigns?id=${id}`, `campaigns?id=${id}&show=history`);
}

/** Every page of a strategy, and of the campaign that recommends by it. */
const strategyPages = ({ id, campaign }: { readonly id: number; readonly campaign: number }) => [
  `strategies?id=${id}`,
  `strategies?id=${id}&show=history`,
  `campaigns?id=${campaign}`,
];

if (!skip) await plantOrdinary();

test('every page fits a telephone and a desk, and axe finds nothing in either colour scheme', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
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
  await plantHostile(shop.server);
  const [first = ''] = hostile;
  const campaign = await plantCampaign(shop.server, ...(hostile as [string, string]));
  await page.addInitScript(`globalThis.${marker} = 0`);
  const planted = [
    ...[`campaigns?id=${campaign}`, `campaigns?id=${campaign}&show=history`],
    ...strategyPages(await plantStrategy(shop.server, first)),
  ];
  for (const path of [...sitePages, ...planted]) {
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
    await assertNothingRan(page);
  }
  await open('/test/api-keys');
  await page.getByText(hostile[0]!, { exact: false }).first().waitFor();
  assert.deepEqual(faults, []);
});
