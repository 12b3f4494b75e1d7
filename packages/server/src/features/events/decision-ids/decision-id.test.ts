// Decision ids give back what was decided, and only to the site that made them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDecision, encodeDecisions } from './decision-id.ts';
import { open, seal } from './seal.ts';

const salt = Buffer.alloc(32, 7);
const request = fc.record({
  userId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  revision: fc.nat(1e9),
  time: fc.nat(2 ** 31).map((seconds) => seconds * 1000),
  countsWhenShown: fc.boolean(),
  isKnown: fc.boolean(),
  request: fc.stringMatching(/^[0-9a-f]{20}$/),
});
const decision = fc.record({
  campaignId: fc.nat(1e9),
  experienceId: fc.nat(1e9),
  variationId: fc.nat(1e9),
  propensity: fc.nat(1_000_000).map((millionths) => millionths / 1_000_000),
  allocationVersion: fc.nat(1e6),
  isKept: fc.boolean(),
  isAskedFor: fc.boolean(),
  isLogged: fc.boolean(),
});
const decisions = fc.array(decision, { minLength: 1, maxLength: 10 });

test('each decision id gives back what was decided', () => {
  fc.assert(
    fc.property(request, decisions, (common, all) => {
      const ids = encodeDecisions(salt, common, all);
      assert.deepEqual(
        ids.map((id) => decodeDecision(salt, id)),
        all.map((one) => ({ ...common, ...one })),
      );
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.every((id) => id.length <= 247));
    }),
  );
});

test('a decision id of another site, a changed one and any other text are refused', () => {
  fc.assert(
    fc.property(request, decisions, fc.string(), fc.nat(), (common, all, text, nth) => {
      const [id = ''] = encodeDecisions(salt, common, all);
      assert.equal(decodeDecision(Buffer.alloc(32, 8), id), undefined);
      assert.equal(decodeDecision(salt, `A${id}`), undefined);
      assert.equal(decodeDecision(salt, `${id}=`), undefined);
      assert.equal(decodeDecision(salt, text), undefined);
      const at = nth % (id.length - 1);
      const other = id[at] === 'A' ? 'B' : 'A';
      assert.equal(decodeDecision(salt, id.slice(0, at) + other + id.slice(at + 1)), undefined);
      // The last character is the place: another one that is there names another decision.
      assert.equal(decodeDecision(salt, `${id.slice(0, -1)}${all.length}`), undefined);
    }),
  );
});

test('a decision id does not show whom it is about', () => {
  fc.assert(
    fc.property(request, decision, (common, one) => {
      const [id = ''] = encodeDecisions(salt, common, [one]);
      const bytes = Buffer.from(id, 'base64url');
      const user = Buffer.alloc(8);
      user.writeBigInt64BE(BigInt(common.userId));
      assert.equal(bytes.includes(user), false);
      assert.notEqual(id, encodeDecisions(salt, common, [one])[0]);
    }),
  );
});

test('no two sealed texts are encrypted from the same counter', () => {
  const counters = new Set<string>();
  const lengths = [1, 15, 16, 17, 50, 79, 137, 255];
  for (let nth = 0; nth < 2_000; nth += 1) {
    const plain = Buffer.alloc(lengths[nth % lengths.length]!, nth % 256);
    const text = seal(salt, plain.length, (into, at) => plain.copy(into, at));
    assert.deepEqual(open(salt, text), plain);
    const bytes = Buffer.from(text.slice(0, -22), 'base64url');
    const first = bytes.readUIntBE(10, 6);
    for (let block = 0; block < Math.ceil(plain.length / 16); block += 1) {
      counters.add(`${bytes.toString('hex', 0, 10)} ${first + block}`);
    }
  }
  const blocks = lengths.reduce((sum, length) => sum + Math.ceil(length / 16), 0);
  assert.equal(counters.size, (2_000 / lengths.length) * blocks);
});
