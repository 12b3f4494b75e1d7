// What an inbox promises of processes that are killed: SIGKILL, which nothing can be done about.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from './child.fixture.ts';
import { readEffects } from './effect.fixture.ts';
import { type Check, drain, linesOf, textsOf } from './trial.fixture.ts';

const processes = [0, 1, 2];
const partitions = [0, 1, 2, 3];

const acceptance: Check = {
  promise: 'what was acknowledged outlives kill -9 of the process that accepted it',
  run: async ({ name, servers, nodes: [node], random }) => {
    const moments = processes.map(() => random() * 120);
    const killed = processes.map(async (number) => {
      const child = startChild(name, servers, 'accept', `killed-${number}`);
      const first = await child.line();
      await pause(moments[number]);
      return [first, ...(await child.kill())].flatMap((line) => line?.split(',') ?? []);
    });
    const acknowledged = await Promise.all(killed);
    await drain(node, () => undefined);
    for (const number of processes) {
      const { texts, total } = await readEffects(node.db, `killed-${number}`);
      const effects = new Set(texts);
      const lost = acknowledged[number]!.filter((text) => !effects.has(text));
      assert.equal(lost.length, 0, `${lost.length} of ${acknowledged[number]!.length} are lost`);
      assert.equal(total, texts.length);
      assertWhole(texts);
    }
  },
};

/** A batch that was not acknowledged in time may be in or not; it is not in by half. */
function assertWhole(texts: readonly string[]): void {
  const batches = Map.groupBy(texts, (text) => text.split(' ')[1]);
  for (const [batch, rows] of batches) {
    assert.equal(rows.length, 1 + (Number(batch) % 5), `batch ${batch} is there in part`);
  }
}

const work: Check = {
  promise: 'kill -9 in the middle of the work neither loses a row nor counts one twice',
  run: async ({ name, servers, nodes: [node], random }) => {
    const texts = textsOf('worked', 400);
    // One row a line, and so more work than the processes do before they are killed: what is
    // accepted together shares a row.
    for (let at = 0; at < texts.length; at += partitions.length) {
      const lines = partitions.flatMap((one) => linesOf(one, [texts[at + one]!]));
      await node.inbox.accept(lines);
    }
    const moments = processes.map(() => random());
    const killed = processes.map(async (number) => {
      const child = startChild(name, servers, 'consume', '');
      for (let works = 0; works <= moments[number]! * 3; works += 1) await child.line();
      // The first is killed while a work is surely under way.
      if (number > 0) await pause(moments[number]! * 30);
      await child.kill();
    });
    await Promise.all(killed);
    await drain(node, () => undefined);
    const effects = await readEffects(node.db, 'worked');
    assert.deepEqual(effects.texts.sort(), texts.sort());
    assert.equal(effects.total, texts.length);
  },
};

export const crashChecks: readonly Check[] = [acceptance, work];
