// Tests of how a file is read while it is edited: the sheet, and what was answered about numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf, isSame, mappingOf, readingOf } from './draft.ts';
import type { Detection, Upload } from './query.ts';

const detection = {
  ...{ sheet: 'Summer', sheets: ['Summer', 'Winter'], columns: [{ column: 'sku' }] },
  suggestedMapping: { sheet: 'Summer', columns: {}, keepOthers: true, decimalComma: true },
} as unknown as Detection;

test('the mapping names the sheet, and what it says is found again after a reload', () => {
  const first = { reading: null, detection } as unknown as Upload;
  assert.deepEqual(formOf(first), {});
  const draft = mappingOf(first, detection);
  assert.equal(draft.numbersConfirmed, false);
  const winter = { ...draft, numbersConfirmed: true, shape: { sheet: 'Winter' } };
  const reading = readingOf({ sheet: 'Winter', quote: '"' }, winter, detection);
  assert.deepEqual(reading, {
    quote: '"',
    mapping: {
      ...{ columns: {}, keepOthers: true, decimalComma: true, numbersConfirmed: true },
      sheet: 'Winter',
    },
  });
  const again = { reading, detection } as unknown as Upload;
  assert.deepEqual(formOf(again), { quote: '"', sheet: 'Winter' });
  assert.deepEqual(mappingOf(again, detection), winter);
});

test('an answer about numbers that changes nothing of what is read needs no other check', () => {
  const mapping = { columns: { sku: 'sku' }, decimalComma: true };
  const answered = { mapping: { ...mapping, numbersConfirmed: true } };
  assert.equal(isSame({ mapping }, answered), true);
  assert.equal(isSame({ mapping: { ...mapping, decimalComma: false } }, answered), false);
});
