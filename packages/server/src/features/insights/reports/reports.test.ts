// Reports through HTTP: a planted truth comes back, number by number.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { measure } from '@attune/core';
import { checkedFetch, eventually } from '../../../testing.ts';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import {
  isErasureDone,
  requestErasure,
  runErasures,
} from '../../operations/personal-data/index.ts';
import {
  bought,
  dayMs,
  newDevice,
  person,
  plantingServer,
  refunded,
  type User,
} from './planted.fixture.ts';

const server = await plantingServer();
after(server.close);
const { ctx, manage, publish, folded, daysAgo, tell } = server;

const weighed = [variation(null, 1, 'A'), variation('new', 1, 'B')];
const everybody = [{ name: 'Everybody', variations: weighed }];
const campaignId = await daysAgo(12, () =>
  publish({ selector: 'banner', unit: 'person', experiences: everybody }),
);

/** Which variation a user was given. */
async function expose(user: User, agent = 'desktop'): Promise<'A' | 'B'> {
  const device = { type: agent };
  const { choices } = await server.client.choose({
    user,
    selector: { names: ['banner'] },
    context: { device },
  } as never);
  return choices[0]!.variations.length === 0 ? 'A' : 'B';
}

async function report(query = ''): Promise<ReportOutput> {
  const answer = await manage('GET', `/v2/campaigns/${campaignId}/report?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const experienceIn = (of: ReportOutput) => of.experiences[0]!;
const named = (of: ReportOutput, as: string) =>
  experienceIn(of).variations.find(({ name }) => name === as)!;

/** What the test knows of a user who counts: revenue within the window, and before. */
interface Planted {
  readonly given: 'A' | 'B';
  readonly revenue: number;
}
const planted: Planted[] = [];
const of = (name: string) => planted.filter(({ given }) => given === name);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const momentsOf = (name: string) => {
  const revenues = of(name).map(({ revenue }) => revenue);
  return {
    users: revenues.length,
    active: revenues.filter((one) => one > 0).length,
    sum: sum(revenues),
    squares: sum(revenues.map((one) => one * one)),
  };
};

before(async () => {
  for (let at = 0; at < 200; at += 1) {
    const user = newDevice();
    const given = await daysAgo(at % 2 ? 10 : 8, () => expose(user));
    const buys = at % (given === 'A' ? 5 : 3) === 0;
    const revenue = buys ? 10 + (at % 7) : 0;
    if (buys) await tell(user, at % 2 ? 9 : 7, bought(revenue));
    planted.push({ given, revenue });
  }
  await folded();
});

const revenue = 'metric=revenue';
test('users, outcomes, means and intervals are those of what was planted', async () => {
  const found = await report(revenue);
  const [everybody] = found.experiences;
  const strata = [[momentsOf('A'), momentsOf('B')]];
  const expected = measure({ kind: 'mean', strata }, 0);
  for (const [at, name] of ['A', 'B'].entries()) {
    const { users, active, sum: total } = momentsOf(name);
    const shown = named(found, name);
    assert.deepEqual(
      [shown.exposed, shown.users, shown.open, shown.active, shown.total],
      [users, users, 0, active, total],
    );
    assert.deepEqual(shown.mean, expected[at]!.value);
    assert.equal(shown.probabilityBest, expected[at]!.best);
    assert.equal(shown.expectedLoss, expected[at]!.loss);
    assert.deepEqual(shown.uplift, expected[at]!.comparison?.uplift ?? null);
    assert.deepEqual(
      shown.daily.map((one) => one.users),
      [10, 8].map(
        (_days, odd) => planted.filter((one, i) => one.given === name && i % 2 !== odd).length,
      ),
    );
  }
  assert.deepEqual([everybody!.mixed, everybody!.comparison], [0, 'fixed']);
  assert.equal(everybody!.sampleRatio!.isSuspicious, false);
  assert.match(named(found, 'B').sentence, /Too little data to compare it with "A"/);
});

test('a conversion is one however often, by the exact sequence of a rate', async () => {
  const rates = ['A', 'B'].map((name) => {
    const { users, active } = momentsOf(name);
    return { users, active, sum: active, squares: active };
  });
  const expected = measure({ kind: 'rate', strata: [rates] }, 0);
  const found = await report('metric=purchases');
  assert.deepEqual(named(found, 'B').mean, expected[1]!.value);
  assert.deepEqual(named(found, 'B').difference, expected[1]!.comparison!.difference);
  assert.equal(named(found, 'B').pValue, expected[1]!.comparison!.pValue);
});

test('late, twice, taken back, in other money, before and after: each counts as it should', async () => {
  const plant = async (
    days: number,
    revenue: number,
    tellAll: (user: User) => Promise<unknown>,
  ) => {
    const user = newDevice();
    const given = await daysAgo(days, () => expose(user));
    await tellAll(user);
    planted.push({ given, revenue });
  };
  const [twice, whole, part, line] = [bought(20), bought(30), bought(40), bought(50)];
  await plant(8, 20, async (user) => {
    await tell(user, 7, twice);
    await tell(user, 6.5, twice);
  });
  await plant(8, 0, (user) => tell(user, 4.9, bought(99)));
  await plant(8, 0, (user) => tell(user, 8.1, bought(99)));
  await plant(8, 0, async (user) => {
    await tell(user, 7, whole);
    await tell(user, 1, refunded(whole.uniqueTransactionId));
  });
  await plant(8, 28, async (user) => {
    await tell(user, 1, refunded(part.uniqueTransactionId, { value: 12, cart: [] }));
    await tell(user, 7, part);
  });
  const cart = [{ productId: 'x', quantity: 2, itemPrice: 5 }];
  await plant(8, 40, (user) => tell(user, 7, line, refunded(line.uniqueTransactionId, { cart })));
  await plant(8, 15, (user) => tell(user, 7, bought(15), bought(70, { currency: 'EUR' })));
  // A refund never takes back what another user bought.
  await tell(newDevice(), 1, refunded(line.uniqueTransactionId));
  await folded();
  const found = await report(revenue);
  for (const name of ['A', 'B']) {
    const { users, active, sum: total } = momentsOf(name);
    const shown = named(found, name);
    assert.deepEqual([shown.users, shown.active, shown.total], [users, active, total], name);
  }
  assert.deepEqual(found.otherCurrencies, [{ currency: 'EUR', events: 1, value: 70 }]);
  assert.ok(found.notes.some((note) => note.includes('other currencies')));
});

test('a person is one user: signing in joins what they were given and what they buy', async () => {
  const device = newDevice();
  const given = await daysAgo(8, () => expose(device));
  await tell(device, 7.5, { svcType: 'login-v1', ...person('ann') });
  await tell(person('ann'), 7, bought(60));
  planted.push({ given, revenue: 60 });
  // Two devices that were given different variations, and then turn out to be of one person.
  const sides = new Map<string, User>();
  while (sides.size < 2) {
    const one = newDevice();
    const side = await daysAgo(8, () => expose(one));
    if (sides.has(side)) planted.push({ given: side, revenue: 0 });
    else sides.set(side, one);
  }
  for (const one of sides.values()) await tell(one, 7.5, { svcType: 'login-v1', ...person('bob') });
  await tell(person('bob'), 7, bought(80));
  const soon = newDevice();
  const open = await expose(soon);
  await tell(soon, 0, bought(90));
  await folded();
  const found = await report(revenue);
  assert.equal(experienceIn(found).mixed, 1);
  for (const name of ['A', 'B']) {
    const { users, active, sum: total } = momentsOf(name);
    const shown = named(found, name);
    assert.deepEqual([shown.users, shown.active, shown.total], [users, active, total], name);
    assert.equal(shown.open, open === name ? 1 : 0);
  }
});

test('an erased person stays in the numbers, refunds and all', async () => {
  const [whole, part] = [bought(30), bought(40)];
  const user = person('erased');
  planted.push({ given: await daysAgo(8, () => expose(user)), revenue: 33 });
  await tell(user, 7, whole, part, refunded(whole.uniqueTransactionId));
  const cart = [{ productId: 'x', quantity: 1, itemPrice: 7 }];
  await tell(user, 6, refunded(part.uniqueTransactionId, { cart }));
  await folded();
  const early = await report(revenue);
  const erasure = await requestErasure(
    ctx,
    server.test.id,
    { type: 'external', value: 'erased' },
    'test',
  );
  await runErasures(ctx);
  await eventually(() => isErasureDone(ctx, server.test.id, erasure));
  const late = await report(revenue);
  const numbersOf = (one: ReportOutput) => ({ ...one, asOf: '', to: '' });
  assert.deepEqual(numbersOf(late), numbersOf(early));
  assert.equal(
    named(late, 'A').total + named(late, 'B').total,
    momentsOf('A').sum + momentsOf('B').sum,
  );
});

test('a breakdown splits the same users, and a table has a line for each', async () => {
  const whole = await report(revenue);
  const found = await report(`${revenue}&breakdown=device`);
  const { segments, variations } = experienceIn(found);
  assert.deepEqual(segments.map(({ segment }) => segment).sort(), ['desktop']);
  assert.deepEqual(variations, experienceIn(whole).variations);
  const visits = await report(`${revenue}&breakdown=newReturning`);
  const byVisit = new Map(
    experienceIn(visits).segments.map((one) => [one.segment, one.variations]),
  );
  assert.deepEqual([...byVisit.keys()], ['new']);
  const body = { name: 'Buyers', condition: { 'activity.purchase.30d': { $gt: 0 } } };
  const { id } = (await manage('POST', '/v2/audiences', body)).body;
  const buyers = experienceIn(await report(`${revenue}&breakdown=audience:${id}`)).segments;
  const inside = buyers.find(({ segment }) => segment === 'in')!.variations;
  for (const one of inside) assert.equal(one.total, named(whole, one.name).total, one.name);
  assert.ok(inside.every((one) => one.active > 0 && one.users < named(whole, one.name).users));
  const url = `${server.url}/v2/campaigns/${campaignId}/report?${revenue}`;
  const headers = { 'svc-api-key': await server.test.key(['manage']), accept: 'text/csv' };
  const csv = await checkedFetch(url, { headers });
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  const lines = (await csv.text()).trimEnd().split('\r\n');
  assert.equal(lines.length, 3);
  const users = String(named(whole, 'B').users);
  assert.match(
    lines[2]!,
    new RegExp(`^Campaign banner,Revenue,USD,[^,]+,\\d+,Everybody,,\\d+,B,false,\\d+,${users},`),
  );
});

test('spans are days of the site or moments, and refused with a reason', async () => {
  const day = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  const found = await report(`${revenue}&from=${day(9)}&to=${day(7)}`);
  const evens = planted.slice(0, 200).filter((_, at) => at % 2 === 0);
  assert.ok(named(found, 'A').exposed + named(found, 'B').exposed >= evens.length);
  assert.ok(named(found, 'A').daily.every((one) => one.day >= day(9) && one.day < day(7)));
  for (const query of [
    'from=2026-02-30',
    'from=yesterday',
    `from=${day(1)}&to=${day(2)}`,
    `from=${day(300)}`,
  ]) {
    const refused = await manage('GET', `/v2/campaigns/${campaignId}/report?${query}`);
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_query'], query);
  }
  for (const path of ['campaigns/999/report', `campaigns/${campaignId}/report?metric=999`]) {
    assert.equal((await manage('GET', `/v2/${path}`)).status, 404);
  }
});

test('weights that change make another stratum; users who were drawn before stay in theirs', async () => {
  const before = await report(revenue);
  const { body } = await manage('GET', `/v2/campaigns/${campaignId}`);
  const { seed: _seed, ...campaign } = body.campaign;
  const [everybody] = campaign.experiences;
  const { allocationVersion: _version, ...experience } = everybody;
  const variations = experience.variations.map((one: object, at: number) => ({
    ...one,
    weight: at ? 3 : 1,
  }));
  await daysAgo(6, async () => {
    const experiences = [{ ...experience, variations }];
    const put = await manage('PUT', `/v2/campaigns/${campaignId}`, { ...campaign, experiences });
    assert.equal(put.status, 200, put.text);
    await manage('POST', `/v2/campaigns/${campaignId}/publish`);
  });
  for (let at = 0; at < 40; at += 1) await daysAgo(6, () => expose(newDevice()));
  await folded();
  const [first, second] = experienceIn(await report(revenue)).allocationVersions;
  assert.deepEqual(first, experienceIn(before).allocationVersions[0]);
  assert.deepEqual(
    second!.variations.map(({ share }) => share),
    [0.25, 0.75],
  );
  assert.equal(
    second!.variations.reduce((all, { exposed }) => all + exposed, 0),
    40,
  );
});
