// Differences between two strategies are listed in the words of the form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StrategyInput } from '@attune/contract';
import { isChanged as isChangedBy } from '../../versioned/kind.ts';
import { differencesBetween } from './differences.ts';
import { bodyOf, type Draft, draftOf } from './draft.ts';
import { sayChain, sayFilter } from './recipe/labels.ts';

const isChanged = (draft: Draft, saved: Draft) => isChangedBy({ bodyOf }, draft, saved);

const strategy: StrategyInput = {
  name: 'Front',
  notes: 'kept',
  steps: [
    { method: { type: 'viewed-together', seed: 'auto', window: 30, scoring: 'cosine' } },
    { method: { type: 'popularity', event: 'purchase', window: 7 }, slots: [0, 2, 3, 4] },
  ],
  filters: [{ type: 'in-stock' }],
};

test('options, slots and filters are named as in the form', () => {
  const [first, second] = strategy.steps;
  const found = differencesBetween(strategy, {
    ...strategy,
    name: 'Home',
    steps: [
      { method: { ...first!.method, seed: 'cart', halfLife: 14 } },
      { ...second!, slots: [0] },
    ],
    filters: [{ type: 'in-stock' }, { type: 'not-viewed', days: 1 }],
    exploration: { share: 0.1, among: 20 },
  });
  assert.deepEqual(
    found.map(({ at, before, after }) => `${at}: ${before} -> ${after}`),
    [
      'Name: Front -> Home',
      'Step 1 › Goes out from: Page, else cart, else viewed -> The items in the cart',
      'Step 1 › Half-life: none -> 14',
      'Step 2 › Slots: 1, 3-5 -> 1',
      'Filters: is in stock -> is in stock\nnot viewed in 1 day',
      'Exploration: none -> {\n  "share": 0.1,\n  "among": 20\n}',
    ],
  );
  assert.deepEqual(differencesBetween(strategy, strategy), []);
});

test('a chain and its filters take one line', () => {
  assert.equal(
    sayChain({ steps: strategy.steps as Parameters<typeof sayChain>[0]['steps'] & object }),
    'Viewed together, then Popular, by purchases in 7 days',
  );
  const say = (filter: object) => sayFilter(filter as Parameters<typeof sayFilter>[0]);
  const price = { type: 'column', column: 'price', is: 'LTE', value: 40 };
  assert.equal(say(price), 'price ≤ 40');
  assert.equal(
    say({ type: 'price-near', from: 0.5, to: 1.5 }),
    'costs 50 % to 150 % of the page’s item',
  );
});

test('a draft is changed by what would be sent, and by what cannot be sent', () => {
  const draft = draftOf(strategy);
  assert.deepEqual(bodyOf(draft), { body: strategy, faults: [] });
  assert.equal(isChanged(draft, draftOf(strategy)), false);
  assert.equal(isChanged({ ...draft, name: 'Front ' }, draft), false);
  assert.equal(isChanged({ ...draft, name: '' }, draft), true);
  assert.equal(isChanged({ ...draft, recipe: { ...draft.recipe, text: '{' } }, draft), true);
});
