// Tests of the life of campaigns through HTTP: drafted, published, replaced, paused, deleted.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { campaignOf, experienceServer, variation } from './campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, decide, manage, publish } = server;

const path = '/v2/campaigns';
const act = (id: number, action: string) => manage('POST', `${path}/${id}/${action}`);
const draft = async (selector: string) =>
  (await manage('POST', path, campaignOf({ selector }))).body.id as number;
const served = async (selector: string) =>
  (await decide(selector, { user: { id: '7' } })).variations[0]?.payload.data;

test('a campaign is draft, live, paused and live again; each answer shows it', async () => {
  const made = await manage('POST', path, campaignOf({ selector: 'life' }));
  const { id } = made.body;
  const stateOf = (body: Record<string, unknown>) => [
    ...[body['status'], body['version'], body['publishedVersion']],
  ];
  assert.deepEqual(stateOf(made.body), ['draft', 1, null]);
  const paused = await act(id, 'pause');
  assert.deepEqual([paused.status, paused.body.code], [409, 'conflict']);
  const live = await act(id, 'publish');
  assert.deepEqual([...stateOf(live.body), live.headers.get('etag')], ['live', 1, 1, '"1"']);
  const replaced = await manage('PUT', `${path}/${id}`, campaignOf({ selector: 'life' }));
  assert.deepEqual(stateOf(replaced.body), ['live', 2, 1]);
  assert.deepEqual(stateOf((await act(id, 'pause')).body), ['paused', 2, 1]);
  assert.deepEqual(stateOf((await act(id, 'pause')).body), ['paused', 2, 1]);
  assert.deepEqual(stateOf((await act(id, 'publish')).body), ['live', 2, 2]);
  assert.deepEqual(stateOf((await manage('GET', `${path}/${id}`)).body), ['live', 2, 2]);
  for (const action of ['publish', 'pause', 'preview']) {
    const body = action === 'preview' ? {} : undefined;
    assert.equal((await manage('POST', `${path}/999999/${action}`, body)).status, 404);
  }
});

test('what is left out has its default', async () => {
  const id = await draft('defaults');
  const { campaign } = (await manage('GET', `${path}/${id}`)).body;
  const { groups, traffic, stickiness, type, schedule } = campaign;
  assert.deepEqual(
    { groups, traffic, stickiness, type, schedule },
    { groups: [], traffic: 1, stickiness: 'user', type: 'custom', schedule: undefined },
  );
});

test('a campaign serves what was published until its new draft is', async () => {
  const id = await publish({ selector: 'drafted' });
  const changed = campaignOf({
    selector: 'drafted',
    experiences: [{ name: 'E', variations: [variation('changed')] }],
  });
  await manage('PUT', `${path}/${id}`, changed);
  assert.equal(await served('drafted'), 'hello');
  await act(id, 'publish');
  assert.equal(await served('drafted'), 'changed');
});

test('the selector that is live stays, whatever drafts are called meanwhile', async () => {
  const first = await publish({ selector: 'old name' });
  await manage('PUT', `${path}/${first}`, campaignOf({ selector: 'new name' }));
  const second = await draft('old name');
  assert.equal(await served('old name'), 'hello');
  const rival = await act(second, 'publish');
  assert.deepEqual([rival.status, rival.body.code], [409, 'conflict']);
  assert.match(rival.body.detail, new RegExp(`${first}.*"old name"`));
  assert.equal((await act(first, 'publish')).status, 200);
  assert.equal(await served('new name'), 'hello');
  assert.equal((await act(second, 'publish')).status, 200);
  assert.equal((await decide('old name')).id, second);
});

test('a deleted campaign is unknown, and its selector free', async () => {
  const id = await publish({ selector: 'gone' });
  await manage('DELETE', `${path}/${id}?confirm=live`);
  const { choices, warnings } = await client.choose({ selector: { names: ['gone'] } });
  assert.deepEqual([choices, warnings?.[0]?.code], [[], 'unknown_selector']);
  assert.notEqual(await publish({ selector: 'gone' }), id);
});

test('ids stay on replacement: of the campaign, its experiences and its variations', async () => {
  const id = await publish({
    selector: 'ids',
    experiences: [{ name: 'E', variations: [variation('A'), variation('B')] }],
  });
  const { campaign } = (await manage('GET', `${path}/${id}`)).body;
  const [experience] = campaign.experiences;
  const [a, b] = experience.variations;
  const put = await manage('PUT', `${path}/${id}`, {
    ...campaign,
    experiences: [
      { name: 'Before', variations: [variation('C')] },
      { ...experience, name: 'Renamed', variations: [{ ...b, name: 'b' }, variation('D'), a] },
    ],
  });
  const after = put.body.campaign;
  assert.deepEqual([put.body.id, after.seed], [id, campaign.seed]);
  assert.equal(after.experiences[1].id, experience.id);
  const [first, second, third] = after.experiences[1].variations;
  assert.deepEqual([first.id, third.id], [b.id, a.id]);
  const all = [experience.id, a.id, b.id, id, second.id, after.experiences[0].id];
  all.push(after.experiences[0].variations[0].id);
  assert.equal(new Set(all).size, 7);
});

