// Tests of buckets that several processes share: what one takes, the others have not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBuckets, nodeBuckets, type Take } from './buckets.ts';

const limit = { perSecond: 5, burst: 4 };

/** Processes on one clock; what each takes reaches the others when it is delivered. */
function processes(count: number) {
  let time = 0;
  let underWay: { readonly taken: Take; readonly from: number }[] = [];
  const all = Array.from({ length: count }, (_, from) =>
    createBuckets(
      () => time,
      (taken) => underWay.push({ taken, from }),
    ),
  );
  const deliver = () => {
    for (const { taken, from } of underWay) {
      for (const [at, one] of all.entries()) if (at !== from) one.apply([taken]);
    }
    underWay = [];
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { all, deliver, pass, now: () => time };
}

test('what one process takes is gone at the others once they know', () => {
  const { all, deliver } = processes(2);
  for (let taken = 0; taken < limit.burst; taken += 1) all[0]!.take('k', limit);
  assert.equal(all[1]!.look('k', limit).remaining, limit.burst);
  deliver();
  assert.equal(all[1]!.take('k', limit).isTaken, false);
});

test('what was admitted too much at once is paid back: nothing is admitted for longer', () => {
  const { all, deliver, pass } = processes(2);
  for (const one of all) for (let at = 0; at < limit.burst; at += 1) one.take('k', limit);
  deliver();
  const [{ waitMs }] = [all[0]!.look('k', limit)];
  assert.ok(Math.abs(waitMs - ((limit.burst + 1) * 1000) / limit.perSecond) < 1e-6);
  pass(waitMs);
  assert.deepEqual(
    all.map((one) => one.look('k', limit).remaining),
    [1, 1],
  );
});

test('however requests come, the processes admit a burst each beyond the rate at most', () => {
  const step = fc.record({ by: fc.nat({ max: 2 }), ms: fc.nat({ max: 400 }), told: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { all, deliver, pass, now } = processes(3);
      let admitted = 0;
      for (const { by, ms, told } of steps) {
        pass(ms);
        if (told) deliver();
        if (all[by]!.take('k', limit).isTaken) admitted += 1;
        const most = all.length * (limit.burst + (now() / 1000) * limit.perSecond);
        assert.ok(admitted <= most + 1e-6);
      }
      deliver();
      const owed = Math.max(0, admitted - limit.burst - (now() / 1000) * limit.perSecond);
      for (const one of all) {
        assert.ok(owed < 1 || one.look('k', limit).remaining === 0, 'what is owed is waited for');
      }
    }),
  );
});

test('a process that begins knows what was taken before, and kinds of limits are apart', () => {
  const told: Take[] = [];
  const first = nodeBuckets((taken) => told.push(taken));
  const keys = first.of('key');
  for (let taken = 0; taken < limit.burst; taken += 1) keys.take('7', limit);
  assert.equal(told.length, limit.burst);
  const second = nodeBuckets();
  second.apply(first.list());
  assert.equal(second.of('key').look('7', limit).remaining, 0);
  assert.equal(second.of('sign-in').look('7', limit).remaining, limit.burst);
});
