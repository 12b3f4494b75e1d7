// What every inbox promises, whatever it is made of; each check throws where a promise is broken.
import assert from 'node:assert/strict';
import type { InboxMark } from '../../../../context.ts';
import { capacity } from './capacity-conformance.fixture.ts';
import type { Work } from './consume.ts';
import { crashChecks } from './crash-conformance.fixture.ts';
import { countOnce, readEffects, textsIn } from './effect.fixture.ts';
import { countInbox, isWaiting, type WaitingRow } from './store.ts';
import { type Check, drain, linesOf, textsOf } from './trial.fixture.ts';

const delivery: Check = {
  promise: 'what is accepted is delivered, and does not come back',
  run: async ({ nodes: [here, there] }) => {
    const [some, more] = [textsOf('delivery-some', 3), textsOf('delivery-more', 120)];
    await here.inbox.accept([]);
    await here.inbox.accept([...linesOf(3, some), ...linesOf(7, more)]);
    assert.deepEqual(await there.inbox.waiting(), [3, 7]);
    const delivered: WaitingRow[] = [];
    await drain(there, (rows) => void delivered.push(...rows));
    assert.deepEqual(textsIn(delivered).sort(), [...some, ...more].sort());
    assert.ok(delivered.every(({ siteId }) => siteId === 1));
    assert.deepEqual(await here.inbox.waiting(), []);
    const nothing = await here.consume([3], 10, async () => assert.fail());
    assert.deepEqual(nothing, { rows: 0, hasMore: false });
  },
};

const order: Check = {
  promise: 'the rows of a partition are delivered oldest first, as many as requested',
  run: async ({ nodes: [{ inbox, consume }] }) => {
    const texts = textsOf('order', 10);
    for (const text of texts) await inbox.accept(linesOf(5, [text]));
    const batches: string[][] = [];
    const note: Work = async (_tx, rows) => void batches.push(textsIn(rows));
    const more: boolean[] = [];
    for (let round = 0; round < 4; round += 1) {
      more.push((await consume([5], 4, note)).hasMore);
    }
    assert.deepEqual(batches, [texts.slice(0, 4), texts.slice(4, 8), texts.slice(8)]);
    assert.deepEqual(more, [true, true, false, false]);
  },
};

const allOrNothing: Check = {
  promise: 'of a batch that is refused, nothing is accepted',
  run: async ({ nodes: [node] }) => {
    const { inbox, db } = node;
    const impossible = { siteId: 1, partition: 70_000, text: 'refused impossible' };
    await assert.rejects(inbox.accept([...linesOf(1, textsOf('refused', 3)), impossible]));
    await drain(node, () => undefined);
    assert.deepEqual((await readEffects(db, 'refused')).texts, []);
  },
};

const failure: Check = {
  promise: 'work that throws is done again, and leaves nothing half done',
  run: async ({ nodes: [node] }) => {
    const { inbox, db, consume } = node;
    const texts = textsOf('failure', 4);
    await inbox.accept(linesOf(2, texts));
    const fault = new Error('the work failed');
    const failing = consume([2], 10, async (tx, rows) => {
      await countOnce(tx, rows);
      throw fault;
    });
    await assert.rejects(failing, (error) => error === fault);
    assert.deepEqual((await readEffects(db, 'failure')).texts, []);
    assert.deepEqual(await inbox.waiting(), [2]);
    await drain(node, () => undefined);
    assert.deepEqual((await readEffects(db, 'failure')).texts.sort(), texts);
  },
};

const oneWorker: Check = {
  promise: 'one worker at a time has a partition, and blocks no other partition',
  run: async ({ nodes: [here, there] }) => {
    await here.inbox.accept([...linesOf(4, textsOf('held', 2)), ...linesOf(6, textsOf('free', 2))]);
    const entered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const first = here.consume([4], 10, async (tx, rows) => {
      await countOnce(tx, rows);
      entered.resolve();
      await release.promise;
    });
    await Promise.race([entered.promise, first]);
    let isHeld = true;
    const second = there.consume([4], 10, async () =>
      assert.ok(!isHeld, 'two workers have one partition'),
    );
    const other = there.consume([6], 10, countOnce);
    const patience = new Promise((resolve) => setTimeout(resolve, 500, 'held up'));
    const outcomes = await Promise.all([
      Promise.race([other, patience]),
      Promise.race([second, patience]).catch(() => undefined),
    ]);
    isHeld = false;
    release.resolve();
    const done = await Promise.all([first, second, other]);
    assert.deepEqual(
      done.map(({ rows }) => rows),
      [1, 0, 1],
    );
    assert.deepEqual(outcomes[0], done[2], 'a worker waits for the worker of another partition');
  },
};

