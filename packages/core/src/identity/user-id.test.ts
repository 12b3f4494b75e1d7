// User ids are 64-bit integers: read and compared as such, without arithmetic.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partitionCount, partitionOf, readUserId } from './user-id.ts';

const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).filter((one) => one !== 0n);

test('a user id is read as the integer it is, whatever zeros stand before it', () => {
  fc.assert(
    fc.property(id, fc.nat({ max: 3 }), (one, zeros) => {
      const digits = String(one).replace('-', '');
      const text = `${one < 0n ? '-' : ''}${'0'.repeat(zeros)}${digits}`;
      const isShort = digits.length + zeros <= 19;
      assert.equal(readUserId(text), isShort ? String(one) : undefined);
    }),
  );
  const wrong = ['', '0', '-0', '+1', '1.0', '9223372036854775808', '-9223372036854775809', '١'];
  for (const text of wrong) assert.equal(readUserId(text), undefined, text);
});

test('the partition of a user is the last bits of their id', () => {
  fc.assert(
    fc.property(fc.oneof(id, fc.bigInt({ min: -200n, max: 200n })), (one) => {
      assert.equal(partitionOf(String(one)), Number(BigInt.asUintN(3, one)));
    }),
  );
  assert.equal(partitionCount, 8);
});
