// Tests of what choose and the engagement with it leave in the event log.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  experienceServer,
  experiencesOf,
  problem,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, browser, decide, log, publish } = server;

const page = { type: 'PRODUCT' as const, data: ['sku-1'], location: 'https://shop.example/p/1' };
const kindsOf = async (userId: string) =>
  (await log()).filter((event) => event.userId === userId).map(({ kind }) => kind);

await publish({ selector: 'home' });
await publish({ selector: 'none', traffic: 0 });

test('served counts as seen: one exposure for each decision that gave a variation', async () => {
  const id = await publish({
    selector: 'seen',
    experiences: [{ name: 'E', variations: halves() }],
  });
  const { choices } = await client.choose({
    user: { id: '11' },
    sessionId: 'session of 11',
    selector: { names: ['seen', 'none', 'home', 'nobody'] },
  });
  const exposures = (await log()).filter(({ userId }) => userId === '11');
  assert.deepEqual(
    exposures.map(({ kind }) => kind),
    ['exposure', 'exposure'],
  );
  const { event } = exposures.find(({ event }) => event.campaignId === id)!;
  assert.equal(event.variationId, choices[0]?.variations[0]?.id);
  assert.equal(event.propensity, 0.5);
  assert.equal(event.session, 'session of 11');
  assert.equal(event.revision, server.test.snapshot().site.revision);
});

test('with isImplicitImpressionMode off, the first impression is the exposure', async () => {
  const user = { id: '12' };
  const options = { isImplicitImpressionMode: false };
  const { decisionId } = await decide('home', { user, options });
  assert.deepEqual(await kindsOf('12'), ['decision']);
  const shown = { type: 'IMP' as const, decisionId };
  await client.engagement({ user, engagements: [shown, shown] });
  await client.engagement({ user, engagements: [shown, { type: 'CLICK', decisionId }] });
  assert.deepEqual((await kindsOf('12')).sort(), ['click', 'decision', 'exposure']);
});

test('in the implicit mode an impression is no second exposure', async () => {
  const user = { id: '13' };
  const { decisionId } = await decide('home', { user });
  await client.engagement({ user, engagements: [{ type: 'IMP', decisionId }] });
  assert.deepEqual(await kindsOf('13'), ['exposure', 'impression']);
});

test('a click is credited to the user of the decision, whichever client reports it', async () => {
  const { decisionId } = await decide('home', { user: { id: '14' } });
  await browser.engagement({
    user: { svcid: '15' },
    engagements: [{ type: 'CLICK', decisionId, variations: [1] }],
  });
  await client.engagement({ engagements: [{ type: 'CLICK', decisionId }] });
  assert.deepEqual(await kindsOf('14'), ['exposure', 'click']);
  assert.deepEqual(await kindsOf('15'), []);
});

test('a decision is clicked once and seen once, however often and late it is reported', async () => {
  const { decisionId } = await decide('home', { user: { id: '23' } });
  const second = await decide('home', { user: { id: '23' } });
  const both = [
    { type: 'CLICK' as const, decisionId },
    { type: 'IMP' as const, decisionId },
  ];
  await client.engagement({ engagements: [...both, ...both] });
  await Promise.all([1, 2, 3].map(() => client.engagement({ engagements: both })));
  assert.deepEqual((await kindsOf('23')).sort(), ['click', 'exposure', 'exposure', 'impression']);
  // Another decision's click is another click.
  await client.engagement({ engagements: [{ type: 'CLICK', decisionId: second.decisionId }] });
  const clicks = (await log()).filter(({ kind, userId }) => kind === 'click' && userId === '23');
  assert.equal(clicks.length, 2);
  assert.equal(new Set(clicks.map(({ event }) => event.id)).size, 2);
});

test('a decision that gave nothing has an id too, and its engagement counts for nothing', async () => {
  const { decisionId } = await decide('none', { user: { id: '16' } });
  await client.engagement({ engagements: [{ type: 'CLICK', decisionId }] });
  assert.deepEqual(await kindsOf('16'), []);
});

test('forged decision ids and another site’s are refused, and those beside them count', async () => {
  const elsewhere = await experiencesOf(server, await server.site('elsewhere'));
  await elsewhere.publish({ selector: 'home' });
  const other = await elsewhere.decide('home', { user: { id: '17' } });
  const { decisionId } = await decide('home', { user: { id: '18' } });
  const click = (id: string) => ({ type: 'CLICK' as const, decisionId: id });
  const forged = [`1${decisionId}`, decisionId.slice(0, -2), 'x', '.', other.decisionId];
  await assert.rejects(
    client.engagement({ engagements: forged.map(click) }),
    problem(
      ...([422, 'invalid_request'] as const),
      ...forged.map((_, at) => `/engagements/${at}/decisionId`),
    ),
  );
  assert.deepEqual(await kindsOf('18'), ['exposure']);
  await client.engagement({ engagements: [...forged.map(click), click(decisionId)] });
  assert.deepEqual(await kindsOf('18'), ['exposure', 'click']);
});

test('a request without a selector reports its pageview alone, and returns cookies', async () => {
  const { choices, cookies, warnings } = await client.choose({
    user: { svcid: '19' },
    context: { page },
  });
  assert.deepEqual([choices, warnings, cookies.length], [[], undefined, 2]);
  const logged = (await log()).filter(({ userId }) => userId === '19');
  assert.deepEqual(
    logged.map(({ event }) => [event.kind, event.sku]),
    [['pageview', 'sku-1']],
  );
});

test('isImplicitPageview reports the page that is decided for; without it none is', async () => {
  const selector = { names: ['home'] };
  await client.choose({ user: { id: '20' }, context: { page }, selector });
  assert.deepEqual(await kindsOf('20'), ['exposure']);
  const options = { isImplicitPageview: true };
  await client.choose({ user: { id: '21' }, context: { page }, selector, options });
  assert.deepEqual((await kindsOf('21')).sort(), ['exposure', 'pageview']);
  await client.choose({ user: { id: '22' }, selector, options });
  assert.deepEqual(await kindsOf('22'), ['exposure']);
});

test('a new user’s events are recorded under the id in their cookie', async () => {
  const { cookies } = await browser.choose({
    context: { page },
    selector: { names: ['home'] },
    options: { isImplicitPageview: true },
  });
  assert.deepEqual((await kindsOf(cookies[0]?.value ?? '')).sort(), ['exposure', 'pageview']);
});

function halves() {
  return [variation('A'), variation('B')];
}
