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

test('a site that does not normalise has no totals; one that begins to is due at once', async () => {
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
