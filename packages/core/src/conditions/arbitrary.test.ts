// Knows how to make up conditions of every kind, and what holds of all of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkCondition,
  compileCondition,
  compilePartly,
  explainCondition,
  formatPath,
  parsePath,
} from './index.ts';
import { valueOperators } from './operators/table.ts';

const scalar = fc.oneof(
  fc.constantFrom('a', 'B', 'b', '', '10', '1.2.3', 'v1.2', '$eq', '__proto__'),
  fc.constantFrom(-1, 0, 1, 2.5, 10),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b'), scalar),
);
const path = fc.constantFrom('a', 'b', 'a.b', 'l', 'l.0', 'constructor', '__proto__', 'a\\.b');
const operatorName = fc.constantFrom(...valueOperators.keys(), '$regx', '$and');

const { condition } = fc.letrec<{ condition: unknown; operators: unknown }>((tie) => ({
  operators: fc.dictionary(
    operatorName,
    fc.oneof(
      { depthSize: 'small' },
      value,
      fc.constantFrom('string', '^a', 'group'),
      tie('operators'),
    ),
    { minKeys: 1, maxKeys: 3 },
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.dictionary(path, fc.oneof(value, tie('operators')), { maxKeys: 3 }),
    fc.record({ $and: fc.array(tie('condition'), { maxLength: 3 }), $not: tie('condition') }),
    fc.record({ $or: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ $nor: fc.array(tie('condition'), { maxLength: 3 }), a: tie('operators') }),
    fc.record({ l: fc.record({ $elemMatch: tie('condition') }) }),
    fc.record({ $audience: fc.integer({ min: 1, max: 4 }) }),
    value,
  ),
}));
const attributes = fc.record(
  { a: value, b: value, l: fc.array(value, { maxLength: 3 }), 'a.b': value },
  { requiredKeys: [] },
);
const options = fc.array(condition, { maxLength: 3 }).map((conditions) => ({
  audiences: new Map(conditions.map((audience, at) => [at + 1, audience])),
  savedGroups: { group: [1, 'a', null] },
}));

test('an explanation passes where the compiled condition does, and neither throws', () => {
  fc.assert(
    fc.property(condition, options, attributes, (json, references, asked) => {
      const trace = explainCondition(json, references, asked);
      assert.equal(trace.pass, compileCondition(json, references).test(asked));
    }),
    { numRuns: 2_000 },
  );
});

test('null in an attribute is as good as no attribute', () => {
  const nulls = fc.constantFrom('a', 'b', 'l');
  fc.assert(
    fc.property(condition, options, attributes, nulls, (json, references, asked, name) => {
      const { test: passes } = compileCondition(json, references);
      const { [name]: _gone, ...without } = asked;
      assert.equal(passes({ ...without, [name]: null }), passes(without), JSON.stringify(json));
    }),
    { numRuns: 3_000 },
  );
});

test('a condition without faults can match, and every fault points at something', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        condition,
        fc.json().map((text) => JSON.parse(text)),
      ),
      options,
      hold,
    ),
    { numRuns: 2_000 },
  );
  function hold(json: unknown, references: Parameters<typeof checkCondition>[1]) {
    const faults = checkCondition(json, references);
    if (faults.length === 0) assert.equal(compileCondition(json, references).fault, undefined);
    for (const { pointer } of faults) assert.notEqual(resolvePointer(json, pointer), undefined);
  }
});

test('the result of a condition whose attributes are partly unknown holds for any of them', () => {
  let open = 0;
  fc.assert(
    fc.property(condition, options, attributes, attributes, (json, references, asked, other) => {
      const partly = compilePartly(json, references, (name) => name.startsWith('a'));
      const said = partly.test(asked);
      if (said === undefined) open += 1;
      else {
        const { a, 'a.b': dotted } = asked;
        const known = {
          ...(a !== undefined && { a }),
          ...(dotted !== undefined && { 'a.b': dotted }),
        };
        const { a: _a, 'a.b': _b, ...rest } = other;
        assert.equal(compileCondition(json, references).test({ ...rest, ...known }), said);
      }
      if (partly.unknown.length === 0) assert.notEqual(said, undefined);
    }),
    { numRuns: 1_000 },
  );
  assert.ok(open > 50, `${open} left open`);
});

test('a path leads to a property whatever its name and its value are', () => {
  const names = fc.array(fc.oneof(fc.string(), fc.constantFrom('.', '\\', '$', '__proto__')), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(names, (steps) => {
      const written = formatPath(steps);
      assert.deepEqual(parsePath(written), steps);
      const holder = steps.reduceRight<unknown>((inner, name) => own(name, inner), 7);
      const json = own(written, { $eq: 7 });
      assert.equal(compileCondition(json).test(holder), true);
    }),
    { numRuns: 1_000 },
  );
});

function own(name: string, held: unknown): object {
  return Object.defineProperty({}, name, { value: held, enumerable: true });
}

function resolvePointer(json: unknown, pointer: string): unknown {
  const tokens = pointer.split('/').slice(1);
  return tokens.reduce<unknown>((inner, token) => {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    return (inner as Record<string, unknown>)[key];
  }, json);
}
