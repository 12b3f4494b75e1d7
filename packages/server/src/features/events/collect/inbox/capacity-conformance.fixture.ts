// What an inbox promises of its bound: no disk is filled by events that no worker takes.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../../api-error.ts';
import { eventually } from '../../../../testing.ts';
import { textsIn } from './effect.fixture.ts';
import type { Inbox } from './inbox.ts';
import { type Check, drain, linesOf } from './trial.fixture.ts';

/** A batch of 50 KiB, which cannot be packed much smaller. */
const batchOf = (name: string) =>
  Array.from({ length: 40 }, (_, at) => `${name} ${at} ${randomBytes(960).toString('base64')}`);
/** Many times the bound of an inbox on trial. */
const mostBatches = 200;

/** Fills an inbox; resolves with the texts that it has accepted before it refused some. */
async function fill(inbox: Inbox, name: string): Promise<string[]> {
  const accepted: string[] = [];
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const texts = batchOf(`${name} ${batch}`);
    try {
      await inbox.accept(linesOf(batch % 8, texts));
    } catch (error) {
      assert.ok(error instanceof ApiError && error.code === 'overloaded', String(error));
      assert.match(error.headers['retry-after'] ?? '', /^[1-9]\d*$/);
      assert.ok(inbox.isFull());
      return accepted;
    }
    accepted.push(...texts);
    // It may look once a second how much waits.
    await pause(20);
  }
  throw new Error('it accepts whatever comes');
}

export const capacity: Check = {
  promise: 'beyond its bound nothing is accepted, what was stays, and new room is used',
  run: async ({ nodes: [here, there] }) => {
    assert.equal(here.inbox.isFull(), false);
    const accepted = await fill(here.inbox, 'capacity-here');
    accepted.push(...(await fill(there.inbox, 'capacity-there')));
    const delivered: string[] = [];
    await drain(there, (rows) => void delivered.push(...textsIn(rows)));
    assert.deepEqual(delivered.sort(), accepted.sort());
    await eventually(async () =>
      here.inbox.accept(linesOf(1, ['capacity again'])).then(
        () => true,
        () => false,
      ),
    );
    await drain(here, (rows) => assert.deepEqual(textsIn(rows), ['capacity again']));
  },
};
