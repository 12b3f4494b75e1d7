// Tests of who is let in: times are numbers here, nothing is waited for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Priority, priorities } from '@attune/contract';
import fc from 'fast-check';
import { createAdmission } from './admission.ts';
import type { AdmissionLimits, ClassLimits } from './admission-limits.ts';

const each: ClassLimits = {
  places: 2,
  leastPlaces: 1,
  aimMs: 50,
  bytes: 100,
  waiting: 4,
  sliceMs: 10,
  patienceMs: 100,
  standingPatienceMs: 20,
  hastyPatienceMs: 0,
  standingMs: 100,
  owedMs: Number.POSITIVE_INFINITY,
};

function limitsOf(
  change: Partial<ClassLimits> = {},
  byClass: Partial<AdmissionLimits> = {},
): AdmissionLimits {
  const entries = priorities.map((priority) => [priority, { ...each, ...change }]);
  return { ...(Object.fromEntries(entries) as AdmissionLimits), ...byClass };
}

/** Work named by its class and a number; it arrives at a turn's begin unless that is told. */
function open(change: Partial<ClassLimits> = {}, byClass: Partial<AdmissionLimits> = {}) {
  const admission = createAdmission<string>(limitsOf(change, byClass));
  const arriveIn = (work: string, turnAt: number, now: number, bytes = 0) => {
    admission.turn.begin(turnAt);
    return admission.arrive(work, work.split(' ')[0] as Priority, bytes, now);
  };
  const arrive = (work: string, now = 0, bytes = 0) => arriveIn(work, now, now, bytes);
  const next = (now: number) => {
    admission.turn.beginRemainder(now);
    return admission.next(now)?.work;
  };
  return {
    ...admission,
    admission,
    arrive,
    arriveIn,
    next,
    late: (now: number) => admission.late(now, 0)?.work,
  };
}

test('in the calm everything runs as it comes', () => {
  const { arrive, waiting } = open();
  for (const priority of priorities) {
    assert.deepEqual([arrive(`${priority} 1`), arrive(`${priority} 2`)], ['run', 'run']);
  }
  assert.equal(waiting(), 0);
});

test('a class without a place waits, and holds up no other', () => {
  const { arrive, next, leave } = open();
  for (const work of ['feeds 1', 'feeds 2']) assert.equal(arrive(work), 'run');
  assert.equal(arrive('feeds 3'), 'wait');
  for (const work of ['choose 1', 'collect 1', 'userprofile 1']) assert.equal(arrive(work), 'run');
  assert.equal(next(1), undefined);
  leave('feeds', 0, 4, 4);
  assert.equal(next(4), 'feeds 3');
});

test('after a turn that worked on a flood, the flood rests for many times as long, pages do not', () => {
  const { admission, arrive, arriveIn, next, isRunnable } = open({
    places: 200,
    patienceMs: 1_000,
    standingPatienceMs: 1_000,
  });
  for (let at = 0; at < 100; at += 1) assert.equal(arrive(`choose ${at}`), 'run');
  for (const work of ['collect 1', 'collect 2']) assert.equal(arriveIn(work, 0, 10), 'wait');
  assert.equal(next(100), 'collect 1');
  // The slice was long: what had begun in it ends, and the rest begins.
  assert.equal(admission.next(112), undefined);
  assert.equal(next(113), undefined);
  assert.equal(next(211), undefined);
  assert.equal(isRunnable(211), false, 'nothing is looked for meanwhile');
  assert.equal(next(213), 'collect 2');
});

test('while nobody asks for a page a flood does not rest', () => {
  const { arriveIn, next } = open();
  for (const work of ['collect 1', 'collect 2']) assert.equal(arriveIn(work, 0, 10), 'wait');
  assert.deepEqual([next(11), next(11)], ['collect 1', 'collect 2']);
});

test('who comes first in the contract runs first, and those of one class in their order', () => {
  const { arriveIn, next } = open();
  const come = ['management 1', 'feeds 1', 'collect 1', 'choose 1', 'userprofile 1', 'choose 2'];
  for (const work of come) assert.equal(arriveIn(work, 0, 10), 'wait');
  const order = ['choose 1', 'choose 2', 'userprofile 1', 'collect 1', 'feeds 1', 'management 1'];
  assert.deepEqual(
    // A turn each: what no page waits for rests in between.
    order.map((_, at) => next(11 + 4 * at)),
    order,
  );
});

