// Tests of messages between processes: order, answers, errors, and an end that is gone.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { openChannel, type Port } from './channel.ts';

/** Two ports, each the other end of the other; what is sent is JSON, as between processes. */
function pair(): [Port, Port] {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const portOf = (own: EventEmitter, other: EventEmitter): Port => ({
    send(message, sent) {
      const copy = JSON.parse(JSON.stringify(message));
      setImmediate(() => {
        other.emit('message', copy);
        sent(null);
      });
    },
    on: (event, listener) => own.on(event, listener),
  });
  return [portOf(ends[0], ends[1]), portOf(ends[1], ends[0])];
}

const silent = { onNotice: () => undefined, onQuestion: async () => undefined };

test('notices arrive in their order, and questions are answered', async () => {
  const [one, other] = pair();
  const heard: unknown[] = [];
  const from = openChannel<number, string, never, never>(one, silent);
  openChannel(other, {
    onNotice: (notice: number) => heard.push(notice),
    onQuestion: async (question: string) => `${question}, and all's well`,
  });
  await Promise.all([1, 2, 3].map((number) => from.tell(number)));
  assert.deepEqual(heard, [1, 2, 3]);
  assert.deepEqual(await Promise.all(['a', 'b'].map((question) => from.ask(question))), [
    "a, and all's well",
    "b, and all's well",
  ]);
});

test('a question without an answer of its own is answered as well', async () => {
  const [one, other] = pair();
  const from = openChannel<never, string, never, never>(one, silent);
  openChannel(other, silent);
  assert.equal(await from.ask('is it noted?'), null);
});

test('a question that cannot be answered is an error to the process that asked', async () => {
  const [one, other] = pair();
  const from = openChannel<never, string, never, never>(one, silent);
  openChannel(other, {
    ...silent,
    onQuestion: async () => {
      throw new Error('no such thing');
    },
  });
  await assert.rejects(from.ask('what?'), /no such thing/);
});

test('to a process that is gone nothing is said, and its answers are not waited for for ever', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const gone: Port = { on: () => undefined };
  const from = openChannel<string, string, never, never>(gone, silent);
  await from.tell('anything');
  const refused = assert.rejects(from.ask('are you there?'), /does not answer/);
  context.mock.timers.tick(5_000);
  await refused;
});
