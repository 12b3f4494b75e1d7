// Knows that a decision is the same when it is made again from what it read and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  attributesRead,
  type CampaignDefinition,
  compileCampaign,
  type DecisionInput,
  decide,
  explain,
  explainInWords,
  LazyAttributes,
  pathsNotKept,
  textOfValuesRead,
} from '../index.ts';

/** Members are read one by one, as a visitor's page is. */
class Lazily extends LazyAttributes {
  readonly #members: Readonly<Record<string, unknown>>;
  constructor(members: Readonly<Record<string, unknown>>) {
    super();
    this.#members = members;
  }
  read(name: string) {
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }
  toJSON() {
    return this.#members;
  }
}

const name = fc.constantFrom('a', 'b', 'sku', '__proto__', 'x.y', '$z');
const path = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((names) => names.map((one) => one.replaceAll('.', '\\.')).join('.'))
  .map((text) => (text.startsWith('$') ? `\\${text}` : text));
const number = fc.constantFrom(0, 1, 2, -1, 0.5, Number.POSITIVE_INFINITY, Number.NaN);
const scalar = fc.oneof(fc.constantFrom('a', 'B', '', null, true, false), number);

const list = fc.array(fc.oneof(scalar, fc.dictionary(name, scalar, { maxKeys: 2 })), {
  maxLength: 3,
});
const { plain } = fc.letrec<{ plain: unknown; object: unknown }>((tie) => ({
  object: fc.array(fc.tuple(name, tie('plain')), { maxLength: 3 }).map(Object.fromEntries),
  plain: fc.oneof({ maxDepth: 2 }, scalar, fc.constant(undefined), list, tie('object')),
}));
/** What is lazy stands at the top, or in something lazy. */
const { value } = fc.letrec<{ value: unknown; lazy: unknown }>((tie) => ({
  lazy: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 4 })
    .map((members) => new Lazily(Object.fromEntries(members))),
  value: fc.oneof({ maxDepth: 2 }, plain, tie('lazy')),
}));
const attributes = fc
  .array(fc.tuple(name, value), { maxLength: 6 })
  .map((members) => new Lazily(Object.fromEntries(members)));

const literal = fc.oneof(
  fc.constantFrom('a', 'B', 0, 1, true, null),
  fc.dictionary(name, fc.constantFrom('a', 1), { maxKeys: 2 }),
  fc.array(fc.constantFrom('a', 1), { maxLength: 2 }),
);
const operators = fc.oneof(
  literal,
  fc.boolean().map(($exists) => ({ $exists })),
  fc.constantFrom({ $gt: 0 }, { $lte: 1 }, { $ne: 'a' }, { $in: ['a', 1] }, { $nin: [1] }),
  fc.constantFrom({ $type: 'object' }, { $type: 'array' }, { $type: 'number' }, { $size: 2 }),
  path.map((inner) => ({ $elemMatch: { [inner]: { $in: ['a', 1] } } })),
  literal.map((one) => ({ $not: { $eq: one } })),
);
const leaf = fc
  .array(fc.tuple(path, operators), { minLength: 1, maxLength: 3 })
  .map((members) => Object.fromEntries(members));
