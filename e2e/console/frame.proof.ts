// The frame around every page: the way to each page, and that nothing is lost, whatever becomes of
// the session, the server, the connection or the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  makeTeammate,
  password,
} from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import { experiencesOf } from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { runningMs } from '../../packages/server/src/running-time.fixture.ts';
import { openShop, type Shop, skip, until, type Window } from './browser.ts';
import { violationsNow, violationsOn } from './look.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;
const { manage } = skip
  ? { manage: undefined! }
  : await experiencesOf(shop.server, shop.server.test);
const audienceId = skip
  ? 0
  : (await manage('POST', '/v2/audiences', { name: 'Phones', condition: { channel: 'APP' } })).body
      .id;
const audience = `/test/audiences?id=${audienceId}`;

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A window in which a teammate has signed in by hand, so that they can do so again. */
async function windowOf(name: string): Promise<Window & { readonly email: string }> {
  const { server, window } = shop;
  const email = `${name}@shop.example`;
  await makeTeammate(server.ctx, email, { [server.test.id]: admin });
  const opened = await window();
  await opened.open('/sign-in');
  await signIn(opened.page, email);
  await opened.page.waitForURL('**/console/test/**');
  return { ...opened, email };
}

const nameOf = (page: Page) => page.getByLabel('Name', { exact: true });
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /offline|be reached/ });

/** Resolves when something has become true within two seconds. */
async function within2Seconds(isTrue: () => Promise<boolean>): Promise<void> {
  const beganMs = runningMs();
  await until(isTrue);
  const tookMs = runningMs() - beganMs;
  assert.ok(tookMs < 2_000, `after ${tookMs} ms`);
}

