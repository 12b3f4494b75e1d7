// Unsaved changes are what differs, and what is sent is that alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, changedLabels, settled, valuesOf } from './draft.ts';

const saved = valuesOf({
  name: 'shop',
  vertical: 'Media',
  features: ['feeds', 'affinity'],
  timeZone: 'UTC',
  currency: 'USD',
  requireConsent: false,
  requireIdentityToken: true,
  decisionLog: 'served',
  affinity: { weights: { view: 1, purchase: 8 }, halfLifeDays: 30, properties: null },
  columns: ['color'],
  identifierTypes: [],
  revision: 3,
});

test('what was set back to what is saved is no change', () => {
  assert.deepEqual(settled({ vertical: 'Travel', currency: 'USD' }, saved), { vertical: 'Travel' });
  assert.deepEqual(settled({ features: ['feeds', 'affinity'] }, saved), {});
  assert.deepEqual(settled({ weights: { view: 1, purchase: 8 }, properties: null }, saved), {});
});

test('what is sent is what was changed, weight by weight', () => {
  assert.deepEqual(bodyOf({}, saved), {});
  assert.deepEqual(bodyOf({ requireConsent: true }, saved), { requireConsent: true });
  const draft = { weights: { view: 2, purchase: 8 }, properties: ['color'], halfLifeDays: 7 };
  assert.deepEqual(bodyOf(draft, saved), {
    affinity: { weights: { view: 2 }, properties: ['color'], halfLifeDays: 7 },
  });
  assert.deepEqual(bodyOf({ properties: null }, saved), { affinity: { properties: null } });
});

test('changes are named in the order of the page', () => {
  assert.deepEqual(changedLabels({ halfLifeDays: 7, vertical: 'Travel' }), [
    'Vertical',
    'Half-life',
  ]);
});