const condition = fc.oneof(
  leaf,
  fc.array(leaf, { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
  fc.array(leaf, { minLength: 1, maxLength: 2 }).map(($nor) => ({ $nor })),
  leaf.map((one) => ({ $not: one })),
  fc.constantFrom({ $audience: 1 }, { $not: { $audience: 2 } }, { $audience: 9 }),
);

const campaign = fc
  .record({
    traffic: fc.constantFrom(0, 0.5, 1),
    stickiness: fc.constantFrom('user', 'session', 'none'),
    conditions: fc.array(fc.option(condition), { minLength: 1, maxLength: 3 }),
  })
  .map(({ conditions, ...rest }) => ({
    ...{ ...rest, id: 7, name: 'Any', selector: 'any', groups: [], type: 'custom', seed: 's' },
    experiences: conditions.map((targeting, at) => ({
      ...{ id: at + 1, name: `E${at}`, allocationVersion: 1 },
      ...(targeting !== null && { targeting }),
      variations: [0, 1].map((nth) => ({
        ...{ id: 10 * (at + 1) + nth, name: `V${nth}`, weight: 1 },
        payload: nth === 0 ? null : {},
      })),
    })),
  })) as fc.Arbitrary<CampaignDefinition>;

const units = fc.record({
  device: fc.string(),
  person: fc.string(),
  session: fc.string(),
  request: fc.string(),
});
const kept = fc.constantFrom(undefined, 10, 21, 99);

test('a decision made again from what it read is the same, and so is its explanation', () => {
  fc.assert(
    fc.property(
      fc.array(campaign, { minLength: 1, maxLength: 3 }),
      fc.array(condition, { minLength: 2, maxLength: 2 }),
      ...([attributes, units, kept] as const),
      (definitions, [one, two], visitor, drawn, known) => {
        const audiences = new Map<number, unknown>([
          [1, one],
          [2, two],
        ]);
        const campaigns = definitions.map((each) => compileCampaign(each, { audiences }));
        const input: DecisionInput = {
          ...{ live: true, now: 0, attributes: visitor, units: drawn, assigned: () => known },
        };
        const before = campaigns.map((each) => decide(each, input));
        const text = textOfValuesRead(campaigns, visitor);
        const values = text === '' ? {} : JSON.parse(text);
        const again = { ...input, attributes: attributesRead(values) };
        // Compiled anew, as when it is replayed.
        const later = definitions.map((each) =>
          compileCampaign(each, { audiences: new Map(audiences) }),
        );
        assert.deepEqual(
          later.map((each) => decide(each, again)),
          before,
          text,
        );
        for (const each of later) {
          const explanation = explain(each, again);
          assert.equal(explanation.experiences.length, each.experiences.length);
          const words = explainInWords(explanation);
          assert.ok(
            words.experiences.every(({ sentence }) => sentence.length > 0),
            text,
          );
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('what nobody asked for, and what is not there, is not among the values', () => {
  const targeting = { device: { $exists: true }, 'user.age': { $gt: 1 }, never: 1 };
  const text = read({ targeting }, { device: new Lazily({ type: 'x' }), user: {}, never: 1 });
  assert.deepEqual(JSON.parse(text), { device: { o: [] } });
  assert.equal(read({}, { device: 1 }), '');
});

test('an attribute is kept where the elements of a list have one of the same name', () => {
  const targeting = { sku: 'a', lines: { $elemMatch: { sku: 'b' } } };
  const lines = [{ sku: 'b' }];
  assert.deepEqual(JSON.parse(read({ targeting }, { sku: 'a', lines })), {
    sku: 'a',
    lines: [{ o: [['sku', 'b']] }],
  });
});

test('a value that is too long is left out and named', () => {
  const targeting = { list: { $in: ['x'] }, other: { $ne: 1 } };
  const text = read({ targeting }, { list: ['x', 'y'.repeat(4_000)], other: 2 });
  assert.ok(text.length < 100);
  assert.deepEqual(pathsNotKept(JSON.parse(text)), ['list']);
});

function read(part: { targeting?: unknown }, members: Record<string, unknown>): string {
  const variations = [{ id: 2, name: 'V', weight: 1, payload: null }];
  const definition: CampaignDefinition = {
    ...{ id: 1, name: 'C', selector: 'c', groups: [], type: 'custom', seed: 's' },
    ...{ traffic: 1, stickiness: 'user' },
    experiences: [{ id: 1, name: 'E', allocationVersion: 1, variations, ...part }],
  };
  const compiled = compileCampaign(definition);
  const attributes = new Lazily(members);
  const units = { device: 'u', person: 'u', session: 's', request: 'r' };
  decide(compiled, { live: true, now: 0, attributes, units, assigned: () => undefined });
  return textOfValuesRead([compiled], attributes);
}
