// Tests of consent: without it nobody is remembered, and most campaigns serve the default.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import {
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
