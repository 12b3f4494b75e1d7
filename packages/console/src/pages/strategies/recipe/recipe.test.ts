// What is edited is what is sent: a recipe becomes rows, text and rows again, and stays the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemComparison, ItemFilter, Method } from '@attune/core';
import fc from 'fast-check';
import { comparisonsOf, filterKinds, onColumn } from './filters.ts';
import { sayPlace } from './labels.ts';
import {
  becomes,
  begin,
  interactions,
  type MethodDraft,
  type MethodName,
  methods,
  nameOf,
  scorings,
  seeds,
} from './methods.ts';
import { asRows, asText, draftOf, type Recipe, recipeOf } from './recipe.ts';
import { readSlots, writeSlots } from './slots.ts';

const oneOf = <K extends string>(all: Readonly<Record<K, string>>) =>
  fc.constantFrom(...(Object.keys(all) as K[]));
const positive = fc.double({ min: 0, max: 1_000, noNaN: true }).map((one) => one + 0);
const days = fc.integer({ min: 1, max: 365 });
const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 });

const counting = { window: days, halfLife: fc.option(positive, { nil: undefined }) };
const event = { event: oneOf(interactions) };
const near = {
  ...{ scoring: oneOf(scorings), shrinkage: positive },
  ...{ minimumSupport: days, neighbours: days },
};
const seed = { seed: oneOf(seeds) };
const is = <T>(value: T) => fc.constant(value);

const method = fc.oneof(
  fc.record({ type: is('popularity'), ...event, ...counting }),
  fc.record({ type: is('trending'), ...event, recent: days, ...counting }),
  fc.record({ type: fc.constantFrom('newest', 'recently-viewed', 'recently-purchased') }),
  fc.record({
    ...{ type: fc.constantFrom('viewed-together', 'bought-together') },
    ...{ ...seed, ...counting, ...near },
  }),
  fc.record({
    type: is('similar'),
    ...seed,
    columns: texts,
    shrinkage: positive,
    neighbours: days,
  }),
  fc.record({
    type: is('affinity'),
    properties: fc.option(texts, { nil: undefined }),
    prior: positive,
    visit: fc.option(fc.constantFrom(0, 0.5, 1), { nil: undefined }),
  }),
  fc.record({
    ...{ type: is('collaborative'), algorithm: is('item-knn') },
    ...{ ...event, ...counting, ...near, repeats: fc.boolean() },
  }),
  fc.record({
    ...{ type: is('collaborative'), algorithm: is('rp3beta'), ...event, ...counting },
    ...{ alpha: positive, beta: positive, neighbours: days, repeats: fc.boolean() },
  }),
) as fc.Arbitrary<Method>;

const comparison: fc.Arbitrary<ItemComparison> = fc.constantFrom(...comparisonsOf(undefined));
const name = fc.string({ minLength: 1 });
const filter: fc.Arbitrary<ItemFilter> = fc.oneof(
  fc.record({
    ...{ type: is('column' as const), column: name, is: comparison },
    value: fc.oneof(fc.string({ minLength: 1 }), positive, fc.boolean()),
  }),
  fc.record({ type: is('same' as const), column: name }),
  fc.record({ type: is('price-near' as const), from: positive, to: positive }),
  fc.record({ type: fc.constantFrom('in-stock', 'not-in-cart', 'not-on-page') }),
  fc.record({ type: fc.constantFrom('not-purchased', 'not-viewed'), days }),
);
const slots = fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 8 });
const filters = fc.array(filter, { maxLength: 3 });
const recipe = fc
  .record(
    {
      feed: fc.string(),
      steps: fc.array(fc.record({ method, slots, filters }, { requiredKeys: ['method'] }), {
        ...{ minLength: 1, maxLength: 4 },
      }),
      filters,
      diversity: fc.array(fc.record({ column: name, most: days }), { maxLength: 2 }),
      exploration: fc.record({ share: positive, among: days }, { requiredKeys: ['share'] }),
    },
    { requiredKeys: ['steps'] },
  )
  // As it comes from the service: members that are undefined are not there.
  .map((one) => JSON.parse(JSON.stringify(one)) as Recipe);

test('an untouched recipe is sent as it came, from rows and from text', () => {
  fc.assert(
    fc.property(recipe, (given) => {
      const draft = draftOf(given);
      assert.equal(draft.text, undefined);
      assert.deepEqual(recipeOf(draft), { recipe: given, faults: [] });
      const text = asText(draft);
      assert.deepEqual(recipeOf(text), { recipe: given, faults: [] });
      const back = asRows(text);
      assert.deepEqual(back && recipeOf(back).recipe, given);
    }),
  );
});

