// The console while the database is away: each endpoint says that it cannot now, and when to ask.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { consoleEndpoints } from '@attune/contract';
import {
  type ConsoleAnswer,
  codeOf,
  consoleBrowser,
  makeTeammate,
  password,
  signedIn,
} from '../../features/access/teammates/teammates.fixture.ts';
import { eventually } from '../../testing.ts';
import { linkedServer } from '../linked-server.fixture.ts';
import { consoleExample } from './examples.fixture.ts';

const server = await linkedServer();
after(server.close);
const { link } = server;
const email = 'ann@shop.example';
await makeTeammate(server.ctx, email, { [server.test.id]: { role: 'Admin', codeEditing: true } });
const admin = await signedIn(server, server.test.id, { role: 'Admin', codeEditing: true });
const visitor = consoleBrowser(server.url);

/** Bodies that get as far as the database. */
const bodies: Readonly<Record<string, unknown>> = {
  signIn: { email, password },
  acceptInvitation: { token: 'a'.repeat(32), teammate: { name: 'Bob', email, password } },
};

function assertForNow({ status, body, headers }: ConsoleAnswer, where: string): void {
  assert.deepEqual([status, body?.code], [503, 'not_ready'], `${where} ${JSON.stringify(body)}`);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/, where);
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, where);
  assert.match(body.detail, /database/, where);
}

test('each endpoint answers 503 as a problem, signing in included', async () => {
  link.cut();
  for (const browser of [visitor, admin]) {
    for (const endpoint of consoleEndpoints) {
      const { path, body = bodies[endpoint.id] } = consoleExample(endpoint, 'test');
      const sent = bodies[endpoint.id] ?? body;
      const answer = await browser.ask(endpoint.method, path, sent);
      const where = `${browser === admin ? 'signed in' : 'signed out'}: ${endpoint.id}`;
      if (browser === admin && endpoint.access !== 'anyone') assertForNow(answer, where);
      // Without a cookie there is nothing to look up.
      else if (endpoint.access !== 'anyone')
        assert.equal(answer.body?.code, 'sign_in_needed', where);
      else if (bodies[endpoint.id]) assertForNow(answer, where);
      else assert.notEqual(answer.status, 500, where);
    }
  }
});

test('half a sign-in is not refused for it, and ends with the second factor', async () => {
  link.mend();
  await eventually(async () => (await admin.ask('GET', '/session')).status === 200, 5_000);
  const begun = (await admin.ask('POST', '/second-factor', { password })).body;
  await admin.ask('POST', '/second-factor/confirm', { code: codeOf(begun.secret) });
  const half = consoleBrowser(server.url);
  await half.signIn(admin.email);
  link.cut();
  const proof = { code: begun.backupCodes[0] };
  const prove = () => half.ask('POST', '/sign-in/second-factor', proof);
  assertForNow(await prove(), 'proveSecondFactor');
  link.mend();
  const proved = await eventually(async () => {
    const { status } = await prove();
    return status !== 503 && status;
  }, 5_000);
  assert.equal(proved, 204);
});

test('who was signed in still is, and others sign in, once it is back', async () => {
  await eventually(
    async () => (await admin.ask('GET', '/sites/test/status')).status === 200,
    5_000,
  );
  assert.equal((await visitor.signIn(email)).status, 200);
  assert.equal((await visitor.ask('GET', '/session')).status, 200);
});
