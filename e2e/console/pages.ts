// Every page: readable by everyone, whatever a teammate wrote, and no page runs that.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { makeTeammate } from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import {
  experiencesOf,
  variation,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';
import {
  hostile,
  marker,
  plantCampaign,
  plantHostile,
  plantStrategy,
  speakHostile,
} from './hostile.ts';
import { assertNothingRan, lookAll, type thoroughLooks } from './look.ts';

export { skip } from './browser.ts';

/** What is looked at; dialogs are of the same. */
export const shop = (skip ? undefined : await openShop()) as Shop;
export const admin = { role: 'Admin', codeEditing: true } as const;

/** Each page, with what opens its dialogs. */
const sitePages = [
  'overview',
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
  'ingestion-warnings',
  ...['reports', 'why?user=1', 'metrics?new', 'layers', 'holdouts'],
  'campaigns',
  'campaigns?new',
  'templates',
  'templates?id=1',
  ...['approvals', 'journal', 'recommendations'],
  'audiences',
  'audiences?new',
  'import-export',
  'notifications',
  'notifications?new',
  'notifications?channel=1',
  'strategies?new',
  'strategies?show=models',
  'strategies?show=evaluations&begin',
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
}

/** Makes a campaign and a strategy whose every text is hostile; gives all their pages. */
async function plantHostilePages(): Promise<string[]> {
  const { server } = shop;
  await plantHostile(server);
  const [first = '', second = ''] = hostile;
  const id = await plantCampaign(server, first, second);
  const strategy = await plantStrategy(server, first);
  return [
    ...[`campaigns?id=${id}`, `campaigns?id=${id}&show=history`],
    ...['details', 'targeting', 'allocation', 'review'].map(
      (section) => `campaigns?id=${id}&section=${section}`,
    ),
    ...[`strategies?id=${strategy.id}`, `strategies?id=${strategy.id}&show=history`],
    `campaigns?id=${strategy.campaign}`,
  ];
}

/** Every page as it is first seen, with what opens its dialogs; fails where one does not hold. */
export async function lookAtEveryPage(looks?: typeof thoroughLooks): Promise<void> {
  await plantOrdinary();
  const planted = await plantHostilePages();
  const { page, open, faults } = await shop.windowOf(admin);
  await page.addInitScript(`globalThis.${marker} = 0`);
  const found: string[] = [];
  for (const path of [...sitePages, ...planted, 'none']) {
    await open(`/test/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await fillPage(page, path);
    found.push(...(await lookAll(page, path, looks)));
    await assertNothingRan(page);
  }
  await open('/test/api-keys');
  await page.getByText(hostile[0]!, { exact: false }).first().waitFor();
  await open('/account');
  found.push(...(await lookAll(page, 'account', looks)));
  await page.context().clearCookies();
  const token = 'a'.repeat(24);
  for (const path of ['/sign-in', `/sign-in/reset#token=${token}`, `/invitation#token=${token}`]) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await lookAll(page, path.slice(1), looks)));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
}

/** Has a page show what it shows only when it is asked or while something happens. */
async function fillPage(page: Page, path: string): Promise<void> {
  if (path === 'users') {
    await page.getByLabel('Identifier (cuid)').fill('hostile');
    await page.keyboard.press('Enter');
    await page.getByRole('table').first().waitFor();
  }
  if (path === 'live') {
    await speakHostile(shop.server.url, await shop.server.test.key(['collect']));
    await until(async () => (await page.getByRole('row').count()) > hostile.length);
  }
}
