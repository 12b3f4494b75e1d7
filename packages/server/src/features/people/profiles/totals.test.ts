// Tests of a site's totals: when workers make them, and that callers cannot make them grow.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeNormaliser } from '@attune/core';
import { external, profileServer } from './profiles.fixture.ts';
import { selectTotals, selectTotalsState } from './store.ts';
import { areTotalsDue, recomputeTotals, renewTotals } from './totals.ts';

const server = await profileServer();
after(server.close);
const { client, ctx, say, set, text } = server;
const siteId = server.test.id;

const properties = async () => {
  const stored = await selectTotals(ctx.db, siteId);
  return stored && [...decodeNormaliser(stored).totals.keys()];
};

test('a site without a property of its own has no totals; one that normalises is due at once', async () => {
  await say(external('ann'), { taste: { color: ['red'] } });
  assert.equal(await areTotalsDue(ctx, siteId), false);
  await recomputeTotals(ctx, siteId);
  assert.equal(await properties(), undefined);
  await set({ normalisation: 0.5 });
  assert.equal(await areTotalsDue(ctx, siteId), true);
});

test('without a feed nothing that a caller names is in the totals', async () => {
  await recomputeTotals(ctx, siteId);
  assert.deepEqual(await properties(), []);
  assert.equal(await text(external('ann')), '{"affinity":{"color":{"red":1}}}');
});

test('totals are of the feeds’ columns; what is read adds what was informed, ten in all', async () => {
  await client.createFeed({ name: 'Shop', affinity: ['color'] });
  const invented = Array.from({ length: 25 }, (_, at): [string, string[]] => [`made ${at}`, ['x']]);
  await say(external('bob'), { taste: { ...Object.fromEntries(invented), color: ['blue'] } });
  await client.events({
    user: { ...external('bob') },
    events: [
      {
        name: 'Filter',
        properties: { svcType: 'filter-items-v1', filterType: 'Price', filterNumericValue: 9 },
      },
    ],
  });
  await server.folded();
  const { affinity } = JSON.parse(await text(external('bob')));
  assert.equal(Object.keys(affinity).length, 10);
  assert.deepEqual(affinity.color, { blue: 1 });
  assert.equal('Price' in affinity, false);
  await recomputeTotals(ctx, siteId);
  assert.deepEqual(await properties(), ['color']);
});

test('of workers that find totals due at once, one computes them', async () => {
  await ctx.db.deleteFrom('affinity_total').where('site_id', '=', siteId).execute();
  await Promise.all([1, 2, 3, 4].map(() => renewTotals(ctx, siteId)));
  assert.equal((await selectTotalsState(ctx.db, siteId))?.number, 1);
  assert.equal(await areTotalsDue(ctx, siteId), false);
});

test('totals that are what they were are not published again', async () => {
  const state = () => selectTotalsState(ctx.db, siteId);
  await server.test.snapshot();
  await recomputeTotals(ctx, siteId);
  const before = (await state())!;
  await recomputeTotals(ctx, siteId);
  const after = (await state())!;
  assert.equal(after.number, before.number);
  assert.ok(after.computedAt >= before.computedAt);
});

test('where people turn to what all like, that counts in everybody’s ranks, on every node', async () => {
  await set({ normalisation: null, properties: ['n'] });
  await recomputeTotals(ctx, siteId);
  const people = Array.from({ length: 60 }, (_, at) => `learner ${at}`);
  const inform = (cuid: string, at: number) => ({
    user: external(cuid),
    events: [
      { daysAgo: 10, values: [`own ${at}`, `own ${at} too`, 'common'] },
      { daysAgo: 10, values: [`own ${at}`, `own ${at} too`] },
      { daysAgo: 1, values: ['common'] },
    ].map(({ daysAgo, values }) => ({
      name: 'Said',
      timestamp: Date.now() - daysAgo * 86_400_000,
      properties: { svcType: 'inform-affinity-v1' as const, data: [{ attribute: 'n', values }] },
    })),
  });
  for (const [at, cuid] of people.entries()) await client.events(inform(cuid, at));
  await say(external('newcomer'), { taste: { n: ['mine', 'mine too', 'common'] } });
  await say(external('newcomer'), { taste: { n: ['mine', 'mine too'] } });
  const ranks = async () => Object.keys(JSON.parse(await text(external('newcomer'))).affinity.n);
  assert.deepEqual(await ranks(), ['mine', 'mine too', 'common']);
  await recomputeTotals(ctx, siteId);
  await ctx.snapshots.catchUp();
  const { siteWeights, number } = server.test.snapshot().normaliser!;
  const learned = siteWeights.get('n')!;
  assert.ok(learned.weight > 0 && learned.ndcg > learned.ndcgAlone, JSON.stringify(learned));
  assert.equal(learned.people, 60);
  assert.equal((await selectTotalsState(ctx.db, siteId))?.number, number);
  assert.deepEqual(await ranks(), ['common', 'mine', 'mine too']);
  await set({ siteWeight: 0 });
  assert.deepEqual(await ranks(), ['mine', 'mine too', 'common']);
  await set({ siteWeight: null, properties: null });
});
