// Decision ids give back what was decided, and only to the site that made them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDecision, encodeDecision } from './decision-id.ts';

const salt = Buffer.alloc(32, 7);
const record = fc.record({
  userId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  campaignId: fc.nat(1e9),
  experienceId: fc.nat(1e9),
  variationId: fc.nat(1e9),
  revision: fc.nat(1e9),
  time: fc.nat(2 ** 31).map((seconds) => seconds * 1000),
  propensity: fc.nat(1_000_000).map((millionths) => millionths / 1_000_000),
  countsWhenShown: fc.boolean(),
  isKnown: fc.boolean(),
  allocationVersion: fc.nat(1e6),
  isKept: fc.boolean(),
});

test('a decision id gives back what was decided', () => {
  fc.assert(
    fc.property(record, (decision) => {
      assert.deepEqual(decodeDecision(salt, encodeDecision(salt, decision)), { ...decision });
    }),
  );
});

test('a decision id of another site, a changed one and any other text are refused', () => {
  fc.assert(
    fc.property(record, fc.string(), (decision, text) => {
      const id = encodeDecision(salt, decision);
      assert.equal(decodeDecision(Buffer.alloc(32, 8), id), undefined);
      assert.equal(decodeDecision(salt, `A${id}`), undefined);
      assert.equal(decodeDecision(salt, `${id}=`), undefined);
      assert.equal(decodeDecision(salt, text), undefined);
    }),
  );
});

test('a decision id does not show whom it is about', () => {
  fc.assert(
    fc.property(record, (decision) => {
      const bytes = Buffer.from(encodeDecision(salt, decision), 'base64url');
      const user = Buffer.alloc(8);
      user.writeBigInt64BE(BigInt(decision.userId));
      assert.equal(bytes.includes(user), false);
      assert.notEqual(encodeDecision(salt, decision), encodeDecision(salt, decision));
    }),
  );
});
