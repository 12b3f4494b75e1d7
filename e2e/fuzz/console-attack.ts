// The console's endpoints refuse what is not valid as well, and change nothing by it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type ConsoleEndpoint,
  consoleEndpoints,
  errorCatalogue,
  mirroredApi,
} from '@attune/contract';
import fc from 'fast-check';
import { signedIn } from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import { consoleExample } from '../../packages/server/src/http/console/examples.fixture.ts';
import { testServer } from '../../packages/server/src/testing.ts';
import { breakages, breakDocument } from './breakages.ts';
import { hostileString } from './hostile.ts';
import { toJsonText } from './json-text.ts';
import { valuesOf } from './schema.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { cookies } = await signedIn(server, server.test.id, {
  role: 'Admin',
  codeEditing: true,
});
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** These end the session that asks, or hash a password, which is slow on purpose. */
const spared = [
  'signOut',
  'signOutEverywhere',
  'changePassword',
  'beginSecondFactor',
  'removeSecondFactor',
];

interface Hostile {
  readonly path: string;
  readonly body: string | undefined;
}

/** Requests to an endpoint: its address with hostile parts, its body broken in some places. */
function requestsTo(endpoint: ConsoleEndpoint): fc.Arbitrary<Hostile> {
  const { path } = consoleExample(endpoint, 'test');
  const [address = '', query = ''] = path.split('?');
  const broken = endpoint.body
    ? fc
        .tuple(valuesOf(endpoint.body, {}), fc.array(breakages, { maxLength: 3 }))
        .map(([value, faults]) => toJsonText(breakDocument(value, faults)))
    : fc.constant(undefined);
  const part = hostileString.map((text) => encodeURIComponent(String(text).toWellFormed()));
  const target = fc.oneof(
    { weight: 6, arbitrary: fc.constant(path) },
    { weight: 1, arbitrary: part.map((text) => `${address.replace(/8888\d{3}/, text)}?${query}`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('cuid', 'cuidType', 'cursor', 'limit', 'search', 'from', 'after'),
          part,
        )
        .map(([name, text]) => `${address}?${query}&${name}=${text}`),
    },
  );
  return fc.record({ path: target, body: broken });
}

async function ask(method: string, { path, body }: Hostile) {
  const answer = await fetch(`${server.url}/console/api${path}`, {
    method,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

const revision = () => server.test.snapshot().site.revision;

/** A test for each endpoint of the console, with so many requests from a seed. */
export function testConsole(requests: number, from: number): void {
  for (const endpoint of consoleEndpoints.filter(({ id }) => !spared.includes(id))) {
    test(`${endpoint.id} refuses what is not valid, and changes nothing (seed ${from})`, async () => {
      const property = fc.asyncProperty(requestsTo(endpoint), async (hostile) => {
        const before = revision();
        const { status, text } = await ask(endpoint.method, hostile);
        const said = `${status} ${text.slice(0, 300)}`;
        if (status < 400) return;
        const { code, detail } = JSON.parse(text);
        assert.equal(errorCatalogue[code as 'internal']?.status, status, said);
        // A client that tries passwords faster than they are hashed gets a Retry-After.
        assert.ok(status < 500 || code === 'overloaded', said);
        assert.doesNotMatch(detail, /at .*[.]ts:|select |insert /, said);
        assert.ok(!text.includes(cookie) && revision() === before, said);
      });
      // What keys may ask as well has the same handlers, which are attacked at length.
      const numRuns = endpoint.id in mirroredApi ? requests / 4 : requests;
      await fc.assert(property, { seed: from, numRuns });
    });
  }

  test('after that the teammate is still signed in, and what was written is shown', async () => {
    assert.equal((await ask('GET', { path: '/session', body: undefined })).status, 200);
    for (const path of ['keys', 'teammates', 'settings', 'audit', 'live', 'status']) {
      const { status, text } = await ask('GET', { path: `/sites/test/${path}`, body: undefined });
      assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`);
    }
  });
}