const several: Check = {
  promise: 'several partitions are taken at once, without those that another worker has',
  run: async ({ nodes: [here, there] }) => {
    for (const one of [0, 1, 2, 0]) await here.inbox.accept(linesOf(one, [`several ${one}`]));
    const entered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const first = here.consume([1], 10, async (tx, rows) => {
      await countOnce(tx, rows);
      entered.resolve();
      await release.promise;
    });
    await Promise.race([entered.promise, first]);
    const taken: string[] = [];
    const second = await there.consume([0, 1, 2], 10, async (_tx, rows) => {
      taken.push(...rows.map(({ partition, text }) => `${partition}: ${text}`));
    });
    release.resolve();
    await first;
    assert.deepEqual(taken, ['0: several 0', '2: several 2', '0: several 0']);
    assert.deepEqual(second, { rows: 3, hasMore: false });
    assert.deepEqual(await here.inbox.waiting(), []);
  },
};

const callers: Check = {
  promise: 'each of many callers at once is answered when its rows are in',
  run: async ({ nodes: [here, there] }) => {
    const batches = Array.from({ length: 60 }, (_, at) => textsOf(`callers-${at % 7} ${at}`, 5));
    const answered = batches.map(async (texts, at) => {
      await (at % 2 ? here : there).inbox.accept(linesOf(at % 8, texts));
      const partitions = await here.inbox.waiting();
      assert.ok(partitions.includes(at % 8), 'a caller was answered before its rows were in');
    });
    const results = await Promise.allSettled(answered);
    const delivered: string[] = [];
    await drain(there, (rows) => void delivered.push(...textsIn(rows)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    assert.deepEqual(delivered.sort(), batches.flat().sort());
  },
};

const repeats: Check = {
  promise: 'repeats and disorder have the effect of each row once',
  run: async ({ nodes, random }) => {
    const texts = textsOf('repeated', 200);
    const twice = [...texts, ...texts]
      .map((text) => ({ text, partition: Math.floor(random() * 4), at: random() }))
      .sort((a, b) => a.at - b.at);
    const accepting = nodes.map(async ({ inbox }, node) => {
      for (const { text, partition } of twice.filter((_, at) => at % 2 === node)) {
        await inbox.accept(linesOf(partition, [text]));
      }
    });
    const racing = [...nodes, ...nodes].map((node) => drain(node, () => undefined, 7));
    await Promise.all([...accepting, ...racing]);
    await drain(nodes[0], () => undefined);
    const effects = await readEffects(nodes[0].db, 'repeated');
    assert.deepEqual(effects.texts.sort(), texts.sort());
    assert.equal(effects.total, texts.length);
  },
};

const marks: Check = {
  promise: 'what was accepted before a mark is folded once nothing waits up to it',
  run: async ({ nodes: [here, there] }) => {
    const { db } = here;
    const isPending = async (mark: InboxMark) => {
      await here.inbox.waiting();
      const isPending = await isWaiting(db, 1, mark);
      assert.equal((await countInbox(db, mark)) > 0, isPending);
      return isPending;
    };
    const early = await there.inbox.mark();
    assert.equal(await isPending(early), false);
    await here.inbox.accept([...linesOf(1, ['marks 1']), ...linesOf(4, ['marks 4'])]);
    const mark = await there.inbox.mark();
    await there.inbox.accept(linesOf(1, ['marks behind']));
    assert.deepEqual([await isPending(early), await isPending(mark)], [false, true]);
    await there.consume([1], 1, countOnce);
    assert.equal(await isPending(mark), true);
    await there.consume([4], 1, countOnce);
    assert.equal(await isPending(mark), false);
    const last = await here.inbox.mark();
    assert.equal(await isPending(last), true);
    await drain(there, () => undefined);
    assert.equal(await isPending(last), false);
  },
};

/** The promises of an inbox, the cheapest to check first. */
export const inboxConformance: readonly Check[] = [
  delivery,
  order,
  allOrNothing,
  failure,
  oneWorker,
  several,
  callers,
  marks,
  repeats,
  capacity,
  ...crashChecks,
];