test('a class that is owed a turn has one, whatever comes before it and however old the turn is', () => {
  const owed = { ...each, owedMs: 30, patienceMs: 1_000, standingMs: 1_000 };
  const { admission, arriveIn } = open({}, { management: owed });
  for (const work of ['management 1', 'management 2']) arriveIn(work, 0, 10);
  const begun: string[] = [];
  for (let now = 11; now < 80; now += 1) {
    // Pages come, and each turn is too old for them by the time somebody looks.
    arriveIn('choose 1', now - 10, now);
    admission.turn.beginRemainder(now - 10);
    for (let one = admission.next(now); one; one = admission.next(now)) {
      begun.push(`${one.work} at ${now}`);
      admission.leave(one.priority, 0, now, 0);
    }
  }
  assert.deepEqual(begun, ['management 1 at 40', 'management 2 at 70']);
});

test('a turn that has grown old begins no further work', () => {
  const { arrive, arriveIn, isRunnable } = open();
  assert.equal(arriveIn('choose 1', 0, 9), 'run');
  assert.equal(arriveIn('choose 2', 0, 10), 'wait');
  assert.equal(isRunnable(11), true);
  assert.deepEqual([arrive('feeds 1', 11), arrive('choose 3', 11)], ['wait', 'wait']);
});

test('what no page waits for begins, and is refused, in turns that read nothing for a page', () => {
  const { arrive, arriveIn, next, late, leave } = open({ patienceMs: 5 });
  assert.equal(arriveIn('collect 1', 0, 0), 'run');
  const turnWithPage = (at: number) => {
    arrive(`choose ${at}`, at);
    leave('choose', 0, at, 1);
  };
  const sameTurn = open();
  sameTurn.arriveIn('userprofile 1', 0, 0);
  assert.equal(sameTurn.admission.arrive('collect 1', 'collect', 0, 1), 'wait');
  assert.equal(sameTurn.next(2), undefined, 'of the turn that has read the page');
  assert.equal(sameTurn.next(3), 'collect 1', 'of a turn that has read nothing');
  // Pages in each turn: what waits has one of twenty milliseconds.
  assert.equal(arrive('collect 2', 2), 'run');
  assert.equal(arrive('collect 3', 2), 'wait');
  leave('collect', 0, 2, 1);
  assert.equal(next(2), 'collect 3');
  assert.equal(arrive('collect 4', 3), 'wait');
  for (const at of [4, 8, 12, 16, 20]) {
    turnWithPage(at);
    assert.deepEqual([next(at), late(at)], [undefined, undefined]);
  }
  turnWithPage(22);
  assert.deepEqual([next(22), late(22)], [undefined, 'collect 4']);
});

test('what has waited for too long is refused, the lowest class first', () => {
  const { arrive, next, late, waiting } = open({ places: 0, leastPlaces: 0 });
  for (const work of ['choose 1', 'collect 1', 'management 1']) assert.equal(arrive(work), 'wait');
  assert.equal(late(100), undefined);
  assert.equal(next(101), undefined);
  assert.deepEqual([late(101), late(101), late(101)], ['management 1', 'collect 1', 'choose 1']);
  assert.deepEqual([late(101), next(101), waiting()], [undefined, undefined, 0]);
});

test('who is back before he was told to waits behind all others of his class, and for longer', () => {
  const limits = { places: 1, leastPlaces: 1, hastyPatienceMs: 300 };
  const { admission, arrive, next, late, leave } = open(limits);
  const hasty = (work: string, now: number) => admission.arrive(work, 'collect', 0, now, true);
  assert.equal(arrive('collect 1'), 'run');
  assert.deepEqual([hasty('collect 2', 0), arrive('collect 3', 1)], ['wait', 'wait']);
  leave('collect', 0, 2, 1);
  assert.equal(next(2), 'collect 3');
  assert.equal(arrive('collect 4', 3), 'wait');
  assert.deepEqual([next(250), late(250), late(250)], [undefined, 'collect 4', undefined]);
  leave('collect', 0, 250, 1);
  assert.deepEqual([hasty('collect 5', 250), next(251)], ['wait', 'collect 2']);
  assert.deepEqual([next(550), late(550)], [undefined, undefined]);
  assert.deepEqual([next(551), late(551)], [undefined, 'collect 5']);
});

test('in a queue that has been standing patience is short', () => {
  const { arrive, late } = open({ places: 0, leastPlaces: 0 });
  arrive('choose 1', 0);
  arrive('choose 2', 90);
  assert.equal(late(101), 'choose 1');
  assert.equal(late(110), undefined);
  assert.equal(late(111), 'choose 2');
  arrive('choose 3', 200);
  assert.equal(late(299), undefined);
});

