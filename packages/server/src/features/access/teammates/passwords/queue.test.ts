// Whose password is hashed under an attack of two minutes, on a clock that the test moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBuckets } from '../../../../buckets.ts';
import { limitTries } from '../tries.ts';
import { createPasswordQueue } from './queue.ts';

const email = 'ann@shop.example';
const device = { id: 'her-laptop', teammateId: 'ann' };
const hashMs = 300;

/** A clock, and what is to happen at which time of it. */
function timeline() {
  let now = 0;
  const due: { readonly at: number; readonly happen: () => void }[] = [];
  const at = (time: number, happen: () => void) => {
    const later = due.findIndex((one) => one.at > time);
    due.splice(later < 0 ? due.length : later, 0, { at: time, happen });
  };
  return {
    clock: () => now,
    at,
    pause: (ms: number) => new Promise<void>((resolve) => at(now + ms, resolve)),
    async run() {
      for (let next = due.shift(); next; next = due.shift()) {
        now = next.at;
        next.happen();
        // Until all that this leads to has happened.
        await new Promise(setImmediate);
      }
    },
  };
}

/** Addresses that try for a while, each so often; the time of hashing that all came to. */
function signingIn() {
  const time = timeline();
  const tries = limitTries(createBuckets(time.clock));
  const queue = createPasswordQueue(time);
  let hashedMs = 0;
  async function tryOnce(address: string, account: string, known?: typeof device) {
    const began = time.clock();
    const allowed = (known && tries.ofDevice(known)) ?? tries.ofSignIn(address, account);
    await queue.run(allowed, async () => {
      allowed.count();
      await time.pause(hashMs);
      hashedMs += hashMs;
    });
    return time.clock() - began;
  }
  function attack(addresses: number, everyMs: number, forMs: number, account: () => string) {
    for (let address = 0; address < addresses; address++) {
      for (let ms = address; ms < forMs; ms += everyMs) {
        const refused = () => undefined;
        time.at(ms, () => void tryOnce(`192.0.2.${address}`, account()).catch(refused));
      }
    }
  }
  return { time, tryOnce, attack, hashedMs: () => hashedMs };
}

const minutes = 60_000;
const accounts = Array.from({ length: 10_000 }, (_, at) => `${at}@shop.example`).values();
const other = () => accounts.next().value ?? email;
const attacks = {
  'one teammate, twice a second': { everyMs: 500, account: () => email },
  'a new address each time, twice a second': { everyMs: 500, account: other },
  'a new address each time, slowly enough for its limit': { everyMs: 4_000, account: other },
};

for (const [what, { everyMs, account }] of Object.entries(attacks)) {
  test(`while eight addresses try ${what}, teammates sign in`, async () => {
    const { time, attack, tryOnce, hashedMs } = signingIn();
    const waits: Record<string, Promise<number>[]> = { known: [], fresh: [] };
    attack(8, everyMs, 2 * minutes, account);
    for (let ms = 5_000; ms < 2 * minutes; ms += 23_000) {
      time.at(ms, () => waits['known']!.push(tryOnce('192.0.2.1', email, device)));
      time.at(ms, () => waits['fresh']!.push(tryOnce(`198.51.100.${ms / 1000}`, email)));
    }
    await time.run();
    const [known, fresh] = await Promise.all([waits['known']!, waits['fresh']!].map(all));
    // What has begun, and the rest that keeps hashing within its share of a core.
    assert.ok(Math.max(...known!) <= 6 * hashMs, `known devices waited ${known}`);
    assert.ok(Math.max(...fresh!) <= 10_000, `new devices waited ${fresh}`);
    assert.ok(hashedMs() <= (2 * minutes) / 4 + 20_000, `hashed for ${hashedMs()} ms`);
  });
}

const all = (waits: readonly Promise<number>[]) => Promise.all(waits);

test('however long ten addresses try, a new device has a try', async () => {
  const { time, attack, tryOnce } = signingIn();
  attack(10, 5_000, 60 * minutes, () => email);
  const waits: Promise<number>[] = [];
  for (let ms = 10 * minutes; ms < 60 * minutes; ms += 10 * minutes) {
    time.at(ms, () => waits.push(tryOnce(`198.51.100.${ms / minutes}`, email)));
  }
  await time.run();
  assert.ok(Math.max(...(await all(waits))) <= 10_000);
});

test('more than a dozen do not wait, and those who have tried most are refused', async () => {
  const { clock, pause, run } = timeline();
  const queue = createPasswordQueue({ clock, pause });
  const done: string[] = [];
  const take = (name: string, standing: number, isTrusted = false) =>
    queue.run({ name, standing, isTrusted }, async () => {
      await pause(hashMs);
      done.push(name);
    });
  const many = Array.from({ length: 20 }, () => take('many', 10));
  const [few, known] = [take('few', 5), take('known', 0, true)];
  const outcomes = Promise.allSettled([...many, few, known]);
  await run();
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 9);
  for (const one of refused) assert.equal((one as PromiseRejectedResult).reason.code, 'overloaded');
  assert.deepEqual(done.slice(0, 2), ['many', 'known'], 'the first had begun');
  assert.ok(done.includes('few'));
});
