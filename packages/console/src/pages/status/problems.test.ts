// Each figure that is out of the ordinary is told with what to do; ordinary ones are not told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusOutput } from '@attune/contract';
import { problemsOf } from './problems.ts';

const node = {
  node: 'a (1)',
  roles: ['api', 'worker'] as ('api' | 'worker')[],
  version: '0.1.0',
  startedAt: '2026-11-28T10:00:00Z',
  seenAt: '2026-11-28T11:00:00Z',
  revision: 7,
};
const memory = { held: 1, loading: 0, bytes: 10, limitBytes: 100, evicted: 0 };
const cpu = { usedMs: 180_000, allSitesMs: 240_000, budgetMs: 3_600_000 };
const ordinary = {
  revision: 7,
  nodes: [node],
  worker: { waitingRows: 3, oldestMs: 400, setAside: 0 },
  database: { version: '18.4', bytes: 1e6, isEmbedded: true },
  memory: { feeds: { ...memory, tooLarge: 0 }, models: memory },
  models: { needed: 2, overdue: 0, longestMs: 0, failed: 0, waiting: 0, cpu },
  nightlyExport: {
    ...{ isOn: false, target: null, nextAt: null, running: null, last: null, failure: null },
  } as StatusOutput['nightlyExport'],
};
type Status = typeof ordinary;
const titlesOf = (part: Partial<Status>) =>
  problemsOf({ ...ordinary, ...part }).map(({ title }) => title);

test('where all is well nothing is told', () => {
  assert.deepEqual(titlesOf({}), []);
});

test('a worker that is missing, a silent node and one with old settings are told, in this order', () => {
  const api = { ...node, roles: ['api' as const] };
  const nodes = [
    api,
    { ...api, node: 'b', seenAt: '2026-11-28T10:59:00Z', revision: 5 },
    { ...api, node: 'c', revision: 6 },
  ];
  assert.deepEqual(titlesOf({ nodes: nodes as Status['nodes'] }), [
    'No worker is running',
    '1 node stopped reporting',
    '1 node still uses old settings',
  ]);
});

test('waiting events, entries that failed, models and memory are told', () => {
  assert.deepEqual(titlesOf({ worker: { waitingRows: 9, oldestMs: 125_000, setAside: 2 } }), [
    'Events have been waiting for 2 min 5 s',
    '2 events could not be processed',
  ]);
  const models = { ...ordinary.models, overdue: 1, longestMs: 6e5, failed: 1 };
  assert.deepEqual(titlesOf({ models }), [
    '1 recommendation model failed to build',
    '1 recommendation model overdue',
  ]);
  const feeds = { ...memory, tooLarge: 1 };
  assert.deepEqual(titlesOf({ memory: { feeds, models: { ...memory, evicted: 4 } } }), [
    'Feeds do not fit into memory',
    'Recommendation models do not fit into memory',
  ]);
});

test('models that wait because their processor time is used up are told, with how much it was', () => {
  const models = { ...ordinary.models, waiting: 1, cpu: { ...cpu, allSitesMs: 3_700_000 } };
  const [problem] = problemsOf({ ...ordinary, models });
  assert.equal(problem?.title, '1 recommendation model will be rebuilt tomorrow');
  assert.match(problem.advice, /used the 1 h of processor time that they may take a day/);
});

test('an export that fails or has no target is told, where it is on', () => {
  const failure = { at: '2026-11-28T02:00:00Z', reason: '/srv/warehouse is on a full disk' };
  const target = { place: '/srv/warehouse/shop', format: 'parquet' as const, hour: 2 };
  const { nightlyExport } = ordinary;
  const titles = (part: object) => titlesOf({ nightlyExport: { ...nightlyExport, ...part } });
  assert.deepEqual(titles({ failure, target }), []);
  assert.deepEqual(titles({ isOn: true, target }), []);
  assert.deepEqual(titles({ isOn: true }), ['Nightly export has no target']);
  assert.deepEqual(titles({ isOn: true, target, failure }), ['The nightly export failed']);
});
