// Tests of choose through HTTP: selectors, order, and answers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  campaignOf,
  experienceServer,
  json,
  problem,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, browser, decide, publish, manage } = server;

const user = { id: '7' };
const names = (choices: readonly { name: string }[]) => choices.map(({ name }) => name);

test('choices come in the order of the request: names first, then groups, each once', async () => {
  await publish({ selector: 'b', groups: ['hero', 'top'] });
  await publish({ selector: 'a', groups: ['top'] });
  await publish({ selector: 'c', groups: ['hero'] });
  const { choices, warnings } = await client.choose({
    user,
    selector: { names: ['c', 'a', 'c'], groups: ['top', 'hero'] },
  });
  assert.deepEqual(names(choices), ['c', 'a', 'b']);
  assert.deepEqual(choices[2]?.groups, ['hero', 'top']);
  assert.equal(warnings, undefined);
  const grouped = await client.choose({ user, selector: { groups: ['hero'], names: ['c'] } });
  assert.deepEqual(names(grouped.choices), ['c', 'b']);
});

test('an unknown selector or group is a warning, and the rest is chosen', async () => {
  await publish({ selector: 'known' });
  const { choices, warnings } = await client.choose({
    user,
    selector: { names: ['nobody', 'known', '__proto__'], groups: ['none', 'constructor'] },
  });
  assert.deepEqual(names(choices), ['known']);
  assert.deepEqual(
    warnings?.map(({ code }) => code),
    ['unknown_selector', 'unknown_selector', 'unknown_group', 'unknown_group'],
  );
  assert.match(warnings?.[0]?.message ?? '', /nobody/);
});

test('every part of a request may be missing, and what is unknown is ignored', async () => {
  const sparse: object[] = [
    ...[{}, { user: {} }, { selector: {} }, { session: {} }, { context: {} }, { options: {} }],
    ...[{ selector: { names: [] } }, { selector: { args: {} } }, { surprise: [1], user: { x: 1 } }],
  ];
  for (const request of sparse) {
    const { choices, cookies, warnings } = await client.choose(request);
    assert.deepEqual(choices, []);
    assert.equal(cookies.length, 2);
    assert.equal(warnings, undefined);
  }
});

test('a request is answered without those of its parts that cannot be read, and told each', async () => {
  const wrong = {
    user: { id: 7, active_consent_accepted: 'yes' },
    session: { svc: 1 },
    context: {
      page: { type: 'LANDING', data: 'a' },
      cart: [{ productId: 'a', quantity: '2' }],
      pageAttributes: { list: [] },
    },
    selector: { name: 'home', groups: 'home', preview: { ids: [1] } },
    options: { explain: 'yes' },
  };
  const { choices, cookies, warnings = [] } = await client.choose(wrong as never);
  assert.deepEqual([choices.length, cookies.length], [0, 2]);
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message.slice(0, message.indexOf(':'))]),
    [
      ['ignored_value', '/user/id'],
      ['ignored_value', '/user/active_consent_accepted'],
      ['ignored_value', '/session/svc'],
      ['ignored_value', '/context/page/type'],
      ['ignored_value', '/context/page/data'],
      ['ignored_value', '/context/pageAttributes/list'],
      ['ignored_field', '/selector/name'],
      ['ignored_value', '/selector/groups'],
      ['ignored_value', '/selector/preview/ids/0'],
      ['ignored_value', '/options/explain'],
    ],
  );
  assert.match(warnings[6]?.message ?? '', /did you mean "names"/);
});

test('a page has its type in any case', async () => {
  for (const type of ['HOMEPAGE', 'category', 'Product', 'cArT', 'other']) {
    await client.choose({ user, context: { page: { type: type as 'OTHER' } } });
  }
});

test('a choice names its campaign, its groups, its payload, and a decision', async () => {
  const id = await publish({ selector: 'shape', groups: ['g'] });
  const { decisionId, ...choice } = await decide('shape', { user });
  const { variations, ...rest } = choice;
  assert.deepEqual(rest, { id, name: 'shape', type: 'DECISION', groups: ['g'] });
  assert.equal(variations.length, 1);
  assert.deepEqual(variations[0], { id: variations[0]?.id, payload: json('hello') });
  assert.match(decisionId, /^\S{40,200}$/);
});

test('analytics metadata come when asked for', async () => {
  const id = await publish({ selector: 'metadata' });
  const { variations } = await decide('metadata', {
    user,
    options: { returnAnalyticsMetadata: true },
  });
  const { campaign } = (await manage('GET', `/v2/campaigns/${id}`)).body;
  assert.deepEqual(variations[0]?.analyticsMetadata, {
    campaignId: id,
    campaignName: 'Campaign metadata',
    experienceId: campaign.experiences[0].id,
    experienceName: 'Everybody',
    variationId: variations[0]?.id,
    variationName: 'hello',
  });
});

test('payload data come back as they were given', async () => {
  const data =
    '{"z":1,"a":{"nested":[null,true,-0.5,{"é":"\\u2028 \\ud83d\\ude00 \\"<&>"}]},' +
    '"__proto__":{"x":1},"constructor":"c","":"","toString":[],"long":"' +
    `${'y'.repeat(1000)}"}`;
  const campaign = campaignOf({
    selector: 'payload',
    experiences: [{ name: 'E', variations: [variation('HERE')] }],
  });
  const body = JSON.stringify(campaign).replace('"data":"HERE"', `"data":${data}`);
  const made = await manage('POST', '/v2/campaigns', body);
  assert.equal(made.status, 201, made.text);
  await manage('POST', `/v2/campaigns/${made.body.id}/publish`);
  const { variations } = await decide('payload', { user });
  assert.equal(JSON.stringify(variations[0]?.payload.data), JSON.stringify(JSON.parse(data)));
  for (const plain of [null, 0, false, '', [], {}]) {
    const selector = `plain ${JSON.stringify(plain)}`;
    const variations = [{ name: 'A', weight: 1, payload: json(plain) }];
    await publish({ selector, experiences: [{ name: 'E', variations }] });
    assert.deepEqual((await decide(selector)).variations[0]?.payload, json(plain));
  }
});

test('explain is for Server-side keys', async () => {
  await publish({ selector: 'explained' });
  const request = { user, selector: { names: ['explained'] }, options: { explain: true } };
  await assert.rejects(browser.choose(request), problem(403, 'wrong_key_source'));
  const [choice] = (await client.choose(request)).choices;
  assert.ok(choice?.explanation);
  const [plain] = (await client.choose({ ...request, options: {} })).choices;
  assert.ok(plain && !('explanation' in plain));
});
