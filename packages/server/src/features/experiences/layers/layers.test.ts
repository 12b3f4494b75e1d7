// Tests of layers through HTTP: slots are given in the transaction, and no other campaign's move.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LayerOutput } from '@attune/contract';
import { campaignOf, experienceServer, experiencesOf } from '../campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage, publish, client, decide } = server;

async function layer(name: string, slots?: number): Promise<number> {
  const made = await manage('POST', '/v2/layers', { name, slots });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const shown = async (id: number): Promise<LayerOutput> =>
  (await manage('GET', `/v2/layers/${id}`)).body.layer;

const replace = (id: number, selector: string, part: unknown) =>
  manage('PUT', `/v2/campaigns/${id}`, { ...campaignOf({ selector }), layer: part });

const heldBy = ({ members }: LayerOutput, campaignId: number) =>
  members.find((member) => member.campaignId === campaignId)?.held;

test('a user is in one of a layer’s campaigns, and a user in none of them is told why', async () => {
  const id = await layer('hero', 10_000);
  await publish({ selector: 'one', layer: { id, share: 0.4 } });
  await publish({ selector: 'two', layer: { id, share: 0.3 } });
  const counts = { both: 0, one: 0, none: 0 };
  for (let user = 1; user <= 60; user += 1) {
    const { choices } = await client.choose({
      user: { id: String(user) },
      selector: { names: ['one', 'two'] },
    });
    const served = choices.filter(({ type }) => type === 'DECISION').length;
    counts[served === 2 ? 'both' : served === 1 ? 'one' : 'none'] += 1;
  }
  assert.equal(counts.both, 0);
  assert.ok(counts.one > 10 && counts.none > 0, JSON.stringify(counts));
  const { explanation } = await decide('one', { user: { id: '1' }, options: { explain: true } });
  const { layer: told, decision } = explanation as Record<string, Record<string, unknown>>;
  assert.equal(told?.['isIn'], decision?.['reason'] !== 'not_in_layer');
});

test('a share that is raised only adds; a campaign that joins, shrinks or leaves moves no other', async () => {
  const id = await layer('steps');
  const a = await publish({ selector: 'step-a', layer: { id, share: 0.3 } });
  const b = await publish({ selector: 'step-b', layer: { id, share: 0.5 } });
  const before = await shown(id);
  assert.deepEqual([heldBy(before, a), heldBy(before, b)], [[[0, 299]], [[300, 799]]]);
  assert.equal(before.free, 200);

  await replace(a, 'step-a', { id, share: 0.4 });
  const raised = await shown(id);
  assert.deepEqual(heldBy(raised, a), [
    [0, 299],
    [800, 899],
  ]);
  assert.deepEqual(heldBy(raised, b), [[300, 799]]);

  await replace(b, 'step-b', { id, share: 0.1 });
  assert.deepEqual(heldBy(await shown(id), b), [[300, 799]], 'what is live still holds them');
  await manage('POST', `/v2/campaigns/${b}/publish`);
  const shrunk = await shown(id);
  assert.deepEqual(heldBy(shrunk, b), [[300, 399]]);
  assert.equal(shrunk.free, 500);

  assert.equal((await manage('DELETE', `/v2/layers/${id}`)).status, 409);
  for (const gone of [a, b]) await manage('DELETE', `/v2/campaigns/${gone}?confirm=live`);
  assert.equal((await shown(id)).free, 1_000);
  assert.equal((await manage('DELETE', `/v2/layers/${id}`)).status, 204);
});

test('more than is free is refused in words, and nothing is changed', async () => {
  const id = await layer('full');
  await publish({ selector: 'full-a', layer: { id, share: 0.8 } });
  const refused = await manage('POST', '/v2/campaigns', {
    ...campaignOf({ selector: 'full-b' }),
    layer: { id, share: 0.3 },
  });
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.detail, /300 of 1000 slots of the layer "full".* at most 0\.2/);
  assert.equal((await shown(id)).members.length, 1);
  const fits = await manage('POST', '/v2/campaigns', {
    ...campaignOf({ selector: 'full-b' }),
    layer: { id, share: 0.2 },
  });
  assert.equal(fits.status, 201, fits.text);
});

test('an archived campaign gives its slots back, and gets others when it returns', async () => {
  const id = await layer('archived');
  const a = await publish({ selector: 'away-a', layer: { id, share: 0.6 } });
  await manage('POST', `/v2/campaigns/${a}/archive`);
  const b = await publish({ selector: 'away-b', layer: { id, share: 0.3 } });
  assert.deepEqual(heldBy(await shown(id), b), [[0, 299]]);
  await manage('POST', `/v2/campaigns/${a}/unarchive`);
  const refused = await manage('POST', `/v2/campaigns/${a}/publish`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.equal((await replace(a, 'away-a', { id, share: 0.6 })).status, 200);
  assert.equal((await manage('POST', `/v2/campaigns/${a}/publish`)).status, 200);
  assert.deepEqual(heldBy(await shown(id), a), [[300, 899]]);
});

test('of two campaigns that ask for the same slots at once, one is refused', async () => {
  const id = await layer('raced');
  const race = ['race-a', 'race-b', 'race-c'].map((selector) =>
    manage('POST', '/v2/campaigns', { ...campaignOf({ selector }), layer: { id, share: 0.6 } }),
  );
  const statuses = (await Promise.all(race)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [201, 409, 409]);
});

test('a layer’s slots and seed stay; a layer of another site is not there', async () => {
  const id = await layer('fixed');
  const { seed } = await shown(id);
  const put = await manage('PUT', `/v2/layers/${id}`, { name: 'renamed' });
  assert.deepEqual([put.status, put.body.layer.seed, put.body.layer.slots], [200, seed, 1_000]);
  const changed = await manage('PUT', `/v2/layers/${id}`, { name: 'renamed', slots: 10_000 });
  assert.deepEqual([changed.status, changed.body.errors[0].pointer], [422, '/slots']);
  const elsewhere = await experiencesOf(server, await server.site('elsewhere'));
  const foreign = await elsewhere.manage('POST', '/v2/campaigns', {
    ...campaignOf({ selector: 'foreign' }),
    layer: { id, share: 0.1 },
  });
  assert.deepEqual([foreign.status, foreign.body.errors[0].pointer], [422, '/layer/id']);
});
