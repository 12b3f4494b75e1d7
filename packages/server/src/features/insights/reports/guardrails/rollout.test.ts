// Rollouts through HTTP: steps by time, a breach that goes back, and what is told of each.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { variation } from '../../../experiences/campaigns/campaigns.fixture.ts';
import { renewFigures } from '../figures/renew.ts';
import { bought, plantingServer } from '../planted.fixture.ts';
import { lookAtSite } from './look.ts';

const server = await plantingServer();
after(server.close);
const { ctx, manage, publish, folded, daysAgo, tell, test: site } = server;

const hour = 1 / 24;
const experiences = [
  { name: 'All', variations: [variation('old', 1, 'A'), variation('new', 1, 'B')] },
];
const steps = [
  { traffic: 0.2, hours: 1 },
  { traffic: 0.5, hours: 24 },
];
const devices = Array.from({ length: 150 }, (_, at) => ({ id: String(500_000 + at) }));

const look = async () => {
  await renewFigures(ctx, site.snapshot());
  await lookAtSite(ctx, site.snapshot());
};
async function read(id: number) {
  const answer = await manage('GET', `/v2/campaigns/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
async function steer(id: number, action: string, status = 200) {
  const answer = await manage('POST', `/v2/campaigns/${id}/rollout`, { action });
  assert.equal(answer.status, status, answer.text);
  return answer.body;
}
/** The devices that are in, with what they were given. */
async function given(selector: string): Promise<Map<string, 'A' | 'B'>> {
  const found = new Map<string, 'A' | 'B'>();
  for (const user of devices) {
    const request = { user, selector: { names: [selector] } } as never;
    const [choice] = (await server.client.choose(request)).choices;
    const [first] = choice?.variations ?? [];
    if (first) found.set(user.id, JSON.stringify(first).includes('"new"') ? 'B' : 'A');
  }
  return found;
}

test('time takes a campaign from step to step; who is in stays in, with the same variation', async () => {
  const id = await daysAgo(2, () => publish({ selector: 'hero', experiences, rollout: { steps } }));
  const first = await daysAgo(2, () => given('hero'));
  assert.ok(first.size > 10 && first.size < 60, String(first.size));
  await daysAgo(2 - 0.9 * hour, look);
  assert.deepEqual([(await read(id)).rollout.step, (await read(id)).rollout.traffic], [1, 0.2]);
  await daysAgo(2 - 1.1 * hour, look);
  const { rollout } = await read(id);
  assert.deepEqual([rollout.step, rollout.steps, rollout.traffic], [2, 3, 0.5]);
  assert.equal(rollout.next.traffic, 1);
  assert.equal(Date.parse(rollout.next.at) - Date.parse(rollout.since), 24 * 3_600_000);
  const second = await given('hero');
  assert.ok(second.size > 45 && second.size < 110, String(second.size));
  for (const [device, was] of first) assert.equal(second.get(device), was);
  await look();
  assert.deepEqual(
    [(await read(id)).rollout.state, (await read(id)).rollout.next],
    ['complete', null],
  );
  const all = await given('hero');
  assert.equal(all.size, devices.length);
  for (const [device, was] of second) assert.equal(all.get(device), was);
});

test('a teammate holds, goes on, takes a step and goes back, and each is in the history', async () => {
  const id = await publish({ selector: 'steered', experiences, rollout: { steps } });
  assert.equal((await steer(id, 'hold')).rollout.state, 'held');
  await steer(id, 'hold', 409);
  assert.equal((await read(id)).rollout.next.at, null);
  assert.equal((await steer(id, 'resume')).rollout.state, 'running');
  const early = await given('steered');
  assert.equal((await steer(id, 'advance')).rollout.step, 2);
  const late = await given('steered');
  assert.ok(late.size > early.size);
  const back = await steer(id, 'return');
  assert.deepEqual([back.rollout.step, back.rollout.state], [1, 'returned']);
  assert.deepEqual(await given('steered'), early, 'those who came later are taken out');
  const out = await steer(id, 'return');
  assert.deepEqual([out.status, out.rollout.next.at], ['paused', null]);
  assert.equal((await given('steered')).size, 0);
  const again = await steer(id, 'resume');
  assert.deepEqual([again.status, again.rollout.state], ['live', 'running']);
  assert.deepEqual(await given('steered'), early);
  const versions = await manage('GET', `/v2/campaigns/${id}/versions`);
  const [{ acts, publications }] = versions.body.items;
  assert.equal(publications.length, 1, 'a step is no publication of another version');
  assert.deepEqual(
    acts.map(({ action, detail }: { action: string; detail: string }) => `${action} ${detail}`),
    [
      'resume 0 % → 20 %',
      'return 20 % → 0 %',
      'return 50 % → 20 %',
      'advance 20 % → 50 %',
      'resume 20 %',
      'hold 20 %',
    ],
  );
});

test('a breach goes back a step, takes out those who came with it, and says why everywhere', async () => {
  const guardrails = [{ metric: 2, margin: 0.1, minimumUsers: 20 }];
  const id = await daysAgo(1, () =>
    publish({ selector: 'checkout', experiences, rollout: { steps }, metrics: { guardrails } }),
  );
  const early = await daysAgo(1, () => given('checkout'));
  await daysAgo(0.95, () => steer(id, 'advance'));
  const channel = { name: 'Team', type: 'webhook', url: 'https://hooks.example.com/attune' };
  const events = ['campaign.guardrail_breached'];
  const { body: told } = await manage('POST', '/v2/channels', { ...channel, events });
  const all = await daysAgo(0.9, () => given('checkout'));
  await look();
  assert.equal((await read(id)).rollout.guardrails[0].status, 'ok');
  for (const [device, variation] of all) {
    if (variation === 'A') await tell({ id: device }, 0.5, bought(10));
  }
  await folded();
  await ctx.pool.query(`update campaign_figures set as_of = now() - interval '6 minutes'`);
  await look();
  const { rollout } = await read(id);
  assert.deepEqual([rollout.step, rollout.state], [1, 'returned']);
  assert.match(rollout.cause, /^Purchases of "B" 100 % below the control \(tolerated: 10 %\)$/);
  assert.equal(rollout.guardrails[0].status, 'breached');
  assert.deepEqual(await given('checkout'), early);
  const report = await manage('GET', `/v2/campaigns/${id}/report`);
  assert.match(report.body.notes.join(' '), /went back .*Purchases of "B" 100 % below/);
  const { items } = (await manage('GET', `/v2/campaigns/${id}/versions`)).body;
  assert.match(items[0].acts[0].detail, /^50 % → 20 %: Purchases of "B"/);
  const { rows } = await ctx.pool.query('select message from delivery where channel_id = $1', [
    told.channel.id,
  ]);
  assert.deepEqual(
    rows.map(({ message }) => JSON.parse(message).data),
    [
      {
        ...{ campaignId: id, campaignName: 'Campaign checkout', cause: rollout.cause },
        ...{ trafficBefore: 0.5, trafficAfter: 0.2 },
      },
    ],
  );
  await look();
  assert.equal((await read(id)).rollout.step, 1, 'it goes back once');
  // Users of before would send it back at once.
  await steer(id, 'resume');
  await look();
  assert.deepEqual([(await read(id)).rollout.state, (await read(id)).status], ['running', 'live']);
});

test('without steps a breach pauses the campaign', async () => {
  const metrics = { guardrails: [{ metric: 2, minimumUsers: 20 }] };
  const id = await daysAgo(1, () => publish({ selector: 'whole', experiences, metrics }));
  for (const [device, variation] of await daysAgo(1, () => given('whole'))) {
    if (variation === 'A') await tell({ id: device }, 0.5, bought(10));
  }
  await folded();
  await look();
  const { status, rollout } = await read(id);
  assert.deepEqual([status, rollout.state], ['paused', 'returned']);
  assert.match(rollout.cause, /Purchases of "B"/);
});

test('steps rise up to the traffic, and guardrails need a metric and two variations', async () => {
  const refused = async (campaign: object, ...pointers: string[]) => {
    const body = { name: 'No', selector: 'no', type: 'custom', experiences, ...campaign };
    const answer = await manage('POST', '/v2/campaigns', body);
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(
      answer.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      pointers,
    );
  };
  const rollout = { steps: [steps[1]!, steps[0]!] };
  await refused({ rollout }, '/rollout/steps/1/traffic');
  await refused({ rollout: { steps }, traffic: 0.5 }, '/rollout/steps/1/traffic');
  await refused({ rollout: { steps }, stickiness: 'session' }, '/rollout');
  const guardedBy = (...ids: number[]) => ({
    metrics: { guardrails: ids.map((metric) => ({ metric })) },
  });
  await refused(guardedBy(999_999), '/metrics/guardrails/0/metric');
  await refused(guardedBy(2, 2), '/metrics/guardrails/1/metric');
  const alone = [{ name: 'All', variations: [variation('new')] }];
  await refused({ ...guardedBy(2), experiences: alone }, '/metrics/guardrails');
});
