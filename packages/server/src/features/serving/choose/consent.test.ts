// Tests of a site that requires consent: without it users are served, and not remembered.
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

const page = { type: 'PRODUCT', data: ['sku-1'] };
const consenting = (svcid: string) => ({ svcid, active_consent_accepted: true });

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

test('without consent there are no cookies and no events, and there is a decision', async () => {
  for (const user of [{}, { svcid: '31' }, { svcid: '31', active_consent_accepted: false }]) {
    const answer = await client.choose({
      user,
      context: { page },
      selector: { names: ['greeting'] },
      options: { isImplicitPageview: true },
    });
    assert.deepEqual(answer.cookies, []);
    assert.equal(answer.choices[0]?.variations[0]?.payload.data, 'hello');
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
  const { variations } = await decide('greeting', { user: { svcid: '32' } });
  assert.equal(variations[0]?.payload.data, 'hello');
});

test('a site that does not require consent asks for none', async () => {
  const easy = await experiencesOf(server, await server.site('easy'));
  const user = { svcid: '33', active_consent_accepted: false };
  const { cookies } = await easy.client.choose({ user, context: { page } });
  assert.equal(cookies.length, 2);
  assert.deepEqual(
    (await easy.log()).map(({ kind }) => kind),
    ['pageview'],
  );
});
