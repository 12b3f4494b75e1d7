// What begins, waits and is refused, at times that the tests say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Priority, priorities } from '@attune/contract';
import fc from 'fast-check';
import { type LoadLimits, loadLimits, type PriorityLimits } from './load-limits.ts';
import { createLoadQueues } from './load-queues.ts';

/** Queues with one place for each priority, and time in plenty. */
function open(limits: Partial<PriorityLimits> = {}) {
  const each = { concurrency: 1, queue: 3, deadlineMs: 100, turnBudgetMs: 1_000, ...limits };
  const all = priorities.map((name) => [name, { ...loadLimits[name], ...each }]);
  return createLoadQueues<string>(Object.fromEntries(all) as LoadLimits);
}

/** What begins next, if anything does. */
const next = (queues: ReturnType<typeof open>, now = 0) => queues.next(now)?.one.work;

test('work begins as it comes while there are places', () => {
  const queues = open({ concurrency: 2 });
  for (const name of ['a', 'b', 'c']) assert.ok(queues.arrive('choose', name, 0, 0));
  assert.deepEqual([next(queues), next(queues), next(queues)], ['a', 'b', undefined]);
  assert.equal(queues.waiting(), 1);
});

test('a priority without a place waits, and holds up no other', () => {
  const queues = open();
  for (const name of ['a', 'b']) queues.arrive('choose', name, 0, 0);
  queues.arrive('collect', 'c', 0, 0);
  assert.deepEqual([next(queues), next(queues), next(queues)], ['a', 'c', undefined]);
});

test('the highest priority begins first, and each in the order of coming', () => {
  const queues = open({ concurrency: 2 });
  queues.beginTurn(-2_000);
  const waiting: [Priority, string][] = [
    ...[['feeds', 'f'] as const, ['collect', 'c'] as const],
    ...[['choose', 'a'] as const, ['choose', 'b'] as const],
  ].map(([priority, name]) => [priority, name]);
  for (const [priority, name] of waiting) queues.arrive(priority, name, 0, 0);
  queues.beginTurn(1);
  const begun = Array.from({ length: 5 }, () => queues.next(1)?.one.work);
  assert.deepEqual(begun, ['a', 'b', 'c', 'f', undefined]);
});

test('a turn of the event loop that has used its budget begins nothing more', () => {
  const queues = open({ concurrency: 9, turnBudgetMs: 10 });
  queues.beginTurn(100);
  for (const name of ['a', 'b']) queues.arrive('choose', name, 0, 105);
  assert.equal(next(queues, 109), 'a');
  assert.equal(next(queues, 110), undefined);
  assert.ok(queues.mayBegin());
  queues.beginTurn(120);
  assert.equal(queues.next(121)?.one.work, 'b');
});

test('while connections come, 25 ms of turns of the event loop are theirs before one begins requests', () => {
  const queues = open({ concurrency: 99, queue: 99 });
  const turn = (now: number) => {
    queues.beginTurn(now);
    return Array.from({ length: 2 }, () => queues.next(now)?.one.work);
  };
  const nothing = [undefined, undefined];
  for (const name of 'abcdefghi') queues.arrive('choose', name, 0, 100);
  const turnWithConnection = (now: number) => {
    queues.accepted();
    return turn(now);
  };
  assert.deepEqual(turnWithConnection(100), ['a', 'b']);
  assert.deepEqual(turnWithConnection(101), nothing);
  assert.ok(queues.mayBegin());
  assert.deepEqual(turnWithConnection(125), nothing);
  assert.deepEqual(turnWithConnection(126), ['c', 'd']);
  assert.deepEqual(turnWithConnection(127), nothing);
  assert.deepEqual(turn(128), ['e', 'f'], 'a turn without one is enough');
});

test('a management request begins every 100 ms, whatever waits and however old the turn of the event loop', () => {
  const queues = open({ turnBudgetMs: 1 });
  queues.beginTurn(0);
  queues.arrive('management', 'a', 0, 0);
  assert.equal(next(queues), 'a');
  for (const name of ['b', 'c']) queues.arrive('management', name, 0, 50);
  queues.arrive('choose', 'd', 0, 50);
  assert.equal(queues.next(99), undefined);
  assert.equal(queues.next(100)?.one.work, 'b');
  assert.equal(queues.next(199), undefined);
  assert.equal(queues.next(200)?.one.work, 'c');
});

test('what has waited past its deadline is refused, the lowest priority first', () => {
  const queues = open();
  for (const priority of ['choose', 'collect'] as const) {
    for (const name of [1, 2]) queues.arrive(priority, `${priority} ${name}`, 0, 0);
    assert.equal(next(queues), `${priority} 1`);
  }
  assert.equal(queues.late(50), undefined);
  for (const now of [100, 101]) queues.late(now);
  assert.equal(queues.waiting(), 1);
  assert.equal(queues.late(102)?.one.work, 'choose 2');
});

test('nothing is late because the node stood still', () => {
  const queues = open();
  for (const name of ['a', 'b']) queues.arrive('choose', name, 0, 0);
  assert.equal(next(queues), 'a');
  assert.equal(queues.late(10_000), undefined);
  queues.leave(queues.queueOf('choose'), 0);
  queues.beginTurn(10_000);
  assert.equal(queues.next(10_000)?.one.work, 'b');
});

test('no more wait than fit into a queue', () => {
  const queues = open();
  const verdicts = Array.from({ length: 6 }, () => queues.arrive('feeds', 'x', 0, 0));
  assert.deepEqual(verdicts, [true, true, true, true, false, false]);
});

test('bodies in memory have a bound, and a body beyond it begins alone', () => {
  const queues = open({ concurrency: 9, bodyBytes: 100 });
  queues.arrive('feeds', 'a', 1_000, 0);
  queues.arrive('feeds', 'b', 1, 0);
  assert.deepEqual([next(queues), next(queues)], ['a', undefined]);
  queues.leave(queues.queueOf('feeds'), 1_000);
  assert.equal(queues.next(0)?.one.work, 'b');
});

test('everything that comes begins or is refused once, and no bound is ever passed', () => {
  const limits = { concurrency: 2, queue: 4, turnBudgetMs: 5 };
  const step = fc.record({
    priority: fc.constantFrom(...priorities),
    what: fc.constantFrom('arrive', 'leave', 'turn', 'drain'),
    ms: fc.nat(40),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queues = open(limits);
      let now = 0;
      let came = 0;
      let over = 0;
      const end = (one: object | undefined) => {
        if (one) over += 1;
        return one !== undefined;
      };
      for (const { priority, what, ms } of steps) {
        now += ms;
        const queue = queues.queueOf(priority);
        if (what === 'turn') queues.beginTurn(now);
        else if (what === 'leave' && queue.underWay > 0) queues.leave(queue, 0);
        else if (what === 'arrive') {
          came += 1;
          if (!queues.arrive(priority, 'x', 0, now)) over += 1;
        } else while (end(queues.late(now)) || end(queues.next(now)));
        for (const one of priorities.map(queues.queueOf)) {
          // Management may pass its limit by what each 100 ms bring.
          if (one.priority !== 'management') assert.ok(one.underWay <= limits.concurrency);
          assert.ok(one.waiting.length <= limits.queue + limits.concurrency);
        }
        assert.equal(came, over + queues.waiting());
      }
    }),
  );
});