test('at 1366 by 768 every page is reached by mouse and keyboard, and groups stay folded', {
  skip,
}, async () => {
  const { page, open } = await shop.windowOf(admin);
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(audience);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const isInSight = async (name: string) => {
    const box = await pages.getByRole('link', { name, exact: true }).boundingBox();
    return box !== null && box.y >= 51 && box.y + box.height <= 769;
  };
  assert.equal(
    await pages.getByRole('link', { name: 'Audiences' }).getAttribute('aria-current'),
    'page',
  );
  await pages.hover();
  await page.mouse.wheel(0, 2_000);
  await until(() => isInSight('Import and export'));
  await pages.getByRole('link', { name: 'Campaigns' }).focus();
  await until(() => isInSight('Campaigns'));
  for (let at = 0; at < 40; at += 1) await page.keyboard.press('Tab');
  await pages.getByRole('link', { name: 'Site', exact: true }).focus();
  assert.ok(await isInSight('Site'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Site', level: 1 }).waitFor();

  await pages.getByRole('button', { name: 'Experiences' }).click();
  assert.equal(await pages.getByRole('link', { name: 'Campaigns' }).count(), 0);
  await open(audience);
  const folded = pages.getByRole('button', { name: 'Experiences' });
  assert.equal(await folded.getAttribute('aria-expanded'), 'false');
  assert.equal(await pages.getByRole('link', { name: 'Campaigns' }).count(), 0);
  assert.ok(await isInSight('Audiences'), 'the page that is open');
  await folded.press('Enter');
  await pages.getByRole('link', { name: 'Campaigns' }).waitFor();
});

test('breadcrumbs lead from a thing to its page and its site', { skip }, async () => {
  const { page, open, faults } = await shop.windowOf(admin);
  await open(audience);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await crumbs.getByText('Phones', { exact: true }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  const link = crumbs.getByRole('link', { name: 'Audiences' });
  assert.equal(await link.getAttribute('href'), '/console/test/audiences');
  await link.click();
  await page.getByRole('heading', { name: 'Audiences', level: 1 }).waitFor();
  assert.equal(await crumbs.getByRole('link', { name: 'Audiences' }).count(), 0);
  await crumbs.getByRole('link', { name: 'test' }).click();
  await page.waitForURL('**/console/test/*');
  assert.deepEqual(faults, []);
});

test('when a session ends, signing in over the page sends what waited, and nothing is retyped', {
  skip,
}, async () => {
  const { page, open, context } = await windowOf('ends');
  await open(audience);
  await nameOf(page).fill('Phones and tablets');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await dialog.waitFor();
  assert.deepEqual(await violationsNow(page), []);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Phones and tablets', level: 1 }).waitFor();
  const saved = await manage('GET', `/v2/audiences/${audienceId}`);
  assert.equal(saved.body.audience.name, 'Phones and tablets');
});

test('a draft outlives a reload and signing out, is one teammate’s, and goes once discarded', {
  skip,
}, async () => {
  const { page, open, email } = await windowOf('drafts');
  await makeTeammate(shop.server.ctx, 'other@shop.example', { [shop.server.test.id]: admin });
  const signOut = async () => {
    await page.getByRole('button', { name: /^You:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/sign-in**');
  };
  await open(audience);
  const before = await nameOf(page).inputValue();
  await nameOf(page).fill('A draft');
  await page.reload();
  assert.equal(await nameOf(page).inputValue(), 'A draft');
  await signOut();
  await signIn(page, 'other@shop.example');
  await page.waitForURL('**/console/test/**');
  await open(audience);
  assert.equal(await nameOf(page).inputValue(), before);
  await signOut();
  await signIn(page, email);
  await page.waitForURL('**/console/test/**');
  await open(audience);
  assert.equal(await nameOf(page).inputValue(), 'A draft');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await until(async () => (await nameOf(page).inputValue()) === before);
  const stored = `Object.keys(localStorage).filter((name) => name.startsWith('attune-draft'))`;
  assert.deepEqual(await page.evaluate(stored), []);
});

test('another teammate who signs in over the page begins anew, and sees nothing of it', {
  skip,
}, async () => {
  const { page, open, context } = await windowOf('first');
  await makeTeammate(shop.server.ctx, 'second@shop.example', { [shop.server.test.id]: admin });
  await open(audience);
  await nameOf(page).fill('What the first typed');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor();
  await signIn(page, 'second@shop.example');
  await page.getByRole('button', { name: /^You:/ }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await open(audience);
  assert.notEqual(await nameOf(page).inputValue(), 'What the first typed');
});

test('being offline, and a server that is away, are told within two seconds and then no more', {
  skip,
}, async () => {
  const { page, open, context } = await shop.windowOf(admin);
  await open('/test/campaigns');
  await context.setOffline(true);
  await within2Seconds(async () => (await bar(page).count()) === 1);
  await context.setOffline(false);
  await bar(page).waitFor({ state: 'detached' });

  const away = (url: URL) => url.pathname.startsWith('/console');
  await page.route(away, (route) => route.abort('connectionrefused'));
  await within2Seconds(async () => (await bar(page).count()) === 1);
  await page.getByRole('link', { name: 'Metrics' }).click();
  await page.unroute(away);
  await bar(page).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Metrics', level: 1 }).waitFor();
  await page.getByText('Purchases').first().waitFor();
});

test('code that an update took away is loaded by one reload, and the draft is still there', {
  skip,
}, async () => {
  const { page, open } = await shop.windowOf(admin);
  await open(audience);
  await nameOf(page).fill('Through the update');
  let isReloaded = false;
  let loads = 0;
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest();
  });
  page.on('load', () => {
    loads += 1;
  });
  await page.route(/[/]console[/]_[/].*[.]js$/, (route) =>
    isReloaded ? route.continue() : route.fulfill({ status: 404, body: '' }),
  );
  await page.getByRole('link', { name: 'Layers' }).click();
  await page.getByRole('heading', { name: 'Layers', level: 1 }).waitFor();
  await until(async () => loads === 1);
  await page.goBack();
  await until(async () => (await nameOf(page).inputValue()) === 'Through the update');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('a page that fails leaves the navigation, and can be tried again', { skip }, async () => {
  const { page, open } = await shop.windowOf(admin);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const isLayers = (url: URL) => url.pathname === '/console/api/sites/test/layers';
  await page.route(isLayers, (route) => route.fulfill({ json: { items: [{}], next: null } }));
  await open('/test/layers');
  const main = page.getByRole('main');
  await main.getByText('Something went wrong in the console').waitFor();
  await pages.getByRole('link', { name: 'Layers' }).waitFor();
  await page.unroute(isLayers);
  await main.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Layers', level: 1 }).waitFor();
});
