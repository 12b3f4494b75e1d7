// What is wrong with a payload is said at its field, in words, without code made of the schema.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorSchemaOf, validatePayload } from './validator.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 2, maxLength: 4 },
    link: { type: 'string', format: 'link' },
    date: { type: 'string', format: 'date' },
    amount: { type: 'integer', minimum: 1, maximum: 9 },
    tone: { oneOf: [{ const: 'a' }, { const: 'b' }] },
    list: { type: 'array', maxItems: 1, items: { $ref: '#/$defs/part' } },
  },
  required: ['text'],
  $defs: { part: { type: 'object', required: ['a/b'] } },
};
const said = (data: unknown) =>
  Object.fromEntries(validatePayload(schema, data).map((one) => [one.pointer, one.detail]));

test('a payload that is right has no faults, formats of others among them', () => {
  assert.deepEqual(said({ text: 'ab', link: '/a', date: 'soon', amount: 3, tone: 'b' }), {});
});

test('each fault stands at its field, with the limit that it broke', () => {
  const wrong = { link: 'javascript:x', amount: 12, tone: 'c', list: [{}, {}] };
  assert.deepEqual(said(wrong), {
    '/text': 'Required',
    '/link': 'Must be an address such as https://shop.example/sale or /sale',
    '/amount': 'Must be at most 9',
    '/tone': 'Choose one of the values',
    '/list': 'Takes at most 1',
    '/list/0/a~1b': 'Required',
    '/list/1/a~1b': 'Required',
  });
  assert.deepEqual(said({ text: 'a' })['/text'], 'Needs at least 2 characters');
  assert.deepEqual(said({ text: 'abcdef' })['/text'], 'Takes at most 4 characters');
});

test('faults become the tree of fields that the form library has', () => {
  const faults = ['/list/0/a~1b', '/list/0/a~1b', ''].map((pointer) => ({
    pointer,
    detail: 'Odd',
  }));
  assert.deepEqual(errorSchemaOf(faults), {
    list: { 0: { 'a/b': { __errors: ['Odd'] } } },
    __errors: ['Odd'],
  });
});
