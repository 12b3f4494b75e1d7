// What the operator reads of those who try to get in.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLog } from '../../log/log.ts';
import { testServer } from '../../testing.ts';
import { consoleBrowser, makeTeammate, password, signedIn } from './teammates.fixture.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });
const server = await testServer({ api: true, worker: false }, { log });
after(server.close);
const { ctx, url, test: site } = server;

const said = (message: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

test('the log tells of each try whether it succeeded, and not what was tried', async () => {
  await makeTeammate(ctx, 'ann@shop.example');
  const browser = consoleBrowser(url);
  // As somebody does who types into the wrong field.
  await browser.signIn(`${password}@shop.example`.replaceAll(' ', '-'), 'not the password');
  const [refused] = said('proof refused');
  assert.deepEqual([refused.endpoint, refused.reason], ['signIn', 'sign_in_refused']);
  assert.ok(refused.address && refused.traceId);
  await browser.signIn('ann@shop.example');
  const [accepted] = said('proof accepted');
  assert.deepEqual([accepted.endpoint, accepted.teammate], ['signIn', 'ann@shop.example']);
  await browser.ask('POST', '/password', { current: 'wrong one', wanted: 'correct horse of mine' });
  assert.equal(said('proof refused').at(-1).teammate, 'ann@shop.example');
  for (const secret of ['correct', 'not the password', 'wrong one']) {
    assert.ok(!lines.join('').includes(secret), secret);
  }
});

test('the log tells of who asks for what he may not, and of other sites', async () => {
  const browser = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  await browser.ask('GET', '/sites/test/keys');
  await browser.ask('POST', '/sign-out', {}, { origin: 'https://evil.example' });
  const refusals = said('access refused').map(({ endpoint, reason }) => [endpoint, reason]);
  assert.deepEqual(refusals, [
    ['listKeys', 'role_missing'],
    ['signOut', 'foreign_origin'],
  ]);
  assert.equal(said('access refused')[1].origin, 'https://evil.example');
});
