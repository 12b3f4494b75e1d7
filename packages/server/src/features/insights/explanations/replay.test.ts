// A past decision is made again from the log and the stored configuration.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReplayOutput } from '@attune/contract';
import { eventually } from '../../../testing.ts';
import {
  experienceServer,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { forgetOldConfiguration } from './index.ts';

const server = await experienceServer();
after(server.close);
const { manage, publish, decide, client } = server;
const halves = [variation('A'), variation('B')];

const replay = async (decisionId: string): Promise<ReplayOutput> => {
  await server.folded();
  const { status, text, body } = await manage('POST', '/v2/decisions/replay', { decisionId });
  assert.equal(status, 200, text);
  return body;
};

test('a decision is made again by the values that it read, whatever has changed since', async () => {
  const fans = await manage('POST', '/v2/audiences', {
    name: 'Fans',
    condition: { 'user.daysSinceLastSeen': { $gt: 3 }, channel: { $exists: true } },
  });
  const targeting = { $audience: fans.body.id, 'cart.skus': { $in: ['sku 1', 'sku 2'] } };
  const experiences = [
    { name: 'Phones', targeting: { 'device.type': 'mobile' }, variations: halves },
    { name: 'Fans', targeting, variations: halves },
  ];
  const id = await publish({ selector: 'changing', experiences });
  const context = {
    device: { type: 'Desktop' },
    channel: 'app',
    cart: [{ productId: 'sku 2', quantity: 1 }],
  };
  const { decisionId, variations } = await decide('changing', { user: { id: '21' }, context });
  await manage('PUT', `/v2/audiences/${fans.body.id}`, { name: 'Others', condition: { a: 1 } });
  await manage('POST', `/v2/campaigns/${id}/pause`);
  await manage('DELETE', `/v2/campaigns/${id}?confirm=live`);

  const found = await replay(decisionId);
  assert.equal(found.same, true, JSON.stringify(found));
  assert.deepEqual(found.values, {
    'device.type': 'desktop',
    'user.daysSinceLastSeen': { n: 'Infinity' },
    channel: 'app',
    'cart.skus': ['sku 2'],
  });
  assert.deepEqual(found.differences, []);
  assert.equal(found.logged?.reason, 'allocated');
  assert.equal(found.logged?.variationId, variations[0]?.id);
  assert.deepEqual(found.recomputed, found.logged);
  assert.deepEqual(found.explanation?.audiences, { [fans.body.id]: 'Fans' });
  assert.deepEqual(
    found.explanation?.words.experiences.map(({ sentence }) => sentence),
    ['not matched: device.type is "desktop", wanted "mobile"', 'matched'],
  );
});

test('requests whose conditions read nothing log no values, others once for all decisions', async () => {
  await publish({ selector: 'anybody' });
  const targeting = { 'page.type': 'HOMEPAGE' };
  const experiences = [{ name: 'E', targeting, variations: halves }];
  await publish({ selector: 'home-1', experiences });
  await publish({ selector: 'home-2', experiences });
  const context = { page: { type: 'HOMEPAGE' as const } };
  await decide('anybody', { user: { id: '31' }, context });
  const { choices } = await client.choose({
    ...{ user: { id: '32' }, context },
    selector: { names: ['anybody', 'home-1', 'home-2'] },
  });
  const log = await server.log();
  const valuesOf = (user: string) =>
    log.filter(({ userId }) => userId === user).map(({ event }) => event.values);
  assert.deepEqual(valuesOf('31'), [undefined]);
  assert.deepEqual(valuesOf('32'), [{ 'page.type': 'HOMEPAGE' }, undefined, undefined]);
  for (const { decisionId } of choices) assert.equal((await replay(decisionId)).same, true);
});

test('a decision that was kept from an earlier exposure is kept again', async () => {
  const experiences = [{ name: 'E', variations: halves }];
  const id = await publish({ selector: 'kept', experiences });
  const user = { id: '41' };
  const first = await decide('kept', { user });
  await server.folded();
  const before = await manage('GET', `/v2/campaigns/${id}`);
  const given = first.variations[0]!.id;
  const [experience] = before.body.campaign.experiences;
  for (const one of experience.variations) one.weight = one.id === given ? 0 : 1;
  await manage('PUT', `/v2/campaigns/${id}`, before.body.campaign);
  await manage('POST', `/v2/campaigns/${id}/publish`);
  const second = await decide('kept', { user });
  const found = await replay(second.decisionId);
  assert.deepEqual([found.same, found.logged?.reason], [true, 'assigned']);
  assert.equal((await replay(first.decisionId)).logged?.reason, 'allocated');
});

test('lists and activity are as they were read, whatever the list is now', async () => {
  const made = await manage('POST', '/v2/audiences', { name: 'Invited', kind: 'list' });
  const members = `/v2/audiences/${made.body.id}/members`;
  await manage('PUT', members, { members: [{ userId: '45' }] });
  const user = { id: '45' };
  await client.events({ user, events: [{ name: 'tour', properties: {} }] });
  await server.folded();
  const targeting = { $audience: made.body.id, 'activity.event.tour.7d': { $gte: 1 } };
  await publish({
    selector: 'listed',
    experiences: [{ name: 'E', targeting, variations: halves }],
  });
  const { decisionId, type } = await decide('listed', { user });
  assert.equal(type, 'DECISION');
  await manage('PUT', members, { members: [] });
  const found = await replay(decisionId);
  assert.equal(found.same, true, JSON.stringify(found));
  assert.deepEqual(found.values, {
    'user.lists': [made.body.id],
    'activity.event.tour.7d': 1,
  });
});

test('what counts when it is shown is made again before and after it was', async () => {
  await publish({
    selector: 'shown',
    stickiness: 'none',
    experiences: [{ name: 'E', variations: halves }],
  });
  const user = { id: '51' };
  const options = { isImplicitImpressionMode: false };
  const { decisionId } = await decide('shown', { user, options });
  assert.equal((await replay(decisionId)).same, true);
  await client.engagement({ user, engagements: [{ type: 'IMP', decisionId }] });
  assert.equal((await replay(decisionId)).same, true);
});

test('a value too long to be logged is named, and the answer does not guess', async () => {
  const targeting = { 'cart.skus': { $in: ['last'] } };
  await publish({ selector: 'long', experiences: [{ name: 'E', targeting, variations: halves }] });
  const skus = [...Array.from({ length: 200 }, (_, at) => `${at}`.padStart(40, 'x')), 'last'];
  const cart = skus.map((productId) => ({ productId, quantity: 1 }));
  const { decisionId } = await decide('long', { user: { id: '61' }, context: { cart } });
  const found = await replay(decisionId);
  assert.deepEqual([found.same, found.notKept], [null, ['cart.skus']]);
  assert.match(found.summary, /cart\.skus was too long/);
});

test('previews, and unlogged decisions, are explained in a sentence', async () => {
  const id = await publish({ selector: 'pre', traffic: 0 });
  const { body } = await manage('POST', `/v2/campaigns/${id}/preview`, {});
  const shown = await client.choose({
    ...{ user: { id: '71' } },
    selector: { names: ['pre'], preview: { ids: [body.previewId] } },
  });
  assert.match((await replay(shown.choices[0]!.decisionId)).summary, /never logged/);
  const nothing = await replay((await decide('pre', { user: { id: '71' } })).decisionId);
  assert.equal(nothing.same, null);
  assert.match(nothing.summary, /gave nothing/);
});

test('a site that logs all decisions has those too that gave nothing', async () => {
  const all = await server.site('all', { settings: { decisionLog: 'all' } });
  const on = await experiencesOf(server, all);
  const targeting = { channel: 'app' };
  await on.publish({ selector: 'out', traffic: 0 });
  await on.publish({
    selector: 'app',
    experiences: [{ name: 'E', targeting, variations: halves }],
  });
  const { choices } = await on.client.choose({
    ...{ user: { id: '81' }, context: { channel: 'web' } },
    selector: { names: ['out', 'app'] },
  });
  await server.folded();
  const found = await Promise.all(
    choices.map(async ({ decisionId }) => {
      const answer = await on.manage('POST', '/v2/decisions/replay', { decisionId });
      return [answer.body.same, answer.body.logged.reason];
    }),
  );
  assert.deepEqual(found, [
    [true, 'not_in_traffic'],
    [true, 'no_experience_matched'],
  ]);
});

test("another site's decision is not found, an erased person's is gone with its values", async () => {
  const targeting = { 'pageAttributes.note': { $exists: true } };
  await publish({
    selector: 'erased',
    experiences: [{ name: 'E', targeting, variations: halves }],
  });
  const user = { cuid: 'erased', cuidType: 'external' };
  const context = { pageAttributes: { note: 'a needle' } };
  const { decisionId } = await decide('erased', { user, context });
  const before = await replay(decisionId);
  assert.deepEqual([before.same, before.values], [true, { 'pageAttributes.note': 'a needle' }]);
  const elsewhere = await experiencesOf(server, await server.site('elsewhere'));
  const other = await elsewhere.manage('POST', '/v2/decisions/replay', { decisionId });
  assert.deepEqual([other.status, other.body.code], [404, 'not_found']);

  const userdata = await server.test.client(['userdata']);
  await userdata.eraseUser(user);
  await eventually(async () => {
    const { status, body } = await manage('POST', '/v2/decisions/replay', { decisionId });
    return status === 410 && body.code === 'decision_gone';
  });
  const { rows } = await server.ctx.pool.query(`select 1 from event where data like '%needle%'`);
  assert.deepEqual(rows, []);
});

test('configurations are kept while the log may have a decision of theirs, the last ones always', async () => {
  const { db, pool } = server.ctx;
  const versions = async () => {
    const { rows } = await pool.query(
      `select revision from kept_configuration where site_id = $1 and object_id = $2`,
      [server.test.id, id],
    );
    return rows.length;
  };
  const id = await publish({ selector: 'aged' });
  await manage('POST', `/v2/campaigns/${id}/pause`);
  await forgetOldConfiguration(db);
  assert.equal(await versions(), 2);
  await pool.query(
    `update kept_configuration set kept_at = kept_at - interval '3 days'
                    where object_id = $1`,
    [id],
  );
  await forgetOldConfiguration(db);
  assert.equal(await versions(), 1);
});
