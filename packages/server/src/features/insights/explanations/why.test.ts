// Why a user would see what they see now: as choose would decide, and without a trace of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WhyOutput } from '@attune/contract';
import { experienceServer, variation } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage, publish, client, decide } = server;
const halves = [variation('A'), variation('B')];

const why = async (request: unknown): Promise<WhyOutput> => {
  const { status, text, body } = await manage('POST', '/v2/decisions/why', request);
  assert.equal(status, 200, text);
  return body;
};

const phones = await manage('POST', '/v2/audiences', {
  name: 'Phones',
  condition: { 'device.type': 'mobile' },
});
const targeting = { $audience: phones.body.id };
const experiences = [
  { name: 'Phones', targeting, variations: [variation('P')] },
  { name: 'All', variations: halves },
];
const id = await publish({ selector: 'why', experiences });
await publish({ selector: 'other' });

test('each live campaign is explained for a user, in a trace and in words', async () => {
  const { campaigns, userId, userName, isKnown, warnings } = await why({ user: { id: '11' } });
  assert.deepEqual([userId, userName, isKnown, warnings], ['11', null, false, []]);
  assert.deepEqual(campaigns.map(({ selector }) => selector).sort(), ['other', 'why']);
  const one = campaigns.find((campaign) => campaign.id === id)!;
  const reason =
    'not matched: not in the audience "Phones" (device.type is not known, wanted "mobile")';
  assert.deepEqual(
    one.words.experiences.map(({ name, sentence }) => [name, sentence]),
    [
      ['Phones', reason],
      ['All', 'matched: for all visitors'],
    ],
  );
  assert.deepEqual(one.audiences, { [phones.body.id]: 'Phones' });
});

test('a pasted request is explained as choose answers it, and nothing is recorded', async () => {
  const request = {
    user: { cuid: 'reader', cuidType: 'external' },
    sessionId: 'one session',
    context: { device: { type: 'mobile' }, channel: 'app' },
    selector: { names: ['why', 'nobody'] },
  };
  const { campaigns, warnings, attributes } = await why({ request });
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['unknown_selector'],
  );
  assert.equal(attributes['channel'], 'app');
  assert.deepEqual(await kindsLogged(), []);
  const answer = await client.choose({ ...request, options: { explain: true } });
  const same = (explanation: object) => ({ ...explanation, now: 0 });
  assert.deepEqual(
    campaigns.map(({ explanation }) => same(explanation as object)),
    answer.choices.map(({ explanation }) => same(explanation as object)),
  );
});

test('the user of a pasted request can be replaced, and the teammate’s browser does not count as theirs', async () => {
  const request = { selector: { names: ['why'] } };
  const { attributes, userId } = await why({ user: { id: '12' }, request });
  assert.deepEqual([userId, attributes['device']], ['12', {}]);
  const shown = await decide('why', { user: { id: '12' }, options: { explain: true } });
  assert.equal(shown.type, 'DECISION');
});

test('what cannot be read of a user is told, as choose tells it', async () => {
  const { status, body } = await manage('POST', '/v2/decisions/why', { user: { cuid: 'x' } });
  assert.equal(status, 200);
  assert.match(body.warnings[0].message, /^\/user\/cuidType: is required/);
});

async function kindsLogged() {
  return (await server.log()).map(({ kind }) => kind);
}
