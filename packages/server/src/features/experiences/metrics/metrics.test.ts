// Metrics through HTTP: made, refused, kept while they are used; and what each kind counts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { HoldoutReportOutput, ReportOutput } from '@attune/contract';
import { experienceServer, experiencesOf, variation } from '../campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, ctx, manage, publish, folded } = server;
const clock = { shiftMs: 0 };
Object.assign(ctx, { now: () => Date.now() + clock.shiftMs });
const dayMs = 86_400_000;
const path = '/v2/metrics';
const metricOf = (name: string, more: object = {}) => ({
  name,
  kind: 'conversion',
  event: { name: 'Quote' },
  ...more,
});

test('every site has four metrics, which stay as they are', async () => {
  const { manage: other } = await experiencesOf(server, await server.site('others'));
  const { items, next } = (await other('GET', `${path}?limit=3`)).body;
  assert.deepEqual(
    items.map((one: { id: number }) => one.id),
    [1, 2, 3],
  );
  const rest = (await other('GET', `${path}?cursor=${next}`)).body.items;
  assert.deepEqual(
    rest.map((one: { metric: { name: string } }) => one.metric.name),
    ['Add to cart'],
  );
  for (const [method, body] of [['PUT', metricOf('mine')], ['DELETE']] as const) {
    const refused = await other(method, `${path}/3`, body);
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  }
  assert.equal((await other('POST', path, metricOf('Revenue'))).status, 409);
  const { body } = await other('GET', `${path}/3`);
  assert.deepEqual(
    [body.isBuiltIn, body.metric.winsorise, body.metric.windowHours],
    [true, 99, 72],
  );
});

test('a metric that makes no sense is refused, with every error', async () => {
  const wrong: [object, string[]][] = [
    [{ kind: 'ratio' }, ['/denominator']],
    [{ event: {} }, ['/event']],
    [{ where: { plan: 'yearly' } }, ['/where']],
    [{ event: { type: 'purchase', name: 'Quote' } }, ['/event']],
    [{ of: 'value', winsorise: 95 }, ['/of', '/winsorise']],
    [{ kind: 'count', denominator: { event: { type: 'click' } } }, ['/denominator']],
    [
      { event: { name: 'Q', where: { a: { $gt: 'x' }, b: { $regex: 'y' }, c: null } } },
      ['/event/where/a/$gt', '/event/where/b/$regex', '/event/where/c'],
    ],
  ];
  for (const [more, pointers] of wrong) {
    const { status, body, text } = await manage('POST', path, metricOf('wrong', more));
    assert.equal(status, 422, text);
    const found = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(found.sort(), pointers);
  }
});

