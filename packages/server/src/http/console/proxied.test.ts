// The console behind a proxy that ends TLS, and what a client cannot say in a proxy's stead.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from '../../features/access/teammates/teammates.fixture.ts';
import { testServer } from '../../testing.ts';

const proxied = await testServer(
  { api: true, worker: false },
  { env: { TRUSTED_PROXIES: '127.0.0.1' } },
);
after(proxied.close);
const alone = await testServer({ api: true, worker: false });
after(alone.close);
const admin = { role: 'Admin', codeEditing: true } as const;
const told = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'attune.example' };

test('a browser that came by HTTPS is told to use nothing else', async () => {
  for (const path of ['/console', '/console/api/session', '/console/api/nothing']) {
    const by = async ({ url }: { url: string }, headers = {}) =>
      (await fetch(url + path, { headers })).headers.get('strict-transport-security');
    assert.equal(await by(proxied, told), 'max-age=31536000', path);
    assert.equal(await by(proxied), null, path);
    assert.equal(await by(alone, told), null, path);
  }
});

test('a page of the same name that did not come by HTTPS is another site', async () => {
  const browser = await signedIn(proxied, proxied.test.id, admin);
  const from = (origin: string) =>
    browser.ask('POST', '/sites/test/keys', {}, { ...told, origin, 'sec-fetch-site': 'none' });
  assert.equal((await from('http://attune.example')).body.code, 'foreign_origin');
  assert.equal((await from('https://attune.example:8443')).body.code, 'foreign_origin');
  assert.equal((await from('https://attune.example')).body.code, 'invalid_request');
});

test('the link of an invitation is of the address that the browser has the console at', async () => {
  const wanted = (email: string) => ({ email, role: 'Viewer', codeEditing: false });
  const linkOf = async (server: typeof proxied, email: string) => {
    const browser = await signedIn(server, server.test.id, admin, `by-${email}`);
    const invite = browser.ask('POST', '/sites/test/invitations', wanted(email), told);
    return new URL((await invite).body.link).origin;
  };
  assert.equal(await linkOf(proxied, 'new@shop.example'), 'https://attune.example');
  assert.equal(await linkOf(alone, 'new@shop.example'), alone.url);
});
