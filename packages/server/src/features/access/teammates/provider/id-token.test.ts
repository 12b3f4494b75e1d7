// ID tokens that are not as they must be, from a provider that the test writes by hand.
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { after, test } from 'node:test';
import { createLog } from '../../../../log/log.ts';
import { testServer } from '../../../../testing.ts';
import { consoleBrowser } from '../teammates.fixture.ts';
import { begin, client, finish, listening, settingsOf } from './provider.fixture.ts';

const { server: there, url: issuer } = await listening();
after(() => {
  there.closeAllConnections();
  there.close();
});
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rules = [{ group: 'all', site: 'test', role: 'Viewer' }];
const lines: string[] = [];
const log = createLog('trace', { write: (line) => lines.push(line) });
const code = 'a-code-of-the-provider';
const tokens: string[] = [];
const server = await testServer(
  { api: true, worker: false },
  { env: { ...settingsOf(issuer), OIDC_ROLES: JSON.stringify(rules) }, log },
);
after(server.close);

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token in the compact form, signed unless there is no key. */
function tokenOf(claims: object, key: KeyObject | null): string {
  const text = `${part({ alg: key ? 'ES256' : 'none', kid: 'test' })}.${part(claims)}`;
  if (!key) return `${text}.`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

/** What the next answer of the token endpoint has in it. */
let idToken: string | undefined;

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['ES256'],
};
const answers: Readonly<Record<string, () => unknown>> = {
  '/.well-known/openid-configuration': () => metadata,
  '/keys': () => ({
    keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig' }],
  }),
  '/token': () => ({ access_token: 'opaque', token_type: 'Bearer', id_token: idToken }),
};
there.on('request', (request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answers[request.url ?? '']?.() ?? {}));
});

const now = () => Math.floor(Date.now() / 1000);

/** Signs in with an ID token whose claims are right, but for these. */
async function signInWith(wrong: object, key: KeyObject | null = own.privateKey) {
  const browser = consoleBrowser(server.url);
  const address = new URL(await begin(browser));
  const claims = {
    ...{ iss: issuer, aud: client.id, sub: 'ann', iat: now(), exp: now() + 60 },
    ...{ nonce: address.searchParams.get('nonce'), groups: ['all'] },
    ...{ email: 'ann@shop.example', email_verified: true, ...wrong },
  };
  idToken = tokenOf(claims, key);
  tokens.push(idToken);
  const query = new URLSearchParams({ code, state: address.searchParams.get('state')! });
  return { browser, ...(await finish(browser, query.toString())) };
}

test('a token that is right signs in, and what is asked for is proved by PKCE', async () => {
  const { status, browser } = await signInWith({});
  assert.equal(status, 200);
  assert.equal((await browser.ask('GET', '/session')).status, 200);
  const { searchParams } = new URL(await begin(consoleBrowser(server.url)));
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.equal(searchParams.get('redirect_uri'), `${server.url}/console/sign-in/provider`);
});

const wrong: Readonly<Record<string, object>> = {
  'another issuer': { iss: 'https://evil.example' },
  'another client': { aud: 'another' },
  'several clients and no authorised one': { aud: [client.id, 'another'], azp: 'another' },
  'another nonce': { nonce: 'another' },
  'no nonce': { nonce: undefined },
  'no subject': { sub: undefined },
  'a time that is over': { iat: now() - 700, exp: now() - 60 },
  'no end': { exp: undefined },
};
for (const [what, claims] of Object.entries(wrong)) {
  test(`a token with ${what} signs nobody in`, async () => {
    const { status, body, browser } = await signInWith(claims);
    assert.deepEqual([status, body.code], [401, 'sign_in_refused'], JSON.stringify(body));
    assert.equal((await browser.ask('GET', '/session')).status, 401);
  });
}

test('a token that is not signed by the provider signs nobody in', async () => {
  const weak = createPrivateKey(foreign.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const key of [weak, null]) {
    const { status, body } = await signInWith({}, key);
    assert.deepEqual([status, body.code], [401, 'sign_in_refused'], JSON.stringify(body));
  }
});

test('the log says why nobody was signed in, and no secret, code or token', () => {
  const all = lines.join('');
  assert.match(all, /"code":"OAUTH_JWT_CLAIM_COMPARISON_FAILED"/);
  assert.ok(tokens.length > 0);
  for (const secret of [client.secret, encodeURIComponent(client.secret), code, ...tokens]) {
    assert.ok(!all.includes(secret), secret);
  }
});
