// Every endpoint has its place among the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, endpoints } from './api.ts';
import { priorities, priorityOf } from './priorities.ts';

test('each endpoint has a priority', () => {
  for (const endpoint of endpoints) {
    assert.ok(priorities.includes(priorityOf(endpoint)), `${endpoint.id} has no priority`);
  }
});

test('choose comes before userprofile, collect, feeds and management', () => {
  const { choose, readOwnKey, readProfile, collectEvents, putFeed, listCampaigns } = api;
  const order = [choose, readProfile, collectEvents, putFeed, listCampaigns].map(priorityOf);
  assert.deepEqual(order, priorities);
  assert.deepEqual([readOwnKey, api.exportProfile].map(priorityOf), ['choose', 'management']);
});
