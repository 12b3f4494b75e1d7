// Tests of consent: without it nobody is remembered, and most campaigns serve the default.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import { createKey } from '../../access/api-keys/index.ts';
import {
  callWith,
  experienceServer,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const strict = await server.site('strict', { settings: { requireConsent: true } });
const { client, decide, log, publish } = await experiencesOf(server, strict);

const page = { type: 'PRODUCT' as const, data: ['sku-1'] };
const consenting = (svcid: string) => ({ svcid, active_consent_accepted: true });

await publish({ selector: 'notice', servesWithoutConsent: true });
await publish({
  selector: 'greeting',
  experiences: [
    {
      name: 'Returning',
      targeting: { 'recent.viewed': { $elemMatch: { $eq: 'sku-1' } } },
      variations: [variation('welcome back')],
    },
    { name: 'Everybody', variations: [variation('hello')] },
  ],
});

test('without consent there are no cookies, no events, and the default', async () => {
  for (const user of [{}, { svcid: '31' }, { svcid: '31', active_consent_accepted: false }]) {
    const answer = await client.choose({
      user,
      context: { page },
      selector: { names: ['greeting', 'notice'] },
      options: { isImplicitPageview: true },
    });
    assert.deepEqual(answer.cookies, []);
    assert.deepEqual(
      answer.choices.map(({ type, variations }) => [type, variations.length]),
      [
        ['NO_DECISION', 0],
        ['DECISION', 1],
      ],
      'but for a campaign that serves without consent',
    );
    await client.engagement({
      user,
      engagements: [{ type: 'CLICK', decisionId: answer.choices[0]?.decisionId ?? '' }],
    });
    await client.pageview({ user, context: { page } });
    await client.events({ user, events: [{ name: 'Anything', properties: {} }] });
  }
  assert.deepEqual(await log(), []);
});

test('a user who consents is remembered; after a withdrawal decisions do not use the profile', async () => {
  const user = consenting('32');
  const { cookies } = await client.choose({ user, context: { page } });
  assert.equal(cookies.length, 2);
  await eventually(async () => {
    const { variations } = await decide('greeting', { user });
    return variations[0]?.payload.data === 'welcome back';
  });
  assert.deepEqual((await decide('greeting', { user: { svcid: '32' } })).variations, []);
});

test('an explicit no is a no on every site; silence is one where consent is required', async () => {
  const easy = await experiencesOf(server, await server.site('easy'));
  await easy.publish({ selector: 'home' });
  const request = { context: { page }, selector: { names: ['home'] } };
  const refusing = { id: '33', active_consent_accepted: false };
  const refused = await easy.client.choose({ user: refusing, ...request });
  assert.deepEqual([refused.cookies, refused.choices[0]?.type], [[], 'NO_DECISION']);
  const silent = await easy.client.choose({ user: { svcid: '34' }, ...request });
  assert.deepEqual([silent.cookies.length, silent.choices[0]?.type], [2, 'DECISION']);
  assert.deepEqual(
    (await easy.log()).map(({ kind, userId }) => [kind, userId]),
    [['exposure', '34']],
  );
});

test('what is not recorded for want of consent is told: by choose, in a header, to teammates', async () => {
  const site = await server.site('telling');
  const easy = await experiencesOf(server, site);
  const codes = ({ warnings = [] }: { warnings?: { code: string; message: string }[] }) =>
    warnings.map(({ code, message }) => `${code} ${message.slice(-60)}`);
  const refusing = { svcid: '41', active_consent_accepted: false };
  const told = 'no_consent  the site requires: no profile is read and nothing is stored';
  assert.deepEqual(codes(await client.choose({ user: { svcid: '41' } })), [told]);
  assert.match(codes(await easy.client.choose({ user: refusing }))[0]!, /is false: no profile/);
  assert.deepEqual(codes(await easy.client.choose({ user: { svcid: '41' } })), []);
  const send = callWith(server.url, await site.key(['collect']));
  const events = [{ name: 'Anything', properties: {} }];
  const answer = await send('POST', '/v2/collect/user/event', { user: refusing, events });
  assert.deepEqual([answer.status, answer.headers.get('svc-warnings')], [204, 'no_consent=1']);
  await server.recorded();
  await eventually(async () => {
    const { body } = await easy.manage('GET', '/v2/ingestion-warnings');
    return body.warnings.some(
      (one: { code: string; endpoint: string }) =>
        one.code === 'no_consent' && one.endpoint === 'collectEvents',
    );
  });
});

test('user.consent is what the request says, and nothing where it says nothing', async () => {
  const easy = await experiencesOf(server, await server.site('targeted'));
  await easy.publish({
    selector: 'banner',
    servesWithoutConsent: true,
    experiences: [
      {
        name: 'Ask',
        targeting: { 'user.consent': { $exists: false } },
        variations: [variation('ask')],
      },
      { name: 'Thank', targeting: { 'user.consent': true }, variations: [variation('thank')] },
      { name: 'Respect', variations: [variation('respect')] },
    ],
  });
  const shown = async (user: object) =>
    (await easy.decide('banner', { user })).variations[0]?.payload.data;
  assert.equal(await shown({ svcid: '51' }), 'ask');
  assert.equal(await shown({ svcid: '51', active_consent_accepted: true }), 'thank');
  assert.equal(await shown({ svcid: '51', active_consent_accepted: false }), 'respect');
});

test('an engagement with what was decided without consent is of nobody, also after a yes', async () => {
  const easy = await experiencesOf(server, await server.site('credited'));
  await easy.publish({ selector: 'home', servesWithoutConsent: true });
  const { decisionId } = await easy.decide('home', {
    user: { svcid: '61', active_consent_accepted: false },
    options: { isImplicitImpressionMode: false },
  });
  const engagements = [
    { type: 'IMP' as const, decisionId },
    { type: 'CLICK' as const, decisionId },
  ];
  await easy.client.engagement({ user: consenting('61'), engagements });
  assert.deepEqual(await easy.log(), []);
});

test('a client of the original API family says nothing by its default of false', async () => {
  const site = await server.site('original');
  const easy = await experiencesOf(server, site);
  await easy.publish({ selector: 'home' });
  const { value } = await createKey(
    server.ctx,
    site.snapshot(),
    {
      ...{ name: 'Original', source: 'Client-side', permissions: ['serve', 'collect'] },
      compatibility: true,
    } as never,
    'test',
  );
  const send = callWith(server.url, value);
  const user = { dyid: '71', active_consent_accepted: false };
  const { body } = await send('POST', '/v2/serve/user/choose', {
    user,
    selector: { names: ['home'] },
  });
  assert.deepEqual([body.choices[0].type, body.warnings], ['DECISION', undefined]);
  assert.deepEqual(
    (await easy.log()).map(({ userId }) => userId),
    ['71'],
  );
});
