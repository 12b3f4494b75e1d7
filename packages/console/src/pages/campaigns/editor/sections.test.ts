// Each field of a campaign has its section, which is marked when the field is wrong or changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampaignInput } from '@attune/contract';
import { changedSections, sectionIn, sectionOf } from './sections.ts';

test('a pointer leads to the section of its field', () => {
  const places = {
    '/name': 'details',
    '/payloadSchema': 'details',
    '/template': 'content',
    '/experiences': 'targeting',
    '/experiences/0/name': 'targeting',
    '/experiences/3/targeting/geo.country': 'targeting',
    '/testUsers/0': 'targeting',
    '/experiences/0/variations/1/payload/data': 'content',
    '/experiences/0/variations': 'content',
    '/experiences/0/metric': 'allocation',
    '/traffic': 'allocation',
    '/layer': 'allocation',
    '/schedule/start': 'schedule',
    '/metrics/primary': 'metrics',
  };
  for (const [pointer, section] of Object.entries(places)) {
    assert.equal(sectionOf(pointer), section, pointer);
  }
  assert.equal(sectionIn('targeting'), 'targeting');
  assert.equal(sectionIn('none'), 'content');
});

test('sections with changes are those whose fields differ', () => {
  const variation = { name: 'A', weight: 1, payload: null };
  const before: CampaignInput = {
    ...{ name: 'Hero', selector: 'hero', type: 'custom' },
    experiences: [{ name: 'E', variations: [variation] }],
  };
  const changes = (part: Partial<CampaignInput>) => [
    ...changedSections(before, { ...before, ...part }),
  ];
  assert.deepEqual(changes({}), []);
  assert.deepEqual(changes({ notes: 'n', traffic: 0.5 }), ['details', 'allocation']);
  const [experience] = before.experiences;
  const targeting = { 'user.isNew': true };
  assert.deepEqual(changes({ experiences: [{ ...experience!, targeting }] }), ['targeting']);
  const heavier = [{ ...variation, weight: 2 }];
  assert.deepEqual(changes({ experiences: [{ ...experience!, variations: heavier }] }), [
    'content',
  ]);
});
