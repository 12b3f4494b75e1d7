// A number with two readings is shown with both, and with examples that do have two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examplesOf, readAs } from './two-ways.ts';

test('a separator before three digits is one of thousands or of decimals', () => {
  assert.deepEqual([readAs('1.299', true), readAs('1.299', false)], ['1299', '1.299']);
  assert.deepEqual([readAs('EUR 1,299', true), readAs('EUR 1,299', false)], ['1.299', '1299']);
});

test('two examples are shown that differ, and none that can be read in one way only', () => {
  const results = [
    {
      column: 'price',
      examples: ['12,50', '1.299', '2.500 EUR', '3.100'].map((before) => ({ before, after: 0 })),
    },
    { column: 'weight', examples: [{ before: '9.999', after: 0 }] },
  ];
  const notes = [{ column: 'price', example: '"1.299"' }];
  assert.deepEqual(examplesOf(notes, results), ['1.299', '2.500 EUR']);
});