test('when all who wait are too late, the last of them is answered rather than nobody', () => {
  const { arriveIn, next, late } = open();
  for (const at of [0, 1, 2]) assert.equal(arriveIn(`choose ${at}`, -20, at), 'wait');
  assert.deepEqual([next(150), late(150), next(150)], ['choose 2', 'choose 0', 'choose 1']);
  assert.equal(arriveIn('collect 1', 0, 150), 'wait');
  assert.deepEqual([next(400), late(400)], [undefined, 'collect 1']);
});

test('no more wait than a queue holds', () => {
  const { arrive, late, waiting } = open({ places: 0, leastPlaces: 0 });
  const verdicts = [1, 2, 3, 4, 5].map((at) => arrive(`collect ${at}`));
  assert.deepEqual(verdicts, ['wait', 'wait', 'wait', 'wait', 'refuse']);
  assert.equal(arrive('choose 1'), 'wait');
  late(200);
  assert.equal(waiting('collect') + waiting('choose'), 4);
});

test('bodies of a class that are held at once have a bound, and a large one the class alone', () => {
  const { arrive, next, leave } = open();
  assert.equal(arrive('collect 1', 0, 60), 'run');
  assert.equal(arrive('collect 2', 0, 60), 'wait');
  leave('collect', 60, 1, 1);
  assert.equal(next(1), 'collect 2');
  leave('collect', 60, 2, 1);
  assert.equal(arrive('feeds 1', 2, 1_000), 'run');
  assert.equal(arrive('feeds 2', 2, 1), 'wait');
});

test('a class whose answers take long has fewer places, and all of them when they do not', () => {
  const { arrive, leave, running, next, restore } = open({ places: 100, leastPlaces: 5 });
  let now = 0;
  const round = (tookMs: number) => {
    now += 101;
    while (arrive('choose', now) === 'run');
    const entered = running('choose');
    for (let at = 0; at < entered; at += 1) leave('choose', 0, now, tookMs);
    while (next(now) !== undefined) leave('choose', 0, now, tookMs);
    return entered;
  };
  const slow = Array.from({ length: 12 }, () => round(200));
  assert.deepEqual([slow[0], slow.at(-1)], [100, 5]);
  assert.ok(slow.every((places, at) => at === 0 || places <= slow[at - 1]!));
  const quick = Array.from({ length: 40 }, () => round(1));
  assert.equal(quick.at(-1), 100);
  for (let at = 0; at < 12; at += 1) round(200);
  restore();
  assert.equal(round(1), 100);
});

test('everything that comes ends once, and no bound is ever passed', () => {
  const step = fc.record({
    ms: fc.nat({ max: 60 }),
    priority: fc.constantFrom(...priorities),
    bytes: fc.nat({ max: 80 }),
    isHasty: fc.boolean(),
    what: fc.constantFrom('arrive', 'arrive', 'arrive', 'leave', 'next', 'late', 'turn', 'rest'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const admission = createAdmission<number>(limitsOf({ hastyPatienceMs: 150 }));
      const inside: { priority: Priority; bytes: number }[] = [];
      const waiting = new Set<number>();
      let now = 0;
      let ended = 0;
      steps.forEach(({ ms, priority, bytes, isHasty, what }, at) => {
        now += ms;
        if (what === 'turn') admission.turn.begin(now);
        if (what === 'rest') admission.turn.beginRemainder(now);
        if (what === 'arrive') {
          const verdict = admission.arrive(at, priority, bytes, now, isHasty);
          if (verdict === 'run') inside.push({ priority, bytes });
          else if (verdict === 'wait') waiting.add(at);
          else ended += 1;
        }
        if (what === 'leave') {
          const one = inside.shift();
          if (one) admission.leave(one.priority, one.bytes, now, ms);
          if (one) ended += 1;
        }
        const found = what === 'next' ? admission.next(now) : undefined;
        if (found) inside.push(found);
        const late = what === 'late' ? admission.late(now, 0) : undefined;
        if (late) ended += 1;
        for (const one of [found, late]) if (one) assert.ok(waiting.delete(one.work));
        for (const name of priorities) {
          const those = inside.filter((one) => one.priority === name);
          assert.equal(admission.running(name), those.length);
          assert.ok(those.length <= each.places && admission.waiting(name) <= each.waiting);
          assert.ok(those.length < 2 || those.reduce((sum, one) => sum + one.bytes, 0) <= 100);
        }
      });
      const arrived = steps.filter(({ what }) => what === 'arrive').length;
      assert.equal(ended + inside.length + waiting.size, arrived);
      assert.equal(admission.waiting(), waiting.size);
    }),
  );
});
