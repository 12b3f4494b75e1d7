// Dynamic weights: they follow what variations did, and rest while nothing moves.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import { experienceServer, variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import {
  forgetOldWeights,
  insertDynamicWeights,
  selectDynamicWeights,
  selectDynamicWeightsAt,
} from '../../experiences/dynamic-weights/index.ts';
import { renewWeights } from './weights.ts';

const server = await experienceServer();
after(server.close);
const { browser, client, ctx, folded, manage, publish } = server;
const siteId = server.test.id;
const clock = { shiftMs: 0 };
Object.assign(ctx, { now: () => Date.now() + clock.shiftMs });
const dayMs = 86_400_000;

test('weights move to what does better, with a floor, and rest while nothing moves', async () => {
  clock.shiftMs = -9 * dayMs;
  const variations = [variation('A'), variation('B'), variation('off', 0)];
  const campaignId = await publish({
    selector: 'moving',
    experiences: [{ name: 'All', allocation: 'dynamic', metric: 2, variations }],
  });
  assert.equal(await renewWeights(ctx, siteId), 0, 'no user was there yet');
  clock.shiftMs = -8 * dayMs;
  const given: string[] = [];
  for (let at = 0; at < 120; at += 1) {
    const user = { id: String(70_000 + at) };
    const { choices } = await client.choose({ user, selector: { names: ['moving'] } });
    const name = String(choices[0]!.variations[0]!.payload.data);
    given.push(name);
    if (at % (name === 'A' ? 10 : 2) > 0) continue;
    const properties = { svcType: 'purchase-v1' as const, value: 1, cart: [] };
    await client.events({ user, events: [{ name: 'Bought', properties }] });
  }
  await folded();
  assert.equal(await renewWeights(ctx, siteId), 0, 'no user counts before their window has closed');
  clock.shiftMs = 0;
  const revision = server.test.snapshot().site.revision;
  assert.equal(await renewWeights(ctx, siteId), 1);
  const [computed] = await selectDynamicWeights(ctx.db, siteId);
  const published = server.test.snapshot().campaignsById.get(campaignId)!.published!;
  const [a, b, off] = published.definition.experiences[0]!.variations.map(({ id }) => String(id));
  const { weights, version } = computed!;
  assert.deepEqual(Object.keys(weights).sort(), [a, b].sort());
  assert.equal(weights[a!]! + weights[b!]!, 10_000);
  assert.ok(weights[b!]! > 9_000 && weights[a!]! >= 500, JSON.stringify({ weights, given, off }));
  assert.equal(server.test.snapshot().site.revision, revision + 1);
  assert.equal(published.experiences[0]!.allocationVersion, version);

  clock.shiftMs = dayMs;
  assert.equal(await renewWeights(ctx, siteId), 0, 'nothing has moved');
  const report = await manage('GET', `/v2/campaigns/${campaignId}/report`);
  const [all] = report.body.experiences;
  assert.equal(all.comparison, 'dynamic');
  assert.match(all.sentence, /one over the probability/);
  const users = (name: string) => given.filter((one) => one === name).length;
  assert.deepEqual(
    all.variations.map((one: { users: number }) => one.users),
    [users('A'), users('B'), 0],
  );
});

test('who had the users of a better day does not lead, and days fade', async () => {
  const variations = [variation('A'), variation('B')];
  clock.shiftMs = -12 * dayMs;
  const metric = (await manage('POST', '/v2/metrics', metricOf('Rising'))).body.id;
  const all = { name: 'All', allocation: 'dynamic' as const, metric, variations };
  const campaignId = await publish({ selector: 'rising', experiences: [all] });
  const published = server.test.snapshot().campaignsById.get(campaignId)!.published!;
  const [experience] = published.definition.experiences;
  const [a, b] = experience!.variations.map(({ id }) => String(id)) as [string, string];
  // B is half as good again on both days, and has few users on the good one.
  for (const [daysAgo, weightOfA, rates] of [
    [11, 1_500, { A: 0.12, B: 0.18 }],
    [9, 8_500, { A: 0.5, B: 0.75 }],
  ] as const) {
    clock.shiftMs = -daysAgo * dayMs;
    const weights = { [a]: weightOfA, [b]: 10_000 - weightOfA };
    const change = { siteId, actor: 'test', action: 'weights.renew', subject: 'weights' };
    const { id: experienceId, allocationVersion } = experience!;
    await changeSite(ctx, change, (tx, revision) => {
      const computed = { campaignId, experienceId, allocationVersion, weights };
      return insertDynamicWeights(tx, siteId, { ...computed, computedAt: ctx.now() }, revision);
    });
    const seen = { A: 0, B: 0 };
    for (let at = 0; at < 200; at += 1) {
      const user = { id: String(120_000 + 1_000 * daysAgo + at) };
      const { choices } = await client.choose({ user, selector: { names: ['rising'] } });
      const name = String(choices[0]!.variations[0]!.payload.data) as 'A' | 'B';
      seen[name] += 1;
      const isOne =
        Math.floor(seen[name] * rates[name]) > Math.floor((seen[name] - 1) * rates[name]);
      if (isOne) await client.events({ user, events: [{ name: 'Rising', properties: {} }] });
    }
  }
  await folded();
  clock.shiftMs = 0;
  await renewWeights(ctx, siteId);
  const computed = (await selectDynamicWeights(ctx.db, siteId)).find(
    (one) => one.campaignId === campaignId,
  )!;
  assert.ok(computed.weights[b]! > 7_000, JSON.stringify(computed.weights));
});

