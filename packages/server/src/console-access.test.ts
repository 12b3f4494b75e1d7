// Access to the console: every endpoint with every role, here, elsewhere and signed out.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type ConsoleEndpoint,
  consoleEndpoints,
  type Membership,
  mayUse,
  roles,
} from '@attune/contract';
import {
  beginSession,
  consoleBrowser,
  signedIn,
} from './features/access/teammates/teammates.fixture.ts';
import { consoleExample } from './http/console/examples.fixture.ts';
import { testServer } from './testing.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const elsewhere = await server.site('elsewhere');

const memberships: Membership[] = roles.flatMap((role) =>
  [true, false].map((codeEditing) => ({ role, codeEditing })),
);

/** These end the session that calls them: nothing more can be asked with it. */
const parting = ['signOut', 'signOutEverywhere'];
const last = (endpoint: ConsoleEndpoint) => parting.indexOf(endpoint.id);
const inOrder = consoleEndpoints.toSorted((a, b) => last(a) - last(b));

/** What the contract says of a teammate at an endpoint of a site: an error, or nothing. */
function expectedErrorOf(endpoint: ConsoleEndpoint, membership: Membership | undefined) {
  if (!endpoint.path.includes('{site}')) return undefined;
  if (!membership) return 'not_found';
  return mayUse(endpoint, membership) ? undefined : 'role_missing';
}

const noSite = 'There is no such site of yours.';
const refusals = ['role_missing', 'foreign_origin'];

for (const membership of memberships) {
  const { role, codeEditing } = membership;
  const name = `${role} ${codeEditing ? 'with' : 'without'} code editing`;

  test(`each endpoint gives what the contract says to: ${name}, here and elsewhere`, async () => {
    const browser = await signedIn(
      server,
      server.test.id,
      membership,
      `${name.replaceAll(' ', '-')}@shop.example`.toLowerCase(),
    );
    for (const [site, held] of [
      ['elsewhere', undefined],
      ['test', membership],
    ] as const) {
      for (const endpoint of inOrder) {
        if (site === 'elsewhere' && !endpoint.path.includes('{site}')) continue;
        if (parting.includes(endpoint.id)) await beginSession(server.ctx, browser, browser.id);
        const { path, body } = consoleExample(endpoint, site);
        const { status, body: said } = await browser.ask(endpoint.method, path, body);
        const where = `${endpoint.id} at ${site}: ${status} ${JSON.stringify(said)}`;
        const expected = expectedErrorOf(endpoint, held);
        if (expected === 'not_found') assert.equal(said?.detail, noSite, where);
        else if (expected) assert.equal(said?.code, expected, where);
        else {
          assert.ok(!refusals.includes(said?.code) && said?.detail !== noSite, where);
          assert.ok(status < 500 && status !== 405, where);
          assert.ok(said?.code !== 'sign_in_needed' || endpoint.access === 'anyone', where);
          assert.notEqual(said?.detail, 'There is nothing at this address.', where);
        }
      }
    }
  });
}

test('a caller who is signed out is told to sign in, wherever that is needed', async () => {
  const browser = consoleBrowser(server.url);
  for (const endpoint of consoleEndpoints) {
    for (const site of ['test', 'elsewhere', 'no-such-site']) {
      const { path, body } = consoleExample(endpoint, site);
      const { body: said, status } = await browser.ask(endpoint.method, path, body);
      const isOpen = endpoint.access === 'anyone';
      const where = `${endpoint.id}: ${status} ${JSON.stringify(said)}`;
      if (endpoint.id === 'readSignIn') assert.equal(status, 200, where);
      else if (!isOpen) assert.equal(said?.code, 'sign_in_needed', where);
      else assert.ok([401, 404, 422, 429].includes(status), where);
    }
  }
});

test('a site of others is answered like one that does not exist', async () => {
  const browser = await signedIn(
    server,
    server.test.id,
    { role: 'Admin', codeEditing: true },
    'curious@shop.example',
  );
  for (const endpoint of consoleEndpoints.filter(({ path }) => path.includes('{site}'))) {
    const answers = await Promise.all(
      ['elsewhere', 'no-such-site'].map(async (site) => {
        const { path, body } = consoleExample(endpoint, site);
        const { status, body: said } = await browser.ask(endpoint.method, path, body);
        return { status, said: { ...said, traceId: '' } };
      }),
    );
    assert.deepEqual(answers[0], answers[1], endpoint.id);
  }
  assert.equal(elsewhere.snapshot().site.name, 'elsewhere');
});

test('a key opens nothing of the console, and a session nothing of the API', async () => {
  const key = await server.test.key(['serve', 'manage']);
  const header = { 'svc-api-key': key };
  const { body } = await consoleBrowser(server.url).ask('GET', '/session', undefined, header);
  assert.equal(body.code, 'sign_in_needed');
  const browser = await signedIn(
    server,
    server.test.id,
    { role: 'Admin', codeEditing: true },
    'both@shop.example',
  );
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${server.url}/v2/keys/self`, { headers: { cookie } });
  assert.equal(answer.status, 401);
});
