// Tests of what the log leaves out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

function logged(object: object): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(object, 'said');
  assert.equal(lines.length, 1);
  return JSON.parse(lines[0]!);
}

test('an error is logged by its message, without what its driver adds', () => {
  const error = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    severity: 'FATAL',
    detail: 'Key (value)=(ada@shop.example) already exists.',
    client: { secretKey: 4711, connection: { password: 'secret' } },
  });
  const { stack, ...shown } = logged({ err: error })['err'] as Record<string, unknown>;
  const said = { type: 'Error', message: error.message, code: '57P01', severity: 'FATAL' };
  assert.deepEqual(shown, said);
  assert.match(String(stack), /log[.]test[.]ts/);
});

test('the cause of an error is logged with it, cut in the same way', () => {
  const cause = Object.assign(new TypeError('deeper'), { request: { key: 'svc_s_x' } });
  const { err } = logged({ err: new Error('outer', { cause }) });
  assert.match(JSON.stringify(err), /outer.*"cause":.*TypeError.*deeper/);
  assert.doesNotMatch(JSON.stringify(err), /svc_s_x/);
});

test('whatever was thrown is logged as a text', () => {
  assert.deepEqual(logged({ err: 'a text' })['err'], { message: 'a text' });
});
