// Tests of how changes are asked for, and of when a feed would lose too much.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../text/code-points.fixture.ts';
import { readChange, shrinkRefused } from './change.ts';

const cases = JSON.parse(
  readFileSync(new URL('../../../../cases/feeds.json', import.meta.url), 'utf8'),
);

for (const { name, raw, change, item, message } of cases.readChange) {
  test(name, () => {
    const expected = change ? { ok: true, change } : { ok: false, item, message };
    assert.deepEqual(readChange(raw, 7), expected);
  });
}

for (const { name, before, removed, refused } of cases.shrinkRefused) {
  test(name, () => assert.equal(shrinkRefused(before, removed), refused));
}

test('a change of a column named __proto__ keeps it as data', () => {
  const raw = JSON.parse(
    '{ "id": "a", "action": "update", "body": { "data": { "__proto__": 1 } } }',
  );
  const result = readChange(raw, 0);
  assert.ok(result.ok && result.change.action === 'update');
  assert.deepEqual(Object.keys(result.change.data), ['__proto__', 'sku']);
});

test('no value makes the reading throw, and a refusal names its row by storable text', () => {
  const rows = fc.oneof(
    fc.anything(),
    fc.record({
      id: fc.oneof(fc.string({ unit: codePoint }), fc.anything()),
      action: fc.oneof(fc.constantFrom('update', 'Partial', 'DELETE'), fc.anything()),
      body: fc.oneof(fc.record({ data: fc.object() }), fc.anything()),
    }),
  );
  fc.assert(
    fc.property(rows, (raw) => {
      const result = readChange(raw, 3);
      if (result.ok) return;
      for (const text of [result.item, result.message]) {
        assert.ok(text !== '' && text.isWellFormed() && !text.includes('\u0000'));
      }
    }),
    { numRuns: 500 },
  );
});