test('a metric stays while a campaign is judged by it', async () => {
  const { id } = (await manage('POST', path, metricOf('kept'))).body;
  const experiences = [{ name: 'All', metric: id, variations: [variation('x')] }];
  const campaignId = await publish({ selector: 'keeper', experiences });
  const refused = await manage('DELETE', `${path}/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.detail, /"keeper"/);
  await manage('DELETE', `/v2/campaigns/${campaignId}?confirm=live`);
  assert.equal((await manage('DELETE', `${path}/${id}`)).status, 204);
});

const user = (at: number) => ({ id: String(90_000 + at) });

/** The totals of a campaign's only variation. */
async function totalsOf(campaignId: number, metric: string | object) {
  const id = typeof metric === 'string' ? metric : (await manage('POST', path, metric)).body.id;
  const report = await manage('GET', `/v2/campaigns/${campaignId}/report?metric=${id}`);
  assert.equal(report.status, 200, report.text);
  const [only] = (report.body as ReportOutput).experiences[0]!.variations;
  return [only!.users, only!.active, only!.total, only!.mean.estimate];
}

test('each kind counts its outcomes, of the events that it names', async () => {
  clock.shiftMs = -9 * dayMs;
  const campaignId = await publish({
    selector: 'kinds',
    experiences: [{ name: 'All', variations: [variation('x')] }],
  });
  clock.shiftMs = -8 * dayMs;
  const quote = (properties: object) => ({ name: 'Quote', properties });
  const told = [
    [quote({ plan: 'yearly', seats: 5 }), quote({ plan: 'yearly', seats: 7 })],
    [quote({ plan: 'monthly', seats: 9 }), quote({ seats: '9' })],
    [{ name: 'Other', properties: { plan: 'yearly', seats: 5 } }],
    [],
  ];
  for (const [at, events] of told.entries()) {
    const { choices } = await client.choose({ user: user(at), selector: { names: ['kinds'] } });
    const engagement = { type: 'CLICK' as const, decisionId: choices[0]!.decisionId };
    if (at === 3)
      await client.engagement({ user: user(at), engagements: [engagement, engagement] });
    if (events.length > 0) await client.events({ user: user(at), events: events as never });
  }
  await folded();
  clock.shiftMs = 0;
  const count = (where: object, more: object = {}) =>
    totalsOf(campaignId, {
      ...metricOf(JSON.stringify([where, more]), { kind: 'count', winsorise: 100, ...more }),
      event: { name: 'Quote', where },
    });
  assert.deepEqual(await totalsOf(campaignId, metricOf('any')), [4, 2, 2, 0.5]);
  assert.deepEqual(await count({}), [4, 2, 4, 1]);
  assert.deepEqual(await count({}, { of: 'seats' }), [4, 2, 21, 5.25]);
  assert.deepEqual(await count({ plan: 'yearly' }), [4, 1, 2, 0.5]);
  assert.deepEqual(await count({ plan: { $ne: 'yearly' } }), [4, 1, 2, 0.5]);
  assert.deepEqual(await count({ plan: { $exists: false } }), [4, 1, 1, 0.25]);
  assert.deepEqual(await count({ seats: { $gte: 7 } }), [4, 2, 2, 0.5]);
  assert.deepEqual(
    await count({ seats: { $in: [5, 9] }, plan: { $nin: ['monthly'] } }),
    [4, 1, 1, 0.25],
  );
  assert.deepEqual(await totalsOf(campaignId, 'clicks'), [4, 1, 1, 0.25]);
  const ratio = {
    kind: 'ratio',
    of: 'seats',
    winsorise: 100,
    denominator: { event: { name: 'Quote' } },
  };
  assert.deepEqual(await totalsOf(campaignId, metricOf('a quote', ratio)), [4, 2, 21, 21 / 4]);
});

test('a ratio of money leaves what is in another currency out of both of its halves', async () => {
  clock.shiftMs = -9 * dayMs;
  const experiences = [{ name: 'All', variations: [variation('x')] }];
  const campaignId = await publish({ selector: 'orders', experiences });
  clock.shiftMs = -8 * dayMs;
  const bought = (value: number, currency: string) => {
    const properties = { svcType: 'purchase-v1' as const, value, currency, cart: [] };
    return { name: 'Bought', properties };
  };
  for (const id of ['88001', '88002']) {
    await client.choose({ user: { id }, selector: { names: ['orders'] } });
    const events = [bought(10, 'USD'), bought(30, 'usd'), bought(500, 'EUR')];
    await client.events({ user: { id }, events });
  }
  await folded();
  clock.shiftMs = 0;
  const denominator = { event: { type: 'purchase' } };
  const value = { kind: 'ratio', event: { type: 'purchase' }, of: 'value', denominator };
  const made = await manage('POST', path, metricOf('order value', { ...value, winsorise: 100 }));
  assert.equal(made.status, 201, made.text);
  const report = await manage('GET', `/v2/campaigns/${campaignId}/report?metric=${made.body.id}`);
  const { experiences: reported, otherCurrencies, notes } = report.body as ReportOutput;
  const [all] = reported[0]!.variations;
  assert.deepEqual([all!.total, all!.mean.estimate], [80, 20]);
  assert.deepEqual(otherCurrencies, [{ currency: 'EUR', events: 2, value: 1_000 }]);
  assert.match(notes.join(' '), /other currencies than the site's are not summed/);
});

test('a holdout reports the programme: users who are held out against users who are served', async () => {
  const shop = await server.site('programme');
  const { client: choosing, manage: own, publish: open } = await experiencesOf(server, shop);
  clock.shiftMs = -9 * dayMs;
  const made = await own('POST', '/v2/holdouts', { name: 'Nobody', share: 0.5 });
  assert.equal(made.status, 201, made.text);
  const experiences = [{ name: 'All', variations: [variation('x')] }];
  for (const selector of ['one', 'two']) await open({ selector, experiences });
  await open({ name: 'Legal notice', selector: 'legal', ignoresHoldouts: true });
  clock.shiftMs = -8 * dayMs;
  const sides = { served: [0, 0], held: [0, 0], early: [0, 0] };
  for (let at = 0; at < 40; at += 1) {
    const names = at % 2 ? ['one'] : ['two', 'one'];
    const { choices } = await choosing.choose({ user: user(at), selector: { names } });
    const isServed = choices[0]!.variations.length > 0;
    // A holdout begins with the first user that it holds out.
    const whom = isServed ? (sides.held[0] === 0 ? 'early' : 'served') : 'held';
    const side = sides[whom];
    side[0]! += 1;
    if (at % 3 > 0) continue;
    side[1]! += 1;
    const properties = { svcType: 'purchase-v1' as const, value: 10, cart: [] };
    await choosing.events({ user: user(at), events: [{ name: 'Bought', properties }] });
  }
  await folded();
  clock.shiftMs = 0;
  const answer = await own('GET', `/v2/holdouts/${made.body.id}/report`);
  assert.equal(answer.status, 200, answer.text);
  const { programme, notes } = answer.body as HoldoutReportOutput;
  assert.match(
    notes.join(' '),
    /^Not measured here, since held-out users see them .*: Legal notice/,
  );
  assert.deepEqual(
    programme.variations.map(({ name, users, active }) => [name, users, active]),
    [
      ['Held out', ...sides.held],
      ['Served', ...sides.served],
    ],
  );
  assert.deepEqual([programme.baseline, programme.sampleRatio?.isSuspicious], [0, false]);
  const clicks = await own('GET', `/v2/holdouts/${made.body.id}/report?metric=clicks`);
  assert.deepEqual([clicks.status, clicks.body.code], [400, 'invalid_query']);
  const campaigns = await own('GET', '/v2/campaigns');
  const report = await own('GET', `/v2/campaigns/${campaigns.body.items[0].id}/report`);
  assert.equal(report.body.experiences[0].variations[0].users, sides.served[0]! + sides.early[0]!);
});
