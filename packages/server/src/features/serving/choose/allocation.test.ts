// Tests of allocation: a campaign's states, its traffic, its weights, and stickiness.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CampaignInput, ChooseInput } from '@attune/contract';
import { eventually } from '../../../testing.ts';
import {
  campaignOf,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, decide, log, manage, publish } = server;

const halves = [{ name: 'E', variations: [variation('A'), variation('B')] }];
/** So many that the same draw for all of them is out of the question. */
const everyone = Array.from({ length: 30 }, (_, at) => String(at + 100));

/** What each of some users is served. */
async function servedTo(selector: string, requests: readonly ChooseInput[]) {
  const choices = await Promise.all(requests.map((request) => decide(selector, request)));
  return choices.map(({ variations }) => variations[0]?.payload.data);
}

const asUsers = everyone.map((id): ChooseInput => ({ user: { id } }));

test('a campaign that was never published is not there; a paused one serves nothing', async () => {
  const { body } = await manage('POST', '/v2/campaigns', campaignOf({ selector: 'draft' }));
  const unknown = await client.choose({ selector: { names: ['draft'] } });
  assert.deepEqual(unknown.choices, []);
  assert.equal(unknown.warnings?.[0]?.code, 'unknown_selector');
  await manage('POST', `/v2/campaigns/${body.id}/publish`);
  assert.equal((await decide('draft')).type, 'DECISION');
  await manage('POST', `/v2/campaigns/${body.id}/pause`);
  const { id, type, variations } = await decide('draft');
  assert.deepEqual({ id, type, variations }, { id: body.id, type: 'NO_DECISION', variations: [] });
  await manage('POST', `/v2/campaigns/${body.id}/publish`);
  assert.equal((await decide('draft')).type, 'DECISION');
});

test('outside of its schedule, its traffic and its targeting a campaign decides nothing', async () => {
  const nothing: Record<string, Partial<CampaignInput>> = {
    later: { schedule: { start: '2999-01-01T00:00:00Z' } },
    over: { schedule: { end: '2001-01-01T00:00:00+02:00' } },
    nobody: { traffic: 0 },
    others: {
      experiences: [{ name: 'E', targeting: { channel: 'no such' }, variations: [variation('A')] }],
    },
  };
  for (const [selector, campaign] of Object.entries(nothing)) {
    await publish({ selector, ...campaign });
    const { type, variations } = await decide(selector, { user: { id: '7' } });
    assert.deepEqual([type, variations], ['NO_DECISION', []], selector);
  }
  const now = { start: '2001-01-01T00:00:00Z', end: '2999-01-01T00:00:00Z' };
  await publish({ selector: 'now', schedule: now });
  assert.equal((await decide('now')).type, 'DECISION');
});

test('the control group is decided, and served nothing', async () => {
  const variations = [variation(null, 1, 'control')];
  await publish({ selector: 'control', experiences: [{ name: 'E', variations }] });
  const choice = await decide('control', { user: { id: '7' } });
  assert.deepEqual([choice.type, choice.variations], ['DECISION', []]);
  await client.engagement({
    user: { id: '7' },
    engagements: [{ type: 'CLICK', decisionId: choice.decisionId }],
  });
  const kinds = (await log()).filter(({ userId }) => userId === '7').map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(-2), ['exposure', 'click']);
});

test('the first experience that fits decides, by priority', async () => {
  const targeted = (name: string, targeting: CampaignInput['experiences'][0]['targeting']) => ({
    name,
    ...(targeting && { targeting }),
    variations: [variation(name)],
  });
  await publish({
    selector: 'priority',
    experiences: [
      targeted('app', { channel: 'app' }),
      targeted('any', undefined),
      targeted('last', {}),
    ],
  });
  const channels = ['app', 'web'].map((channel): ChooseInput => ({ context: { channel } }));
  assert.deepEqual(await servedTo('priority', channels), ['app', 'any']);
});

test('a user stays, a session stays, and with neither every request is drawn again', async () => {
  for (const stickiness of ['user', 'session', 'none'] as const) {
    await publish({ selector: stickiness, stickiness, experiences: halves });
  }
  const first = await servedTo('user', asUsers);
  assert.deepEqual(new Set(first), new Set(['A', 'B']));
  assert.deepEqual(await servedTo('user', asUsers), first);
  const oneSession = everyone.map((id): ChooseInput => ({ user: { id }, sessionId: 's' }));
  assert.equal(new Set(await servedTo('session', oneSession)).size, 1);
  const sessions = everyone.map((svc): ChooseInput => ({ user: { id: '7' }, session: { svc } }));
  const bySession = await servedTo('session', sessions);
  assert.equal(new Set(bySession).size, 2);
  assert.deepEqual(await servedTo('session', sessions), bySession);
  const again = everyone.map((): ChooseInput => ({ user: { id: '7' }, sessionId: 's' }));
  assert.equal(new Set(await servedTo('none', again)).size, 2);
});

test('more traffic moves no user who takes part already', async () => {
  const input = campaignOf({ selector: 'traffic', traffic: 0.5, experiences: halves });
  const id = await publish(input);
  const before = await servedTo('traffic', asUsers);
  assert.ok(before.includes(undefined) && new Set(before).size > 1);
  const { campaign } = (await manage('GET', `/v2/campaigns/${id}`)).body;
  await manage('PUT', `/v2/campaigns/${id}`, { ...campaign, traffic: 1 });
  assert.deepEqual(await servedTo('traffic', asUsers), before, 'a draft changes nothing');
  await manage('POST', `/v2/campaigns/${id}/publish`);
  const after = await servedTo('traffic', asUsers);
  assert.ok(!after.includes(undefined));
  const moved = before.filter((served, at) => served !== undefined && served !== after[at]);
  assert.deepEqual(moved, []);
});

test('an exposed user stays through a change of weights and a sign-in', async () => {
  const id = await publish({ selector: 'sticky', unit: 'person', experiences: halves });
  const before = await servedTo('sticky', asUsers);
  await log();
  const { campaign } = (await manage('GET', `/v2/campaigns/${id}`)).body;
  campaign.experiences[0].variations[0].weight = 0;
  assert.equal((await manage('PUT', `/v2/campaigns/${id}`, campaign)).status, 200);
  await manage('POST', `/v2/campaigns/${id}/publish`);
  assert.deepEqual(await servedTo('sticky', asUsers), before);
  const newcomers = everyone.map((user): ChooseInput => ({ user: { id: `9${user}` } }));
  assert.deepEqual(new Set(await servedTo('sticky', newcomers)), new Set(['B']));
  const kept = everyone[before.indexOf('A')];
  const person = { cuid: 'sticky one', cuidType: 'external' };
  assert.deepEqual(await servedTo('sticky', [{ user: { id: `${kept}`, ...person } }]), ['A']);
  await eventually(async () => (await servedTo('sticky', [{ user: person }]))[0] === 'A');
});
