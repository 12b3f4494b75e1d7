// What a form changes is all that changes: digits, order and unknown members stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWritten } from '@attune/core';
import { membersBeyond, plainOf, withEdits, withValueAt } from './edits.ts';

const edited = (text: string, edit: (data: never) => unknown) => {
  const written = parseWritten(text);
  const plain = plainOf(written);
  return JSON.stringify(withEdits(written, plain, edit(structuredClone(plain) as never)));
};

test('numbers keep their digits and members their order, but for what was edited', () => {
  const text = '{"b":1.50,"n":12345678901234567890,"a":{"x":1e3,"y":"old"},"l":[1.0,2.50]}';
  assert.equal(
    edited(text, (data: { a: object }) => ({ ...data, a: { ...data.a, y: 'new' } })),
    text.replace('old', 'new'),
  );
  assert.equal(
    edited(text, (data) => data),
    text,
  );
});

test('a member that is cleared goes, and a new one comes last', () => {
  const text = '{"z":1,"a":2,"m":3}';
  const edit = ({ z, m }: { z: number; m: number }) => ({ n: true, a: undefined, m, z });
  assert.equal(edited(text, edit), '{"z":1,"m":3,"n":true}');
});

test('entries of a list that move keep what they are', () => {
  const text = '{"l":[{"p":1.50},{"p":2.0},"c"]}';
  const edit = ({ l: [a, b, c] }: { l: [object, object, string] }) => ({ l: [c, b, a, 'new'] });
  assert.equal(edited(text, edit), '{"l":["c",{"p":2.0},{"p":1.50},"new"]}');
});

test('a payload of one value is edited too', () => {
  assert.equal(
    edited('true', () => false),
    'false',
  );
});

test('members that the schema does not name are found, within objects as well', () => {
  const schema = {
    type: 'object',
    properties: { a: {}, b: { type: 'object', properties: { c: {} } } },
  };
  assert.deepEqual(membersBeyond(schema, { a: 1, b: { c: 2, d: 3 }, e: 4 }), ['b.d', 'e']);
  assert.deepEqual(membersBeyond({ type: 'boolean' }, true), []);
});

test('a list that is not there yet is begun where its field is', () => {
  const add = (list: unknown) => [...((list as unknown[]) ?? []), 'x'];
  assert.deepEqual(withValueAt({ a: [{ l: ['y'] }] }, ['a', 0, 'l'], add), {
    a: [{ l: ['y', 'x'] }],
  });
  assert.deepEqual(withValueAt({}, ['l'], add), { l: ['x'] });
});
