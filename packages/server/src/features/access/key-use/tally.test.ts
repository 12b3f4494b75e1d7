// Tests of counting in memory: by day and permission, by client, and never without bound.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { KeyRecord } from '../../../context.ts';
import { createTally } from './tally.ts';
import { addressFinder } from './via.ts';

const midnight = Date.parse('2026-11-21T00:00:00Z');
const keyOf = (id: number, source: KeyRecord['source'] = 'Server-side') =>
  ({ id, siteId: 3, source }) as KeyRecord;
const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const shop = from('192.0.2.1', { 'user-agent': 'shop/1' });

function tallyAt(start: number, believesProxies = false) {
  const clock = { now: start };
  return { clock, ...createTally(() => clock.now, believesProxies) };
}

test('uses are counted by UTC day and permission, those without one apart', () => {
  const { clock, note, take } = tallyAt(midnight - 1);
  note(keyOf(1), 'serve', shop);
  clock.now = midnight;
  note(keyOf(1), 'serve', shop);
  note(keyOf(1), 'serve', shop);
  note(keyOf(1), null, shop);
  const of = { siteId: 3, keyId: 1, isPublic: false };
  assert.deepEqual(take(), {
    uses: [
      { ...of, day: '2026-11-20', permission: 'serve', calls: 1, lastUsedAt: midnight - 1 },
      { ...of, day: '2026-11-21', permission: 'serve', calls: 2, lastUsedAt: midnight },
      { ...of, day: '2026-11-21', permission: 'none', calls: 1, lastUsedAt: midnight },
    ],
    clients: [{ ...of, userAgent: 'shop/1', via: '192.0.2.1', calls: 4, lastUsedAt: midnight }],
  });
  assert.deepEqual(take(), { uses: [], clients: [] });
});

test('what could not be recorded is added to what comes', () => {
  const { clock, note, take, giveBack } = tallyAt(midnight);
  note(keyOf(1), 'serve', shop);
  const first = take();
  clock.now += 5;
  note(keyOf(1), 'serve', shop);
  giveBack(first);
  const { uses, clients } = take();
  assert.deepEqual(
    [...uses, ...clients].map(({ calls, lastUsedAt }) => [calls, lastUsedAt]),
    [
      [2, midnight + 5],
      [2, midnight + 5],
    ],
  );
});

test('20 clients of a key are listed, and names are cut; all calls count', () => {
  const { note, take } = tallyAt(midnight);
  for (let n = 0; n < 1000; n += 1) {
    note(keyOf(1), 'serve', from('192.0.2.1', { 'user-agent': `${n} ${'x'.repeat(16_000)}` }));
  }
  const { uses, clients } = take();
  assert.equal(uses[0]?.calls, 1000);
  assert.equal(clients.length, 20);
  assert.ok(clients.every(({ userAgent }) => userAgent.length === 200));
});

test('of a Client-side key the origin of the page is kept, and no visitor’s address', () => {
  const { note, take } = tallyAt(midnight);
  const key = keyOf(2, 'Client-side');
  const browser = { 'user-agent': 'Firefox', origin: 'https://shop.example' };
  note(key, 'serve', from('198.51.100.7', browser));
  note(key, 'serve', from('198.51.100.8', { 'user-agent': 'app/2' }));
  assert.deepEqual(
    take().clients.map(({ userAgent, via }) => [userAgent, via]),
    [
      ['', 'https://shop.example'],
      ['app/2', ''],
    ],
  );
});

test('a connection that is gone is counted, without a client', () => {
  const { note, take } = tallyAt(midnight);
  note(keyOf(1), 'serve', from(undefined));
  const { uses, clients } = take();
  assert.deepEqual([uses[0]?.calls, clients.length], [1, 0]);
});

test('an address is the nearest that no trusted proxy has', () => {
  const addressOf = addressFinder(['10.0.0.0/8', '2001:db8::1']);
  const cases: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['203.0.113.9, 192.0.2.1,10.0.0.2', '192.0.2.1'],
    ['192.0.2.1, 10.1.1.1,::ffff:10.0.0.2', '192.0.2.1'],
    ['192.0.2.1,2001:db8::1', '192.0.2.1'],
    ['192.0.2.1,2001:db8::2', '2001:db8::2'],
    ['10.0.0.3,10.0.0.2', '10.0.0.3'],
    ['nonsense,10.0.0.2', '10.0.0.2'],
    ['', ''],
  ];
  for (const [via, address] of cases) assert.equal(addressOf(via), address, via);
});

test('what proxies say is believed where they are trusted alone', () => {
  const request = from('10.0.0.2', { 'x-forwarded-for': '192.0.2.1' });
  for (const [believes, via] of [
    [false, '10.0.0.2'],
    [true, '192.0.2.1,10.0.0.2'],
  ] as const) {
    const { note, take } = tallyAt(midnight, believes);
    note(keyOf(1), 'serve', request);
    assert.equal(take().clients[0]?.via, via);
  }
});
