// Tests of audiences through HTTP: their conditions checked, kept while something refers to them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  callWith,
  campaignOf,
  experienceServer,
  variation,
} from '../campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage } = server;

let made = 0;
async function audience(condition: unknown): Promise<number> {
  made += 1;
  const { status, text, body } = await manage('POST', '/v2/audiences', {
    name: `Audience ${made}`,
    condition,
  });
  assert.equal(status, 201, text);
  return body.id;
}

const campaignFor = (id: number, selector: string) =>
  campaignOf({
    selector,
    experiences: [
      { name: 'E', targeting: { $or: [{ $audience: id }] }, variations: [variation('A')] },
    ],
  });

test('a condition comes back as it was given, whatever its names are', async () => {
  const condition: Record<string, unknown> = {
    'pageAttributes.__proto__': { $in: ['é', '😀', null] },
    $and: [{ 'constructor.name': { $exists: false } }, { 'a.b\\.c': { $regex: '^x$' } }],
    ['x'.repeat(1000)]: { $eq: { z: 1, a: [2] } },
  };
  const id = await audience(condition);
  const { body } = await manage('GET', `/v2/audiences/${id}`);
  assert.equal(JSON.stringify(body.audience.condition), JSON.stringify(condition));
});

test('every error of a condition is listed where it stands', async () => {
  const { status, body } = await manage('POST', '/v2/audiences', {
    name: 'Wrong',
    condition: {
      $xor: [],
      channel: { $like: 'a', $in: 'b' },
      $and: [{ channel: { $regex: '(' } }, 7],
      $audience: 999_999,
      'a/b~c': { $gt: {} },
    },
  });
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(),
    [
      ...['/condition/$and/0/channel/$regex', '/condition/$and/1', '/condition/$audience'],
      ...['/condition/$xor', '/condition/a~1b~0c/$gt'],
      ...['/condition/channel/$in', '/condition/channel/$like'],
    ].sort(),
  );
});

test('an audience cannot lead back to itself, on whatever way', async () => {
  const first = await audience({ channel: 'APP' });
  const second = await audience({ $not: { $audience: first } });
  for (const [id, target] of [
    [first, first],
    [first, second],
  ]) {
    const { status, body } = await manage('PUT', `/v2/audiences/${id}`, {
      name: `Audience of ${id}`,
      condition: { $or: [{ $audience: target }] },
    });
    assert.equal(status, 422);
    assert.equal(body.errors[0].pointer, '/condition/$or/0/$audience');
    assert.match(body.errors[0].detail, /leads back to itself/);
  }
});

test('another site’s audience is unknown', async () => {
  const elsewhere = callWith(server.url, await (await server.site('elsewhere')).key(['manage']));
  const id = await audience({ channel: 'APP' });
  const condition = { $audience: id };
  const refused = await elsewhere('POST', '/v2/audiences', { name: 'Mine', condition });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/condition/$audience']);
  const campaign = await elsewhere('POST', '/v2/campaigns', campaignFor(id, 'mine'));
  const at = '/experiences/0/targeting/$or/0/$audience';
  assert.deepEqual([campaign.status, campaign.body.errors[0].pointer], [422, at]);
});

test('an audience is kept while a draft or another audience refers to it', async () => {
  const id = await audience({ channel: 'APP' });
  const outer = await audience({ $audience: id });
  const draft = await manage('POST', '/v2/campaigns', campaignFor(id, 'user of it'));
  const refused = await manage('DELETE', `/v2/audiences/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(
    refused.body.detail,
    /the audience "Audience \d+", the draft of the campaign "user of it" \(experience "E"\)/,
  );
  assert.equal((await manage('DELETE', `/v2/audiences/${outer}`)).status, 204);
  assert.equal((await manage('DELETE', `/v2/audiences/${id}`)).status, 409);
  assert.equal((await manage('DELETE', `/v2/campaigns/${draft.body.id}`)).status, 204);
  assert.equal((await manage('DELETE', `/v2/audiences/${id}`)).status, 204);
});

test('an audience is kept while what is live refers to it, though the draft no longer does', async () => {
  const id = await audience({ channel: 'APP' });
  const campaign = await server.publish(campaignFor(id, 'live'));
  const without = campaignOf({ selector: 'live' });
  assert.equal((await manage('PUT', `/v2/campaigns/${campaign}`, without)).status, 200);
  const refused = await manage('DELETE', `/v2/audiences/${id}`);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /"live"/);
  await manage('POST', `/v2/campaigns/${campaign}/publish`);
  assert.equal((await manage('DELETE', `/v2/audiences/${id}`)).status, 204);
});

test('a payload that looks like a reference is none', async () => {
  const id = await audience({ channel: 'APP' });
  const experiences = [{ name: 'E', variations: [variation({ $audience: id }, 1, 'A')] }];
  await server.publish({ selector: 'look-alike', experiences });
  assert.equal((await manage('DELETE', `/v2/audiences/${id}`)).status, 204);
});

test('a device type that there is not is saved, and warned about at once', async () => {
  const condition = { 'device.type': { $in: ['Mobile', 'tablet'] } };
  const made = await manage('POST', '/v2/audiences', { name: 'On phones', condition });
  assert.equal(made.status, 201, made.text);
  const [warning, ...others] = made.body.warnings;
  assert.deepEqual([warning.pointer, others], ['/condition/device.type/$in/0', []]);
  assert.match(warning.detail, /desktop, mobile, tablet, tv, bot\. Did you mean mobile\?/);
  const targeting = { 'device.type': 'phone' };
  const campaign = campaignOf({
    selector: 'phones',
    experiences: [{ name: 'E', targeting, variations: [variation('a')] }],
  });
  const saved = await manage('POST', '/v2/campaigns', campaign);
  assert.deepEqual(
    saved.body.warnings.map(({ pointer }: { pointer: string }) => pointer),
    ['/experiences/0/targeting/device.type'],
  );
  const { body } = await manage('POST', '/v2/audiences/estimate', { condition: targeting });
  assert.deepEqual(
    body.warnings.map(({ kind }: { kind: string }) => kind),
    ['unknown-value'],
  );
});
