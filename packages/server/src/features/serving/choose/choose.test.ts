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

test('types are never coerced, and every error is listed', async () => {
  const wrong = {
    user: { id: 7, active_consent_accepted: 'true' },
    session: { svc: 1 },
    context: {
      page: { type: 'LANDING', data: 'a' },
      cart: [{ productId: 'a', quantity: '2' }],
      pageAttributes: { list: [] },
    },
    selector: { names: 'home', preview: { ids: [1] } },
    options: { explain: 'yes' },
  };
  await assert.rejects(
    client.choose(wrong as never),
    problem(
      ...([422, 'invalid_request', '/user/id', '/user/active_consent_accepted'] as const),
      ...['/session/svc', '/context/page/type', '/context/page/data', '/options/explain'],
      ...['/context/cart/0/quantity', '/context/pageAttributes/list', '/selector/names'],
      ...['/selector/preview/ids/0'],
    ),
  );
});

test('a page has its type in any case', async () => {
  for (const type of ['HOMEPAGE', 'category', 'Product', 'cArT', 'other']) {
    await client.choose({ user, context: { page: { type } } });
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
