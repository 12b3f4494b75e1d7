// Unsaved changes are what differs, and what is sent is that alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, changedLabels, changesOnly, valuesOf } from './draft.ts';

const saved = valuesOf({
  name: 'shop',
  vertical: 'Media',
  features: ['feeds', 'affinity'],
  timeZone: 'UTC',
  currency: 'USD',
  requireConsent: false,
  requireIdentityToken: true,
  decisionLog: 'served',
  approval: 'none',
  retentionDays: 400,
  auditRetentionDays: 400,
  nightlyExport: false,
  learningCap: 20,
  internalTraffic: { addresses: [], userAgents: [], audience: null },
  affinity: {
    weights: { view: 1, purchase: 8 },
    halfLifeDays: 30,
    halfLifeDaysByProperty: { size: 365 },
    normalisation: 0,
    siteWeight: null,
    siteWeightsLearned: [],
    dailyCap: 20,
    properties: null,
    bandsByProperty: { price: 5 },
    sessionMinutes: 30,
    sessionBlend: 0,
    muted: [],
    propertiesInUse: ['color'],
  },
  columns: ['color'],
  identifierTypes: [],
  accountTypes: [],
  revision: 3,
});

test('what was set back to what is saved is no change', () => {
  assert.deepEqual(changesOnly({ vertical: 'Travel', currency: 'USD' }, saved), {
    vertical: 'Travel',
  });
  assert.deepEqual(changesOnly({ features: ['feeds', 'affinity'] }, saved), {});
  assert.deepEqual(changesOnly({ weights: { view: 1, purchase: 8 }, properties: null }, saved), {});
});

test('the order of members is no change', () => {
  const muted = [{ property: 'color', value: 'red' }];
  const other = { ...saved, muted: [{ value: 'red', property: 'color' }] };
  assert.deepEqual(changesOnly({ muted }, other), {});
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

test('what is taken out of a list by property is sent as nothing, and the rest stays', () => {
  const draft = { halfLifeDaysByProperty: { color: 7 }, bandsByProperty: {}, sessionBlend: 0.5 };
  assert.deepEqual(bodyOf(draft, saved), {
    affinity: {
      sessionBlend: 0.5,
      halfLifeDaysByProperty: { size: null, color: 7 },
      bandsByProperty: { price: null },
    },
  });
});

test('changes are named in the order of the page', () => {
  assert.deepEqual(changedLabels({ halfLifeDays: 7, vertical: 'Travel' }), [
    'Vertical',
    'Half-life',
  ]);
});