test('a campaign whose weights cannot be computed keeps no other from its own', async () => {
  const variations = [variation('A'), variation('B')];
  clock.shiftMs = -9 * dayMs;
  const [broken, sound] = [
    await manage('POST', '/v2/metrics', metricOf('Broken')),
    await manage('POST', '/v2/metrics', metricOf('Sound')),
  ];
  for (const [at, { body }] of [broken, sound].entries()) {
    const all = { name: 'All', allocation: 'dynamic' as const, metric: body.id, variations };
    await publish({ selector: `each-${at}`, experiences: [all] });
  }
  clock.shiftMs = -8 * dayMs;
  for (let at = 0; at < 60; at += 1) {
    const user = { id: String(90_000 + at) };
    const names = ['each-0', 'each-1'];
    const { choices } = await client.choose({ user, selector: { names } });
    const isA = choices.map(({ variations }) => variations[0]!.payload.data === 'A');
    for (const [nth, name] of ['Broken', 'Sound'].entries()) {
      if (isA[nth]) await client.events({ user, events: [{ name, properties: {} }] });
    }
  }
  await folded();
  clock.shiftMs = 0;
  const { rowCount } = await ctx.pool.query(
    `update managed_object set body = replace(body, '"windowHours":72', '"windowHours":"many"')
     where site_id = $1 and id = $2`,
    [siteId, broken.body.id],
  );
  assert.equal(rowCount, 1);
  assert.equal(await renewWeights(ctx, siteId), 1);
});

test('a device that claims a thousand outcomes a day counts as often as a busy one', async () => {
  clock.shiftMs = -9 * dayMs;
  const { body } = await manage('POST', '/v2/metrics', { ...metricOf('Saved'), kind: 'count' });
  const variations = [variation('A'), variation('B')];
  const experiences = [
    { name: 'All', allocation: 'dynamic' as const, metric: body.id, variations },
  ];
  const campaignId = await publish({ selector: 'flooded', experiences });
  clock.shiftMs = -8 * dayMs;
  const flood = Array.from({ length: 1_000 }, () => ({ name: 'Saved', properties: {} }));
  let isFlooded = false;
  for (let at = 0; at < 80; at += 1) {
    const user = { svcid: String(95_000 + at) };
    const { choices } = await browser.choose({ user, selector: { names: ['flooded'] } });
    const isA = choices[0]!.variations[0]!.payload.data === 'A';
    const events = isA && !isFlooded ? flood : isA ? [] : flood.slice(0, 1 + (at % 3));
    isFlooded ||= isA;
    if (events.length > 0) await browser.events({ user, events });
  }
  await folded();
  clock.shiftMs = 0;
  const { weights } = await eventually(async () => {
    // Where the server's own worker is at it, this changes nothing.
    await renewWeights(ctx, siteId);
    const all = await selectDynamicWeights(ctx.db, siteId);
    return all.find((one) => one.campaignId === campaignId);
  });
  const published = server.test.snapshot().campaignsById.get(campaignId)!.published!;
  const b = String(published.definition.experiences[0]!.variations[1]!.id);
  assert.ok(weights[b]! > 9_000, JSON.stringify(weights));
});

const metricOf = (name: string) => ({ name, kind: 'conversion', event: { name } });

test('weights are kept while the log may have a decision by them, the last ones always', async () => {
  const { db } = ctx;
  const insert = (experienceId: number, daysAgo: number, revision: number) => {
    const computedAt = Date.now() - daysAgo * dayMs;
    const one = { campaignId: 7, experienceId, computedAt, weights: {}, allocationVersion: 1 };
    return insertDynamicWeights(db, siteId, one, revision);
  };
  for (const [at, daysAgo] of [50, 40, 30, 20, 1, 0].entries()) await insert(71, daysAgo, at + 1);
  for (const [at, daysAgo] of [50, 40].entries()) await insert(72, daysAgo, at + 1);
  await forgetOldWeights(db, 2);
  const at = async (revision: number) => {
    const found = await selectDynamicWeightsAt(db, siteId, revision);
    return found.filter(({ campaignId }) => campaignId === 7).map(({ version }) => version);
  };
  // The log begins within the last 20 days: those of 20 days ago decided when it began.
  assert.deepEqual(await at(1), []);
  assert.deepEqual(await at(2), [3]);
  assert.deepEqual(await at(3), [3]);
  assert.deepEqual(await at(4), [5, 3]);
  assert.deepEqual(await at(6), [7, 3]);
  assert.equal(await insert(72, 0, 9), 4, 'no version means two things');
});