test('weights and traffic open an allocation version; names and payloads do not', async () => {
  const id = await publish({ selector: 'versions' });
  const replace = async (change: (campaign: ReturnType<typeof campaignOf>) => void) => {
    const { campaign } = (await manage('GET', `${path}/${id}`)).body;
    change(campaign);
    const { body } = await manage('PUT', `${path}/${id}`, campaign);
    return body.campaign.experiences[0].allocationVersion;
  };
  const variationOf = (campaign: ReturnType<typeof campaignOf>) =>
    campaign.experiences[0]!.variations[0]!;
  assert.equal(await replace((campaign) => (campaign.name = 'Renamed')), 1);
  assert.equal(await replace((campaign) => (variationOf(campaign).name = 'Renamed')), 1);
  assert.equal(await replace((campaign) => (variationOf(campaign).weight = 2)), 2);
  assert.equal(await replace((campaign) => (campaign.traffic = 0.5)), 3);
  assert.equal(
    await replace((campaign) => campaign.experiences[0]!.variations.push(variation('B'))),
    4,
  );
});

test('a live campaign is deleted only when that is confirmed; any other at once', async () => {
  const id = await publish({ selector: 'deleted' });
  const refused = await manage('DELETE', `${path}/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.detail, /"deleted" is live.*\?confirm=live/);
  assert.equal((await decide('deleted')).variations.length, 1, 'it goes on');
  assert.equal((await manage('DELETE', `${path}/${id}?confirm=yes`)).body.code, 'invalid_query');
  assert.equal((await manage('DELETE', `${path}/${id}?confirm=live`)).status, 204);
  const paused = await publish({ selector: 'deleted' });
  await manage('POST', `${path}/${paused}/pause`);
  assert.equal((await manage('DELETE', `${path}/${paused}`)).status, 204);
});

test('what is published is counted from 1, whatever drafts were between, and once if it is resumed', async () => {
  const path = '/v2/campaigns';
  const id = await publish({ selector: 'counted' });
  await manage('POST', `${path}/${id}/pause`);
  assert.equal((await manage('POST', `${path}/${id}/publish`)).body.publishedNumber, 1);
  for (const traffic of [0.9, 0.8]) {
    await manage('PUT', `${path}/${id}`, campaignOf({ selector: 'counted', traffic }));
  }
  const { version, publishedNumber } = (await manage('GET', `${path}/${id}`)).body;
  assert.deepEqual([version, publishedNumber], [3, 1]);
  assert.equal((await manage('POST', `${path}/${id}/publish`)).body.publishedNumber, 2);
  const { items } = (await manage('GET', `${path}/${id}/versions`)).body;
  const numbers = items.map(({ publications = [] }: { publications?: { number: number }[] }) =>
    publications.map(({ number }) => number),
  );
  assert.deepEqual(numbers, [[2], [], [1, 1]]);
  const draft = await manage('POST', path, campaignOf({ selector: 'uncounted' }));
  assert.equal(draft.body.publishedNumber, null);
});

test('an experience without a name is called after its targeting, and none is stored', async () => {
  const audience = await manage('POST', '/v2/audiences', { name: 'Gold', condition: { a: 1 } });
  const unnamed = (targeting: Record<string, unknown>) => ({
    targeting,
    variations: [variation('hello')],
  });
  const experiences = [
    unnamed({ $not: { $audience: audience.body.id } }),
    unnamed({ 'user.isNew': false }),
  ];
  const testUsers = [{ id: '8', experience: 'Experience 2', variation: 'hello' }];
  const id = await publish({ selector: 'unnamed', experiences, testUsers });
  const options = { returnAnalyticsMetadata: true };
  const nameFor = async (user: string) =>
    (await decide('unnamed', { user: { id: user }, options })).variations[0]?.analyticsMetadata
      ?.experienceName;
  assert.equal(await nameFor('7'), 'Visitors outside the audience Gold');
  assert.equal(await nameFor('8'), 'Returning visitors');
  const report = (await manage('GET', `${path}/${id}/report`)).body;
  assert.deepEqual(
    report.experiences.map(({ name }: { name: string }) => name),
    ['Visitors outside the audience Gold', 'Returning visitors'],
  );
  const files = await manage('GET', '/v2/experiences/export');
  const exported = files.body.campaigns.find(
    (one: { selector: string }) => one.selector === 'unnamed',
  );
  const { campaign } = (await manage('GET', `${path}/${id}`)).body;
  for (const one of [...exported.experiences, ...campaign.experiences]) {
    assert.ok(!('name' in one));
  }
  assert.deepEqual(campaign.testUsers, testUsers);
  await manage('POST', '/v2/experiences/import', files.body);
  const again = (await manage('GET', `${path}/${id}`)).body.campaign;
  assert.deepEqual(again.experiences, campaign.experiences);
});
