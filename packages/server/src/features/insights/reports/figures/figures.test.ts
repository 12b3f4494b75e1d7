// Figures that a worker keeps: large reports stand on them, and say what the log says.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { variation } from '../../../experiences/campaigns/campaigns.fixture.ts';
import { bought, newDevice, plantingServer } from '../planted.fixture.ts';
import { renewFigures } from './renew.ts';

const server = await plantingServer();
after(server.close);
const { ctx, manage, publish, folded, daysAgo, tell, test: site } = server;

const experiences = [
  { name: 'All', variations: [variation(null, 1, 'A'), variation('new', 1, 'B')] },
];
const campaignId = await daysAgo(12, () =>
  publish({ selector: 'banner', experiences, metrics: { primary: 2, others: [3] } }),
);

async function visitors(count: number, days: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const user = newDevice();
    const selector = { names: ['banner'] };
    await daysAgo(days, () => server.client.choose({ user, selector } as never));
    if (at % 3 === 0) await tell(user, days - 1, bought(10 + at));
  }
  await folded();
}

async function report(query = ''): Promise<ReportOutput> {
  const answer = await manage('GET', `/v2/campaigns/${campaignId}/report?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const exposedIn = ({ experiences }: ReportOutput) =>
  experiences[0]!.variations.reduce((sum, { exposed }) => sum + exposed, 0);
const renew = () => renewFigures(ctx, site.snapshot());
/** As if making them took so long. */
const took = (ms: number) => ctx.pool.query('update campaign_figures set took_ms = $1', [ms]);
/** Where the machine is slow a report is cached for a while, but not over a change of the site. */
async function changeSite(): Promise<void> {
  const { status } = await manage('POST', '/v2/layers', { name: `Layer ${performance.now()}` });
  assert.equal(status, 201);
}

test('a report that takes long is answered from what was kept, to the last figure', async () => {
  await visitors(30, 8);
  const fresh = [await report(), await report('metric=revenue')];
  assert.equal(await renew(), 2);
  await took(20_000);
  const kept = [await report(), await report('metric=revenue')];
  for (const [at, { from: _from, to: _to, asOf: _asOf, ...rest }] of kept.entries()) {
    const { from, to, asOf, ...expected } = fresh[at]!;
    assert.deepEqual(rest, expected);
  }
  await visitors(5, 6);
  assert.equal(exposedIn(await report()), 30, 'it is as of when the figures were made');
  assert.equal(exposedIn(await report('breakdown=device')), 35);
  assert.equal(exposedIn(await report(`to=${new Date().toISOString()}`)), 35);
});

test('what is quickly made is of this moment, however old the figures are', async () => {
  await took(20);
  await changeSite();
  assert.equal(exposedIn(await report()), 35);
});

test('figures are made again after five minutes, or ten times as long as all of them took', async () => {
  assert.equal(await renew(), 0);
  const older = (seconds: number) =>
    ctx.pool.query(`update campaign_figures set as_of = now() - $1 * interval '1 second'`, [
      seconds,
    ]);
  await older(299);
  assert.equal(await renew(), 0);
  await older(301);
  assert.equal(await renew(), 2);
  await took(30_000);
  await older(599);
  assert.equal(await renew(), 0);
  await older(601);
  assert.equal(await renew(), 2);
});

test('without a worker for an hour a report is made by the node that answers', async () => {
  await took(20_000);
  await ctx.pool.query(`update campaign_figures set as_of = now() - interval '61 minutes'`);
  await visitors(1, 5);
  await changeSite();
  assert.equal(exposedIn(await report()), 36);
});

test('another draw begins its figures anew, and those of what is not published go', async () => {
  await renew();
  await took(20_000);
  const { headers } = await manage('GET', `/v2/campaigns/${campaignId}`);
  const restarted = await manage('POST', `/v2/campaigns/${campaignId}/restart`, undefined, {
    'if-match': headers.get('etag')!,
  });
  assert.equal(restarted.status, 200, restarted.text);
  await manage('POST', `/v2/campaigns/${campaignId}/publish`);
  assert.equal(exposedIn(await report()), 0);
  await manage('POST', `/v2/campaigns/${campaignId}/archive`);
  await server.recorded();
  await renew();
  const { rows } = await ctx.pool.query('select 1 from campaign_figures');
  assert.deepEqual(rows, []);
});
