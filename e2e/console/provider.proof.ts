// A teammate signs in at an identity provider, on another site than the console's, and comes back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { linkTeammate } from '../../packages/server/src/features/access/teammates/index.ts';
import {
  settingsOf,
  testProvider,
} from '../../packages/server/src/features/access/teammates/provider/provider.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';
import { lookAll } from './look.ts';

const rules = [{ group: 'shop-editors', site: 'test', role: 'Editor' }];
const provider = skip ? undefined : await testProvider();
after(() => provider?.close());
const env = {
  ...settingsOf(provider?.issuer ?? ''),
  ...{ OIDC_ROLES: JSON.stringify(rules), OIDC_SIGN_OUT: 'provider' },
};
const shop = (skip ? undefined : await openShop({ env })) as Shop;
await provider?.serve([shop.server.url]);

/** Somebody at the provider. */
function person(subject: string, groups: readonly string[]): void {
  const email = `${subject}@shop.example`;
  provider?.people.set(subject, { email, email_verified: true, name: subject, groups });
}

/** Leaves the console, gives a name at the provider, and agrees. */
async function signInThere(page: Page, subject: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Shop ID' }).click();
  await page.getByPlaceholder('Enter any login').fill(subject);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a teammate signs in at the provider, is where they wanted to go, and signs out of both', {
  skip,
}, async () => {
  person('ann', ['shop-editors']);
  const { page, open, faults } = await shop.window();
  await open('/test/audiences');
  await page.waitForURL('**/console/sign-in?from=*');
  assert.deepEqual(await lookAll(page, 'sign-in with a provider'), []);
  await signInThere(page, 'ann');
  await page.waitForURL('**/console/test/audiences');
  await page.getByRole('heading', { name: 'Audiences', level: 1 }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'API Keys' }).count(), 0, 'an Editor');
  await open('/test/teammates');
  await page.getByText('Role from groups').waitFor();
  await open('/account');
  await page.getByText('You sign in through your identity provider').waitFor();

  await page.getByRole('button', { name: /ann/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${provider?.issuer}/session/end?*`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL('**/console/sign-in');
  // The provider's own pages load a font from elsewhere.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('fonts.googleapis.com')),
    [],
  );
});

test('when a session ends, the provider leads back to the page and what was typed on it', {
  skip,
}, async () => {
  person('dora', ['shop-editors']);
  const { page, open, context } = await shop.window();
  await open('/test/audiences?new');
  await signInThere(page, 'dora');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Typed before');
  await context.clearCookies();
  await page.getByRole('link', { name: 'Metrics' }).click();
  await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor();
  await page.goBack();
  await signInThere(page, 'dora');
  await page.waitForURL('**/console/test/audiences?new');
  await until(async () => (await name.inputValue()) === 'Typed before');
});

test('a person without access is told why, and can begin again as somebody else', {
  skip,
}, async () => {
  person('stranger', []);
  const { page, open } = await shop.window();
  await open('/');
  await signInThere(page, 'stranger');
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
  const told = await page.getByRole('alert').innerText();
  assert.match(told, /there is no invitation for stranger@shop\.example/);
  assert.deepEqual(await lookAll(page, 'not signed in'), []);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Sign in with Shop ID' }).waitFor();
});

test('an invitation is accepted by somebody who signs in at the provider', { skip }, async () => {
  const { server, window, windowOf } = shop;
  const boss = await windowOf({ role: 'Admin', codeEditing: true });
  await boss.open('/test/teammates?invite');
  const dialog = boss.page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('eve@shop.example');
  await dialog.getByRole('button', { name: 'Create invitation link' }).click();
  await dialog.getByRole('button', { name: 'Copy the link' }).last().click();
  await dialog.getByText('Copied', { exact: true }).first().waitFor();
  const link = await boss.page.evaluate<string>('navigator.clipboard.readText()');

  person('eve', []);
  const { page } = await window();
  await page.goto(link);
  await signInThere(page, 'eve');
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('**/console/test/**');

  // The operator's link lets the same teammate in, whatever the provider does.
  const { token } = await linkTeammate(
    server.ctx,
    server.test.snapshot(),
    'eve@shop.example',
    'test',
  );
  const again = await window();
  await again.open(`/sign-in#token=${token}`);
  await again.page.getByText('This link signs you in once.').waitFor();
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.page.waitForURL('**/console/test/**');
});
