// Tests of the filter that disables NOTIFY: it takes notifications, however they are cut, alone.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { withoutNotifications } from './silence.fixture.ts';

function message(letter: string, body: string): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

test('everything else passes as it was, in pieces of any size', async () => {
  const messages = [
    message('Z', 'I'),
    message('A', 'changes'),
    message('D', 'A row with an A'),
    message('A', ''),
    message('1', ''),
  ];
  const given = Buffer.concat(messages);
  const wanted = Buffer.concat([messages[0]!, messages[2]!, messages[4]!]);
  for (let size = 1; size <= given.length; size++) {
    let swallowed = 0;
    const filter = withoutNotifications(() => {
      swallowed += 1;
    });
    for (let at = 0; at < given.length; at += size) filter.write(given.subarray(at, at + size));
    filter.end();
    assert.deepEqual(await buffer(filter), wanted);
    assert.equal(swallowed, 2);
  }
});
