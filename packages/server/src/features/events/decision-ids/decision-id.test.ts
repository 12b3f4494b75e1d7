// Decision ids give back what was decided, and only to the site that made them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDecision, encodeDecisions } from './decision-id.ts';
import { decrypt, encrypt } from './encryption.ts';

const keyOf = (id: number, byte: number) => ({ id, secret: Buffer.alloc(32, byte), activeAt: 0 });
const key = keyOf(2, 7);
const keys = [key];
const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const request = fc.record({
  userId: id,
  revision: fc.nat(1e9),
  time: fc.nat(2 ** 31).map((seconds) => seconds * 1000),
  countsWhenShown: fc.boolean(),
  isKnown: fc.boolean(),
  request: fc.stringMatching(/^[0-9a-f]{20}$/),
});
const decision = fc.record({
  campaignId: fc.nat(1e9),
  unit: fc.oneof(fc.constantFrom('5', '6'), id),
  experienceId: fc.nat(1e9),
  variationId: fc.nat(1e9),
  propensity: fc.nat(1_000_000).map((millionths) => millionths / 1_000_000),
  allocationVersion: fc.nat(1e6),
  isKept: fc.boolean(),
  isAskedFor: fc.boolean(),
  isLogged: fc.boolean(),
});
const several = fc.record({
  ...{ one: decision, isHeldOut: fc.boolean() },
  also: fc.array(
    fc.nat(1e9).map((id) => ({ id, propensity: 0.25 })),
    { minLength: 1 },
  ),
});
const decisions = fc.array(decision, { minLength: 1, maxLength: 10 });

test('each decision id gives back what was decided', () => {
  fc.assert(
    fc.property(request, decisions, (common, all) => {
      const ids = encodeDecisions(key, common, all);
      assert.deepEqual(
        ids.map((id) => decodeDecision(keys, id)),
        all.map((one) => ({ ...common, ...one })),
      );
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.every((id) => id.length <= 257));
    }),
  );
});

test('a decision id of another site, a changed one and any other text are refused', () => {
  fc.assert(
    fc.property(request, decisions, fc.string(), fc.nat(), (common, all, text, nth) => {
      const [id = ''] = encodeDecisions(key, common, all);
      assert.equal(decodeDecision([keyOf(2, 8)], id), undefined);
      assert.equal(decodeDecision(keys, `A${id}`), undefined);
      assert.equal(decodeDecision(keys, `${id}=`), undefined);
      assert.equal(decodeDecision(keys, text), undefined);
      const at = nth % (id.length - 1);
      const other = id[at] === 'A' ? 'B' : 'A';
      assert.equal(decodeDecision(keys, id.slice(0, at) + other + id.slice(at + 1)), undefined);
      // The last character is the place: another one that is there names another decision.
      assert.equal(decodeDecision(keys, `${id.slice(0, -1)}${all.length}`), undefined);
    }),
  );
});

test('a decision id does not show its user', () => {
  fc.assert(
    fc.property(request, decision, (common, one) => {
      const [id = ''] = encodeDecisions(key, common, [one]);
      const bytes = Buffer.from(id, 'base64url');
      const user = Buffer.alloc(8);
      user.writeBigInt64BE(BigInt(common.userId));
      assert.equal(bytes.includes(user), false);
      assert.notEqual(id, encodeDecisions(key, common, [one])[0]);
    }),
  );
});

test('a decision id gives back all variations of its decision, and whether they were withheld', () => {
  fc.assert(
    fc.property(request, decision, several, (common, first, { one, isHeldOut, also }) => {
      const all = [first, { ...one, also, ...(isHeldOut && { isHeldOut }) }, first];
      const ids = encodeDecisions(key, common, all);
      assert.deepEqual(
        ids.map((id) => decodeDecision(keys, id)),
        all.map((each) => ({ ...common, ...each })),
      );
    }),
  );
});

test('no two records of a site are encrypted under the same nonce', () => {
  const nonces = new Set<string>();
  for (let nth = 0; nth < 2_000; nth += 1) {
    const record = Buffer.alloc(1 + (nth % 300), nth % 256);
    const text = encrypt(key, record);
    assert.deepEqual(decrypt(keys, text), record);
    nonces.add(Buffer.from(text, 'base64url').toString('hex', 1, 13));
  }
  assert.equal(nonces.size, 2_000);
});

test('an encrypted record that is cut, changed anywhere or of another version is refused', () => {
  const text = encrypt(key, Buffer.from('a record'));
  const bytes = Buffer.from(text, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = changed[at]! ^ 1;
    assert.equal(decrypt(keys, changed.toString('base64url')), undefined, String(at));
    assert.equal(decrypt(keys, bytes.toString('base64url', 0, at)), undefined, String(at));
  }
  for (const other of [`${text}=`, ` ${text}`, bytes.toString('base64'), bytes.toString('hex')]) {
    if (other !== text) assert.equal(decrypt(keys, other), undefined, other);
  }
});

test('a decision id is read by the key that made it, among others, and by no other of its number', () => {
  fc.assert(
    fc.property(request, decision, (common, one) => {
      const [id = ''] = encodeDecisions(key, common, [one]);
      const others = [keyOf(3, 3), keyOf(1, 1)];
      assert.deepEqual(decodeDecision([...others, key], id), { ...common, ...one });
      assert.equal(decodeDecision(others, id), undefined);
    }),
  );
});
