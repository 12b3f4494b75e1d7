// What a variation recommends is sent as it came, from fields and from text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  asFields,
  asText,
  isFinished,
  nothingYet,
  payloadOf,
  recommendationOf,
  ruleTypes,
} from './recommendation.ts';
import { filtersOfVisits, sayRecommendation } from './say.ts';

const slot = fc.integer({ min: 0, max: 99 });
const filter = fc.oneof(
  fc.constantFrom({ type: 'in-stock' }, { type: 'not-viewed', days: 7 }),
  fc.record({
    ...{ type: fc.constant('column'), column: fc.string({ minLength: 1 }) },
    ...{ is: fc.constantFrom('IS', 'CONTAINS'), value: fc.string() },
  }),
);
const payload = fc
  .record(
    {
      strategy: fc.integer({ min: 1 }),
      slots: fc.integer({ min: 1, max: 100 }),
      custom: fc.jsonValue(),
      rules: fc.array(
        fc.record(
          {
            type: fc.constantFrom(...Object.keys(ruleTypes)),
            slots: fc.array(slot, { minLength: 1, maxLength: 5 }),
            filters: fc.array(filter, { maxLength: 3 }),
          },
          { requiredKeys: ['type', 'filters'] },
        ),
        { maxLength: 3 },
      ),
      pins: fc.array(fc.record({ slot, sku: fc.stringMatching(/^[a-z]{1,8}$/) }), { maxLength: 3 }),
    },
    { requiredKeys: ['strategy'] },
  )
  .map((one) => JSON.parse(JSON.stringify(one)) as unknown);

const none = () => assert.fail('nothing is wrong with it');

test('an untouched payload is sent as it came, from fields and from text', () => {
  fc.assert(
    fc.property(payload, (given) => {
      const draft = recommendationOf(given);
      assert.equal(draft.text, undefined);
      assert.deepEqual(payloadOf(draft, '', none), given);
      const text = { ...draft, text: asText(draft) };
      assert.deepEqual(payloadOf(text, '', none), given);
      const back = asFields(text);
      assert.deepEqual(back && payloadOf(back, '', none), given);
      assert.equal(isFinished(draft), true);
    }),
  );
});

test('what is missing is reported at its field, and what fields cannot show stays text', () => {
  const reported: string[] = [];
  const tell = (pointer: string) => reported.push(pointer);
  const rules = [{ type: 'boost' as const, slots: 'x', filters: [{ type: 'same', column: '' }] }];
  payloadOf(
    { ...nothingYet, slots: '', custom: '{', rules, pins: [{ slot: '', sku: '' }] },
    '/p',
    tell,
  );
  assert.deepEqual(reported.sort(), [
    ...['/p/custom', '/p/pins/0/sku', '/p/pins/0/slot', '/p/rules/0/filters/0/column'],
    ...['/p/rules/0/slots', '/p/slots', '/p/strategy'],
  ]);
  assert.equal(isFinished(nothingYet), false);
  for (const odd of [{}, { strategy: 1, pins: [{}] }, { strategy: 1, rules: [{ type: 'new' }] }]) {
    const draft = recommendationOf(odd);
    assert.deepEqual(payloadOf(draft, '', none), odd);
    assert.equal(asFields(draft), undefined);
  }
});

test('what a variation recommends is said with its strategy, slots, rules and pins', () => {
  const how = { isSorting: false, nameOf: () => 'For you' };
  const draft = {
    ...{ strategy: 1, slots: 8, rules: [{ type: 'include' as const, filters: [] }] },
    pins: [{ slot: 2, sku: 'RS' }],
  };
  assert.equal(
    sayRecommendation(draft, how),
    'shows 8 items picked by the strategy “For you”, with 1 rule. Pinned: RS in slot 3.',
  );
  const text = { ...draft, text: asText(draft) };
  assert.equal(sayRecommendation(text, how), sayRecommendation(draft, how));
  assert.equal(
    sayRecommendation({ strategy: 1 }, { ...how, isSorting: true }),
    'puts the items of the page in the order of the strategy “For you”.',
  );
});

test('filters that depend on the page or the visitor are named beside pins', () => {
  const same = [{ type: 'same', column: 'brand' }];
  assert.deepEqual(
    filtersOfVisits(
      [{ type: 'in-stock' }, { type: 'not-in-cart' }],
      [
        { type: 'include', filters: same },
        { type: 'boost', filters: same },
      ],
    ),
    ['is not in the cart', 'same brand as the page’s item'],
  );
});
