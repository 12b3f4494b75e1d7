// Reports of clicks on slots and of what users did before; and how long a report is cached.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { measure } from '@attune/core';
import { eventually, lockAwaited } from '../../../testing.ts';
import { callWith, variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { requestErasure, runErasures } from '../../operations/personal-data/index.ts';
import { bought, newDevice, person, plantingServer, refunded } from './planted.fixture.ts';

const server = await plantingServer();
after(server.close);
const { ctx, manage, publish, folded, daysAgo, tell } = server;

const weighed = [variation(null, 1, 'A'), variation('new', 1, 'B')];
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const revenue = 'metric=revenue';

test('a click on the item of a slot counts for what gave it, however often it is reported', async () => {
  const call = callWith(server.url, await server.test.key(['manage', 'feed']));
  const items = Array.from({ length: 4 }, (_, at) => ({
    ...{ sku: `s${at}`, group_id: 'g', name: `Item ${at}`, price: 1 + at, in_stock: true },
    ...{ url: 'https://shop.example/i', image_url: 'https://shop.example/i.png' },
    ...{ categories: ['x'], publish_time: 1_700_000_000 + at },
  }));
  await call('POST', '/v2/feeds', { id: '7', name: 'Items' });
  assert.equal((await call('PUT', '/v2/feeds/svcid/7', { items })).body.data.rejected, 0);
  const newest = { name: 'Newest', steps: [{ method: { type: 'newest' } }] };
  const strategy = (await call('POST', '/v2/strategies', newest)).body.id;
  await eventually(async () => {
    const { body } = await call('POST', '/v2/strategies/preview', { strategyId: strategy });
    return body.qualifying.count === 4;
  });
  const variations = [
    { name: 'A', weight: 1, payload: null },
    { name: 'B', weight: 1, payload: { strategy, slots: 4 } },
  ];
  const recommending = await daysAgo(12, () =>
    publish({
      ...{ selector: 'row', type: 'recommendations' },
      experiences: [{ name: 'Everybody', variations }],
    }),
  );
  let [shown, clicked] = [0, 0];
  for (let at = 0; at < 12; at += 1) {
    const user = newDevice();
    const { choices } = await daysAgo(8, () =>
      server.client.choose({ user, selector: { names: ['row'] } }),
    );
    const [given] = choices[0]!.variations;
    if (!given) continue;
    shown += 1;
    if (shown % 2 === 0) continue;
    clicked += 1;
    const { slots } = given.payload.data as { slots: { sku: string; slotId: string }[] };
    const { slotId } = slots[3]!;
    const click = { type: 'SLOT_CLICK', slotId } as const;
    await daysAgo(7.9, () => server.client.engagement({ user, engagements: [click, click] }));
    await daysAgo(7.8, () => server.client.engagement({ user, engagements: [click] }));
  }
  await folded();
  // What is given twice is counted twice by a metric of events, and repeated clicks are not.
  const counted = { name: 'Clicks in all', kind: 'count', event: { type: 'click' } };
  const { id: count } = (await manage('POST', '/v2/metrics', counted)).body;
  for (const metric of ['clicks', count]) {
    const { body } = await manage('GET', `/v2/campaigns/${recommending}/report?metric=${metric}`);
    const [control, row] = body.experiences[0].variations;
    assert.deepEqual([control.users, control.active, control.total], [12 - shown, 0, 0]);
    assert.deepEqual([row.users, row.active, row.total], [shown, clicked, clicked], `${metric}`);
  }
});

test('what users did before is taken out of the reported revenue', async () => {
  const known = await daysAgo(12, () =>
    publish({ selector: 'known', experiences: [{ name: 'Everybody', variations: weighed }] }),
  );
  const pairs = { A: [] as [number, number][], B: [] as [number, number][] };
  for (let at = 0; at < 60; at += 1) {
    const user = newDevice();
    const { choices } = await daysAgo(8, () =>
      server.client.choose({ user, selector: { names: ['known'] } }),
    );
    const given = choices[0]!.variations.length === 0 ? 'A' : 'B';
    const earlier = 10 + (at % 9) * 5;
    const later = 2 * earlier + (at % 4) + (given === 'B' ? 3 : 0);
    await tell(user, 11, bought(earlier));
    await tell(user, 7, bought(later));
    pairs[given].push([earlier, later]);
  }
  await folded();
  const momentsBy = (all: readonly (readonly [number, number])[]) => ({
    ...{ users: all.length, active: all.length },
    sum: sum(all.map(([, y]) => y)),
    squares: sum(all.map(([, y]) => y * y)),
    otherSum: sum(all.map(([x]) => x)),
    otherSquares: sum(all.map(([x]) => x * x)),
    products: sum(all.map(([x, y]) => x * y)),
  });
  const strata = [[momentsBy(pairs.A), momentsBy(pairs.B)]];
  const [, adjusted] = measure({ kind: 'adjusted', strata }, 0);
  const { body } = await manage('GET', `/v2/campaigns/${known}/report?${revenue}`);
  const [experience] = body.experiences;
  assert.ok(experience.cuped.explained > 0.95, JSON.stringify(experience.cuped));
  const { mean, difference } = experience.variations[1];
  assert.deepEqual([mean, difference], [adjusted!.value, adjusted!.comparison!.difference]);
  // Users who bought much before are not equally often in both; what B adds is 3.
  assert.ok(Math.abs(difference.estimate - 3) < 1.5, JSON.stringify(difference));
});

/** Makes a report while others keep it from reading exposures for more than half a second. */
async function heldUp(report: () => Promise<ReportOutput>): Promise<ReportOutput> {
  const holder = await ctx.pool.connect();
  let asked: Promise<ReportOutput>;
  try {
    await holder.query('begin');
    await holder.query('lock table exposure in access exclusive mode');
    asked = report();
    await lockAwaited(ctx.pool, { table: 'exposure', text: 'select exists' });
    await holder.query('select pg_sleep(0.6)');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  return asked;
}

test('a report that took long is cached for a while, and a quick one is made again', async () => {
  const experiences = [{ name: 'Everybody', variations: weighed }];
  const id = await publish({ selector: 'kept', experiences });
  const report = async (query: string): Promise<ReportOutput> =>
    (await manage('GET', `/v2/campaigns/${id}/report?${query}`)).body;
  const quick = 'metric=purchases&breakdown=device';
  assert.notEqual((await report(quick)).asOf, (await report(quick)).asOf);
  const slow = 'metric=add-to-cart&breakdown=device';
  // A worker's own report may be what is held up, and this one quick once it has its turn.
  const asOf = await eventually(async () => {
    const held = await heldUp(() => report(slow));
    return (await report(slow)).asOf === held.asOf && held.asOf;
  });
  assert.notEqual((await report('metric=add-to-cart')).asOf, asOf);
});

test('a refund takes off a value, or lines by their price or the purchase’s, or it all', async () => {
  const id = await daysAgo(12, () =>
    publish({ selector: 'refunds', experiences: [{ name: 'All', variations: [variation('a')] }] }),
  );
  const line = (productId: string, quantity: number, itemPrice?: number) => ({
    ...{ productId, quantity },
    ...(itemPrice !== undefined && { itemPrice }),
  });
  const [inParts, inFull] = [bought(60), bought(70)];
  const inLines = bought(90, { cart: [line('x', 3, 10), line('x', 1, 30), line('y', 2, 15)] });
  const back = (of: typeof inParts, more: object) => refunded(of.uniqueTransactionId, more);
  const told = [
    [inParts, back(inParts, { value: 3 }), back(inParts, { value: 4 })],
    [inFull, back(inFull, { value: 70 })],
    // Two x for 15 each, the mean by pieces; one y for 12; z was never bought, and takes nothing.
    [back(inLines, { cart: [line('x', 2), line('y', 1, 12), line('z', 9)] }), inLines],
  ];
  for (const [at, events] of told.entries()) {
    const user = person(`refunds-${at}`);
    await daysAgo(8, () => server.client.choose({ user, selector: { names: ['refunds'] } }));
    await tell(user, 7, ...events);
  }
  await folded();
  const isReported = async () => {
    for (const [metric, ...expected] of [
      ['revenue', 2, 101],
      ['purchases', 2, 2],
    ] as const) {
      const { body } = await manage('GET', `/v2/campaigns/${id}/report?metric=${metric}`);
      const { active, total } = (body as ReportOutput).experiences[0]!.variations[0]!;
      assert.deepEqual([active, total], expected, metric);
    }
  };
  await isReported();
  const { id: siteId } = server.test;
  for (const at of told.keys()) {
    await requestErasure(ctx, siteId, { type: 'external', value: `refunds-${at}` }, 'test');
  }
  await runErasures(ctx);
  await isReported();
});

test('amounts beyond all reason, and percentiles between whole ones, are reported for all that', async () => {
  const made = await manage('POST', '/v2/metrics', {
    ...{ name: 'Points', kind: 'count', event: { name: 'custom' }, of: 'points' },
    winsorise: 97.5,
  });
  assert.equal(made.status, 201, made.text);
  const campaign = await daysAgo(12, () =>
    publish({ selector: 'points', experiences: [{ name: 'All', variations: [variation('a')] }] }),
  );
  const users = Array.from({ length: 3 }, newDevice);
  for (const user of users) {
    await daysAgo(8, () => server.client.choose({ user, selector: { names: ['points'] } }));
    await tell(user, 7, { points: 1.7e308 }, { points: 1.7e308 });
  }
  await folded();
  const answer = await manage('GET', `/v2/campaigns/${campaign}/report?metric=${made.body.id}`);
  assert.equal(answer.status, 200, answer.text);
  const { experiences, notes } = answer.body as ReportOutput;
  assert.equal(experiences[0]?.variations[0]?.total, 6e15);
  assert.match(notes.join(' '), /6 outcomes above 10\^15/);
});
