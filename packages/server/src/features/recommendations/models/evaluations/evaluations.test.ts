// Strategies compared on a history: the result, and the message where there is none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EvaluationOutput } from '@attune/contract';
import { testServer } from '../../../../testing.ts';
import { openShop, popular, together, workOff } from '../models.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const open = (name: string, on = server) => openShop(on, name);

type Result = NonNullable<EvaluationOutput['report']>['results'][number];

test('strategies are compared on what users did, and the report is kept', async () => {
  const shop = await open('compared');
  // Users who bought a ball buy a cup a fortnight later; most of the shop buys eggs.
  const before = [
    ['ball', 'cup'],
    ['ball', 'cup'],
    ...Array(6).fill(['ball']),
    ...Array(9).fill(['egg']),
  ];
  await shop.buy(before, 20);
  await shop.buy([...Array(2).fill(['fan']), ...Array(6).fill(['cup'])], 2);
  await workOff(server);
  const strategy = async (name: string, method: object, more = {}) =>
    (await shop.manage('POST', '/v2/strategies', { name, steps: [{ method }], ...more }))
      .id as number;
  const top = await strategy('Top', popular);
  const near = await strategy('Near', { ...together, minimumSupport: 1 });
  const filters = [{ type: 'column', column: 'name', is: 'IS', value: 'cup' }];
  const cups = await strategy('Cups', popular, { filters: [...filters, { type: 'in-stock' }] });
  const unknown = await shop.refused('POST', '/v2/evaluations', { strategies: [top, 7] });
  assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/strategies/1']);
  const request = { strategies: [top, near, cups], historyDays: 30, ks: [3, 1] };
  const { id, state } = await shop.manage('POST', '/v2/evaluations', request);
  assert.equal(state, 'waiting');
  await shop.evaluate();
  const done = await shop.manage('GET', `/v2/evaluations/${id}`);
  assert.equal(done.state, 'done', done.fault);
  const { results, users, sentence, notes } = done.report;
  assert.equal(users, 8);
  const hitRates = results.map(({ strategy: { name }, figures }: Result) => [
    name,
    figures.map(({ k, hitRate }) => [k, hitRate]),
  ]);
  assert.deepEqual(hitRates, [
    [
      'Top',
      [
        [1, 0],
        [3, 6 / 8],
      ],
    ],
    [
      'Near',
      [
        [1, 0.75],
        [3, 0.75],
      ],
    ],
    // Six of the eight bought a cup, which is all that the feed has under that name.
    [
      'Cups',
      [
        [1, 0.75],
        [3, 0.75],
      ],
    ],
  ]);
  assert.match(sentence, /Near/);
  assert.match(notes.join(), /as the feed has them today.*Filters by stock are left out/s);
  assert.deepEqual((await shop.manage('GET', '/v2/evaluations')).items[0], done);
  const offline = (await shop.models()).map((model) => model.offline?.users);
  assert.deepEqual(offline, [8, 8]);
});

test('an evaluation that cannot be made, or is broken off, reports that', async () => {
  const shop = await open('impossible');
  const { id: top } = await shop.manage('POST', '/v2/strategies', {
    ...{ name: 'Top', steps: [{ method: popular }] },
  });
  const start = () => shop.manage('POST', '/v2/evaluations', { strategies: [top] });
  const first = await start();
  await shop.evaluate();
  const failed = await shop.manage('GET', `/v2/evaluations/${first.id}`);
  assert.equal(failed.state, 'failed');
  assert.match(failed.fault, /^No user did anything/);
  const second = await start();
  await shop.evaluate((thread) => void thread?.stop());
  assert.equal((await shop.manage('GET', `/v2/evaluations/${second.id}`)).state, 'running');
  await shop.evaluate();
  const broken = await shop.manage('GET', `/v2/evaluations/${second.id}`);
  assert.match(broken.fault, /broken off/);
});
