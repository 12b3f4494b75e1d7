// Designs and verdicts through HTTP: what is hidden until when, and what is said in the end.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { eventually } from '../../../testing.ts';
import { notifiedOf } from '../../configuration/notifications/notified.fixture.ts';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { renewFigures } from './figures/renew.ts';
import { bought, dayMs, forMany, newDevice, plantingServer } from './planted.fixture.ts';

const server = await plantingServer();
after(server.close);
const { ctx, manage, publish, folded, daysAgo, tell, test: site } = server;

const experiences = [
  { name: 'All', variations: [variation(null, 1, 'A'), variation('new', 1, 'B')] },
];
const metrics = { primary: 2, others: [3] };
const common = { unit: 'person', experiences, metrics } as const;
const design = { kind: 'planned', usersPerVariation: 100 } as const;

async function report(id: number, query = ''): Promise<ReportOutput> {
  const answer = await manage('GET', `/v2/campaigns/${id}/report?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Users of so many days ago; a share of those of each variation buys. */
async function come(selector: string, days: number, count: number, buys: Record<string, number>) {
  const them = Array.from({ length: count }, () => newDevice());
  const given = await daysAgo(days, () =>
    forMany(them, async (user) => {
      const request = { user, selector: { names: [selector] } };
      const { choices } = await server.client.choose(request as never);
      return choices[0]!.variations.length === 0 ? 'A' : 'B';
    }),
  );
  await forMany([...them.entries()], async ([at, user]) => {
    if (at % 10 < 10 * buys[given[at]!]!) await tell(user, Math.max(0, days - 0.5), bought(10));
  });
  await folded();
}

/** Has a worker make all figures again. */
async function renew(): Promise<void> {
  await ctx.pool.query(`update campaign_figures set as_of = now() - interval '1 day'`);
  await renewFigures(ctx, site.snapshot());
}

test('a planned test hides results until its users count, then has one that stays and is notified once', async () => {
  const id = await daysAgo(12, () => publish({ ...common, selector: 'planned', design }));
  const verdicts = await notifiedOf(server, 'campaign.verdict_reached');
  const mismatches = await notifiedOf(server, 'campaign.sample_ratio_mismatch');
  await come('planned', 6, 60, { A: 0.3, B: 0.7 });
  const early = (await report(id)).experiences[0]!;
  assert.deepEqual(early.look, { state: 'not-yet', usersNeeded: 100, lastDay: null });
  for (const {
    users,
    mean,
    soFar,
    difference,
    uplift,
    pValue,
    probabilityBest,
  } of early.variations) {
    assert.ok(users > 0 && soFar.active > 0);
    assert.deepEqual([mean.estimate, difference, uplift, pValue], [null, null, null, null]);
    assert.equal(probabilityBest, null);
  }
  assert.equal(early.verdict!.kind, 'continue');
  assert.match(early.verdict!.sentence, /^Keep going, about \d+ days: \d+ of 100 users of each/);
  assert.notEqual(early.sampleRatio, null);
  await renew();
  assert.deepEqual(await verdicts(), []);

  await come('planned', 5, 240, { A: 0.3, B: 0.7 });
  const found = (await report(id)).experiences[0]!;
  assert.equal(found.look.state, 'done');
  assert.equal(found.verdict!.kind, 'ship');
  const [, b] = found.variations;
  assert.equal(found.verdict!.variation, b!.id);
  assert.match(
    found.verdict!.sentence,
    /^Ship "B": [\d.]+–[\d.]+\s% higher than "A" in Purchases\.$/,
  );

  await come('planned', 4, 40, { A: 0.9, B: 0.1 });
  const later = (await report(id)).experiences[0]!;
  assert.deepEqual({ ...later, sampleRatio: null }, { ...found, sampleRatio: null });
  const from = new Date(Date.now() - 7 * dayMs).toISOString();
  const part = await report(id, `from=${from}`);
  assert.ok(part.experiences[0]!.variations.every(({ pValue }) => pValue === null));
  assert.match(part.notes[0]!, /one result/);

  await renew();
  await renew();
  const [told, ...others] = (await verdicts()) as { verdict: string; variationId: number }[];
  assert.deepEqual([told?.verdict, told?.variationId, others], ['ship', b!.id, []]);
  assert.deepEqual(await mismatches(), []);
  await ctx.pool.query('delete from exposure where variation_id = $1 and user_id % 4 <> 0', [
    b!.id,
  ]);
  await renew();
  await renew();
  const [mismatch, ...more] = (await mismatches()) as { campaignId: number; pValue: number }[];
  assert.deepEqual([mismatch?.campaignId, more], [id, []]);
  assert.ok(mismatch!.pValue < 0.001);
});

test('a verdict corrects for all variations and metrics, in either design', async () => {
  const three = [{ name: 'All', variations: ['A', 'B', 'C'].map((one) => variation(one, 1, one)) }];
  const id = await daysAgo(9, () =>
    publish({
      ...common,
      selector: 'three',
      experiences: three,
      metrics: { primary: 2, others: [3, 4] },
    }),
  );
  const { verdict, look } = (await report(id)).experiences[0]!;
  assert.equal(look.state, 'any-time');
  assert.equal(verdict!.comparisons.length, 6);
  assert.deepEqual([verdict!.kind, verdict!.daysLeft], ['continue', null]);
  const span = await report(id, 'breakdown=device');
  assert.equal(span.experiences[0]!.verdict, null);
});

test('the design is what the campaign was started with, until it is restarted', async () => {
  const id = await publish({ ...common, selector: 'changing', design });
  const { body } = await manage('GET', `/v2/campaigns/${id}`);
  const { seed: _seed, ...campaign } = body.campaign;
  const put = await manage('PUT', `/v2/campaigns/${id}`, {
    ...campaign,
    design: { kind: 'any-time', minimumEffect: 0.1 },
  });
  assert.equal(put.status, 200, put.text);
  await manage('POST', `/v2/campaigns/${id}/publish`);
  assert.equal((await report(id)).design.kind, 'planned');
  const restarted = await manage('POST', `/v2/campaigns/${id}/restart`);
  assert.equal(restarted.status, 200, restarted.text);
  await manage('POST', `/v2/campaigns/${id}/publish`);
  const { kind, minimumEffect } = (await report(id)).design;
  assert.deepEqual([kind, minimumEffect], ['any-time', 0.1]);
});

test('a design that cannot be kept is refused with what to do', async () => {
  const refused = async (campaign: object) => {
    const body = { name: 'x', selector: 'refused', type: 'custom', ...common, ...campaign };
    const answer = await manage('POST', '/v2/campaigns', body);
    assert.equal(answer.status, 422, answer.text);
    return answer.body.errors.map((one: { pointer: string }) => one.pointer);
  };
  assert.deepEqual(await refused({ design: { kind: 'planned' } }), ['/design/usersPerVariation']);
  const any = { kind: 'any-time', usersPerVariation: 500 };
  assert.deepEqual(await refused({ design: any }), ['/design/usersPerVariation']);
  const moving = [{ ...experiences[0], allocation: 'dynamic' }];
  assert.deepEqual(await refused({ design, experiences: moving }), ['/design/kind']);
});

test('a campaign’s first conversion is in its report within 5 s, marked preliminary', async () => {
  const id = await publish({ ...common, selector: 'fresh' });
  const preliminaryOf = async () => (await report(id)).preliminary!;
  const nothing = await preliminaryOf();
  assert.deepEqual([nothing.tracking, nothing.firstCountsAt], ['no-exposures', null]);
  const user = newDevice();
  const { choices } = await server.client.choose({ user, selector: { names: ['fresh'] } } as never);
  const given = choices[0]!.variations.length === 0 ? 'A' : 'B';
  await folded();
  assert.equal((await preliminaryOf()).tracking, 'no-events');
  await tell(user, 0, bought(25));
  const isThere = () =>
    preliminaryOf().then(({ variations }) => variations.some((one) => one.purchases > 0));
  await eventually(isThere, 5_000);
  const found = await preliminaryOf();
  const { exposed, purchases, revenue } = found.variations.find(({ name }) => name === given)!;
  assert.deepEqual([exposed, purchases, revenue], [1, 1, 25]);
  assert.deepEqual([found.tracking, found.lastEvents[0]!.type], ['working', 'purchase']);
  const waits = Date.parse(found.firstCountsAt!) - Date.parse(found.lastExposureAt!);
  assert.equal(waits, 72 * 3_600_000);
  assert.equal((await report(id)).experiences[0]!.variations[0]!.users, 0);
});
