// Where the provider is the only way in, or is away: through HTTP.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../../testing.ts';
import { linkTeammate } from '../recovery.ts';
import {
  beginSession,
  codeOf,
  consoleBrowser,
  makeTeammate,
  password,
  signedIn,
} from '../teammates.fixture.ts';
import { settingsOf, signInAtProvider, testProvider } from './provider.fixture.ts';

const provider = await testProvider();
const away = await testProvider();
away.close();
after(provider.close);
const rules = [{ group: 'all', site: '*', role: 'Viewer' }];
const strict = await testServer(
  { api: true, worker: false },
  {
    env: {
      ...settingsOf(provider.issuer),
      ...{ OIDC_ROLES: JSON.stringify(rules), OIDC_EMAIL_DOMAINS: 'shop.example' },
      ...{ OIDC_SIGN_OUT: 'provider', PASSWORD_SIGN_IN: 'off' },
    },
  },
);
after(strict.close);
const lonely = await testServer({ api: true, worker: false }, { env: settingsOf(away.issuer) });
after(lonely.close);
await provider.serve([strict.url]);
const admin = { role: 'Admin', codeEditing: true } as const;
const about = { email_verified: true, groups: ['all'] };

test('where passwords are off, neither sign-in nor a new account takes one', async () => {
  const boss = await signedIn(strict, strict.test.id, admin, 'boss@shop.example');
  const browser = consoleBrowser(strict.url);
  assert.equal((await browser.ask('GET', '/sign-in')).body.passwords, false);
  const refused = await browser.signIn('boss@shop.example');
  assert.equal(refused.body.code, 'sign_in_refused');
  assert.match(refused.body.detail, /use Shop ID/);
  const wanted = { email: 'new@shop.example', role: 'Viewer', codeEditing: false };
  const { link } = (await boss.ask('POST', '/sites/test/invitations', wanted)).body;
  const teammate = { name: 'New', password: 'correct horse battery staple' };
  const made = { token: link.split('#token=')[1], teammate };
  assert.equal((await browser.ask('POST', '/invitation/accept', made)).status, 401);
});

test('a link of the operator signs in once, and asks for the second factor', async () => {
  const email = 'ann@shop.example';
  const id = await makeTeammate(strict.ctx, email, { [strict.test.id]: admin });
  const made = () => linkTeammate(strict.ctx, strict.test.snapshot(), email, 'test');
  const use = async (token: string) => {
    const browser = consoleBrowser(strict.url);
    const { status, body } = await browser.ask('POST', '/sign-in/link', { token });
    return { browser, status, body };
  };
  const { token } = await made();
  const first = await use(token);
  assert.deepEqual([first.status, first.body], [200, { needsSecondFactor: false }]);
  assert.equal((await first.browser.ask('GET', '/session')).status, 200);
  assert.equal((await use(token)).status, 404, 'it was used');

  const { token: late } = await made();
  await strict.ctx.pool.query(
    `update teammate_verification set expires_at = expires_at - interval '15 minutes'`,
  );
  assert.equal((await use(late)).status, 404, 'it is too late');

  const browser = consoleBrowser(strict.url);
  await beginSession(strict.ctx, browser, id);
  const { secret } = (await browser.ask('POST', '/second-factor', { password })).body;
  await browser.ask('POST', '/second-factor/confirm', { code: codeOf(secret) });
  const half = await use((await made()).token);
  assert.equal(half.body.needsSecondFactor, true);
  assert.equal((await half.browser.ask('GET', '/session')).status, 401);
  const code = codeOf(secret, 1);
  await half.browser.ask('POST', '/sign-in/second-factor', { code });
  assert.equal((await half.browser.ask('GET', '/session')).status, 200);
});

test('a challenge of a second factor is no link, and a link none', async () => {
  const boss = await signedIn(strict, strict.test.id, admin, 'factor@shop.example');
  const { secret } = (await boss.ask('POST', '/second-factor', { password })).body;
  await boss.ask('POST', '/second-factor/confirm', { code: codeOf(secret) });
  const browser = consoleBrowser(strict.url);
  const { token } = await linkTeammate(strict.ctx, strict.test.snapshot(), boss.email, 'test');
  await browser.ask('POST', '/sign-in/link', { token });
  const [challenge = ''] = decodeURIComponent(
    browser.cookies.get('__Host-attune.two_factor') ?? '',
  ).split('.');
  assert.ok(challenge.length >= 20);
  const { status } = await browser.ask('POST', '/sign-in/link', { token: challenge });
  assert.equal(status, 404);
});

test('signing out leads to the provider for a session that began there', async () => {
  provider.people.set('bea', { ...about, email: 'bea@shop.example' });
  const bea = consoleBrowser(strict.url);
  assert.equal((await signInAtProvider(bea, 'bea')).status, 200);
  const { status, body } = await bea.ask('POST', '/sign-out');
  assert.equal(status, 200);
  const address = new URL(body.address);
  assert.equal(address.origin, provider.issuer);
  assert.equal(
    address.searchParams.get('post_logout_redirect_uri'),
    `${strict.url}/console/sign-in`,
  );
  assert.equal((await bea.ask('GET', '/session')).status, 401);
  const boss = await signedIn(strict, strict.test.id, admin, 'other@shop.example');
  assert.equal((await boss.ask('POST', '/sign-out')).status, 204);
});

test('only addresses of the domains come in', async () => {
  for (const email of [
    'eve@evil.example',
    'eve@sub.shop.example',
    'eve@shop.example@evil.example',
  ]) {
    provider.people.set('eve', { ...about, email });
    const { status, body } = await signInAtProvider(consoleBrowser(strict.url), 'eve');
    assert.deepEqual([status, body.code], [401, 'sign_in_refused'], email);
  }
});

test('while the provider is away sign-in says so, and passwords still sign in', async () => {
  const browser = consoleBrowser(lonely.url);
  const { status, body, headers } = await browser.ask('POST', '/sign-in/provider');
  assert.deepEqual([status, body.code], [503, 'provider_unavailable']);
  assert.match(body.detail, /Shop ID cannot be reached/);
  assert.ok(headers.get('retry-after'));
  await makeTeammate(lonely.ctx, 'ann@shop.example', { [lonely.test.id]: admin });
  assert.equal((await browser.signIn('ann@shop.example')).status, 200);
});