test('slots are read as they are written, and nothing else is a slot', () => {
  fc.assert(
    fc.property(slots, (given) => {
      if (given.length > 0) assert.deepEqual(readSlots(writeSlots(given)), given);
    }),
  );
  assert.equal(writeSlots([0, 2, 3, 4]), '1, 3-5');
  assert.deepEqual(readSlots(' 1,3 – 5 '), [0, 2, 3, 4]);
  for (const text of ['0', '5-3', 'x', '1,,2', '101', '1-', '-1', '1.5']) {
    assert.equal(readSlots(text), undefined, text);
  }
});

test('every option of a method that begins has a field, and every field an option', () => {
  const optional = new Set(['halfLife', 'properties', 'visit']);
  for (const [name, { options }] of Object.entries(methods)) {
    const method = begin(name as MethodName);
    assert.equal(nameOf(method), name);
    const members = Object.keys(method).filter((one) => one !== 'type' && one !== 'algorithm');
    const fields = options.map((one) => one.name);
    assert.deepEqual(
      fields.filter((one) => !members.includes(one) && !optional.has(one)),
      [],
    );
    assert.deepEqual(
      members.filter((one) => !fields.includes(one)),
      [],
    );
  }
});

test('a method that becomes another keeps what both have', () => {
  fc.assert(
    fc.property(method, fc.constantFrom(...Object.keys(methods)), (before, name) => {
      const after = becomes(before as unknown as MethodDraft, name as MethodName);
      assert.equal(nameOf(after), name);
      const draft = draftOf({ steps: [{ method: after }] });
      assert.deepEqual(recipeOf(draft).faults, []);
      const both = methods[name as MethodName].options.map((one) => one.name);
      for (const one of both) {
        const kept = (before as unknown as Record<string, unknown>)[one];
        if (kept !== undefined) assert.deepEqual(after[one], kept);
      }
    }),
  );
});

test('what is missing is reported at its field, and what rows cannot show stays text', () => {
  const draft = draftOf({ steps: [{ method: begin('popularity'), slots: [0] }] });
  const [step] = draft.rows.steps;
  const typed = {
    rows: {
      steps: [{ ...step!, slots: '1, x', method: { ...step!.method, window: '', halfLife: '' } }],
      filters: [{ type: 'price-near', from: '', to: 2 }],
      diversity: [{ column: 'brand', most: '' as const }],
    },
  };
  const { faults, recipe: sent } = recipeOf(typed);
  assert.deepEqual(
    faults.map(({ pointer }) => pointer),
    ['/steps/0/slots', '/steps/0/method/window', '/filters/0/from', '/diversity/0/most'],
  );
  assert.deepEqual(sent.steps[0]!.method, { type: 'popularity', event: 'view' });
  for (const odd of [
    { steps: [{ method: { type: 'from-the-future' } }] },
    { steps: [{ method: { type: 'newest' }, slots: [500] }] },
    { steps: [{ method: { type: 'newest' } }], filters: [{ type: 'new' }] },
    { steps: 'none' },
  ]) {
    const kept = draftOf(odd);
    assert.deepEqual(recipeOf(kept), { recipe: odd, faults: [] });
    assert.equal(asRows(kept), undefined);
  }
  const brief = { rows: { steps: [] }, text: '{"steps":[{"method":{"type":"popularity"}}]}' };
  assert.deepEqual(asRows(brief)?.rows.steps[0]?.method, begin('popularity'));
  assert.match(recipeOf({ rows: { steps: [] }, text: '{' }).faults[0]!.detail, /Line 1/);
  assert.equal(recipeOf({ rows: { steps: [] } }).faults[0]?.pointer, '/steps');
});

test('a filter on another column compares as that column can be', () => {
  const { initial } = filterKinds.column;
  const cheap = onColumn(initial, 'price', 'number');
  assert.deepEqual([cheap['is'], cheap['value']], ['EQ', '']);
  const red = onColumn({ ...cheap, is: 'GT', value: 5 }, 'color', 'text');
  assert.deepEqual([red['is'], red['value']], ['IS', '5']);
  assert.equal(onColumn(red, 'in_stock', 'boolean')['value'], true);
  assert.equal(onColumn(red, 'whatever', undefined)['value'], '5');
});

test('a place is named by what is there, counted from 1', () => {
  assert.equal(sayPlace('/strategy/steps/0/filters/1/column'), 'Step 1, filter 2');
  assert.equal(sayPlace('/strategy/diversity/0/column'), 'Limit 1');
  assert.equal(sayPlace('/pins/9/sku'), 'Pin 10');
  assert.equal(sayPlace('/strategy/name'), 'The strategy');
});
