// How often passwords and codes may be tried, and what the operator reads of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBuckets } from '../../../buckets.ts';
import { createLog } from '../../../log/log.ts';
import { testServer } from '../../../testing.ts';
import { consoleBrowser, makeTeammate, password, signedIn } from './teammates.fixture.ts';
import { limitTries, networkOf } from './tries.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });
const server = await testServer({ api: true, worker: false }, { log });
after(server.close);
const { ctx, url, test: site } = server;

const said = (message: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

test('the log says of each try whether it succeeded, and not what was tried', async () => {
  await makeTeammate(ctx, 'ann@shop.example');
  const browser = consoleBrowser(url);
  // As when somebody types into the wrong field.
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

test('the log names teammates who ask for what they may not do, or for other sites', async () => {
  const browser = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  await browser.ask('GET', '/sites/test/keys');
  await browser.ask('POST', '/sign-out', {}, { origin: 'https://evil.example' });
  const refused = said('access refused').map(({ endpoint, reason }) => [endpoint, reason]);
  assert.deepEqual(refused, [
    ['listKeys', 'role_missing'],
    ['signOut', 'foreign_origin'],
  ]);
  assert.equal(said('access refused')[1].origin, 'https://evil.example');
});

const email = 'ann@shop.example';
const device = { id: 'her-laptop', teammateId: 'ann' };

function limits() {
  const { ofDevice, ofSignIn } = limitTries(createBuckets(() => 0));
  const from = (address: string, known?: typeof device) =>
    (known && ofDevice(known)) ?? ofSignIn(address, email);
  return {
    from,
    tryFrom: (address: string, known?: typeof device) => from(address, known).count(),
  };
}

test('tries from one address do not lock a teammate out elsewhere', () => {
  const { tryFrom } = limits();
  for (let tried = 0; tried < 10; tried++) tryFrom('192.0.2.1');
  assert.throws(() => tryFrom('192.0.2.1'), { code: 'rate_limited' });
  tryFrom('192.0.2.2');
});

test('a try that is not checked does not count against the teammate', () => {
  const { from, tryFrom } = limits();
  for (let host = 0; host < 200; host++) from(`192.0.2.${host}`);
  const late = from('198.51.100.1');
  for (let tried = 0; tried < 10; tried++) tryFrom('198.51.100.1');
  assert.throws(() => late.count(), { code: 'rate_limited' }, 'others of the address were faster');
  tryFrom('192.0.2.1');
});

test('of all addresses together some may try, and a network of IPv6 is one address', () => {
  const { tryFrom } = limits();
  for (let host = 0; host < 10; host++) tryFrom(`2001:db8::${host}`);
  assert.throws(() => tryFrom('2001:db8::ffff'), { code: 'rate_limited' });
  for (let host = 0; host < 90; host++) tryFrom(`192.0.2.${host}`);
  assert.throws(() => tryFrom('198.51.100.1'), { code: 'rate_limited' });
  assert.equal(networkOf('2001:db8:0:1::7'), networkOf('2001:db8:0:1:2:3:4:5'));
  assert.notEqual(networkOf('2001:db8:0:2::7'), networkOf('2001:db8:0:1::7'));
  assert.equal(networkOf('::ffff:192.0.2.1'), '::ffff:192.0.2.1');
});

test('a device that signed in before has tries of its own, and is bounded as well', () => {
  const { from, tryFrom } = limits();
  for (let host = 0; host < 100; host++) tryFrom(`192.0.2.${host}`);
  for (let tried = 0; tried < 61; tried++) {
    try {
      from('203.0.113.1');
    } catch {
      // The address is used up, too, by others who are in the same network.
    }
  }
  assert.throws(() => tryFrom('203.0.113.1'), { code: 'rate_limited' });
  assert.equal(from('203.0.113.1', device).isTrusted, true);
  for (let tried = 0; tried < 10; tried++) tryFrom('203.0.113.1', device);
  assert.throws(() => tryFrom('203.0.113.1', device), { code: 'rate_limited' });
  for (let other = 0; other < 50; other++) {
    tryFrom('203.0.113.1', { ...device, id: `laptop ${Math.floor(other / 10)}` });
  }
  assert.throws(() => tryFrom('203.0.113.1', { ...device, id: 'another' }), {
    code: 'rate_limited',
  });
});
