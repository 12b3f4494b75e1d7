// A report of either design, worked out by hand from the events that were sent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import {
  cuped,
  degreesOf,
  fieller,
  openTally,
  ratioOf,
  reachOf,
  type Sample,
  sampleOf,
  sequentialP,
  tailsOfT,
} from './by-hand.fixture.ts';
import { bought, forMany, newDevice, plantingServer } from './planted.fixture.ts';

const server = await plantingServer();
after(server.close);
const { manage, publish, folded, daysAgo, tell } = server;

const names = ['A', 'B', 'C'] as const;
const experiences = [
  { name: 'All', variations: names.map((name) => variation(name === 'A' ? null : name, 1, name)) },
];
const perPiece = await manage('POST', '/v2/metrics', {
  ...{ name: 'Order value', kind: 'ratio', event: { type: 'purchase' }, of: 'value' },
  ...{ denominator: { event: { type: 'purchase' } }, winsorise: 100 },
});
assert.equal(perPiece.status, 201, perPiece.text);
const carts = await manage('POST', '/v2/metrics', {
  ...{ name: 'Carts', kind: 'count', event: { type: 'add-to-cart' }, windowHours: 48 },
});
assert.equal(carts.status, 201, carts.text);
const [ratioId, cartsId] = [perPiece.body.id, carts.body.id] as [number, number];
const metrics = { primary: 2, others: [3, ratioId, cartsId] };
const common = { unit: 'person', experiences, metrics } as const;
const [lookedAt, planned] = await daysAgo(13, async () => [
  await publish({ ...common, selector: 'any' }),
  await publish({
    ...{ ...common, selector: 'planned' },
    design: { kind: 'planned', usersPerVariation: 180 },
  }),
]);

interface User {
  readonly given: { readonly any: string; readonly planned: string };
  readonly days: number;
  readonly type: string;
  readonly orders: readonly number[];
  readonly carts: number;
  readonly earlier: number;
}
const users: User[] = [];
/**
 * By days ago: the tenth is the last of the planned look. So many that each variation has 100 users
 * who bought and 100 who did not, however they are drawn: rates are then read as means.
 */
const coming = { 12: 100, 11: 300, 10: 260, 9: 200, 8: 200, 0: 6 };

before(async () => {
  for (const [days, count] of Object.entries(coming)) await come(Number(days), count);
  await folded();
});

const typeOf = (at: number) => (at % 3 ? 'desktop' : 'smartphone');

async function come(days: number, count: number): Promise<void> {
  const them = Array.from({ length: count }, (_, at) => ({ at, device: newDevice() }));
  const given = await daysAgo(days, () =>
    forMany(them, async ({ at, device }) => {
      const request = {
        ...{ user: device, selector: { names: ['any', 'planned'] } },
        context: { device: { type: typeOf(at) } },
      };
      const { choices } = await server.client.choose(request as never);
      return choices.map(({ variations: [one] }) => (one?.payload.data as string) ?? 'A');
    }),
  );
  await forMany(them, async ({ at, device }) => {
    const [any = 'A', other = 'A'] = given[at]!;
    const orders = at % 10 < 6 ? [10 + ((7 * at) % 41), ...(at % 4 ? [] : [5])] : [];
    const user = {
      ...{ given: { any, planned: other }, type: typeOf(at), days, orders, carts: at % 6 },
      earlier: at % 3 === 0 ? 20 + ((7 * at) % 41) : 0,
    };
    users.push(user);
    if (user.earlier > 0) await tell(device, days + 1, bought(user.earlier));
    const added = Array.from({ length: user.carts }, () => ({
      ...{ svcType: 'add-to-cart-v1', value: 1, productId: 'x', quantity: 1, currency: 'USD' },
    }));
    const events = [...orders.map((value) => bought(value)), ...added];
    if (events.length > 0) await tell(device, Math.max(0, days - 1), ...events);
  });
}

async function report(id: number, metric: number, more = ''): Promise<ReportOutput> {
  const answer = await manage('GET', `/v2/campaigns/${id}/report?metric=${metric}${more}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

type Numbers = (user: User) => { y: number; x: number };
const total = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const kinds: { id: number; of: Numbers; by: 'rate' | 'cuped' | 'ratio' | 'mean' }[] = [
  { id: 2, by: 'rate', of: ({ orders }) => ({ y: orders.length > 0 ? 1 : 0, x: 0 }) },
  { id: 3, by: 'cuped', of: ({ orders, earlier }) => ({ y: total(orders), x: earlier }) },
  { id: ratioId, by: 'ratio', of: ({ orders }) => ({ y: total(orders), x: orders.length }) },
  { id: cartsId, by: 'mean', of: (user) => ({ y: user.carts, x: 0 }) },
];
const tally = openTally();

for (const design of ['any', 'planned'] as const) {
  for (const { id, of, by } of kinds) {
    test(`${design}, by ${by}: each figure of the report is the one by hand`, async () => {
      const campaignId = design === 'any' ? lookedAt : planned;
      const [all] = (await report(campaignId, id)).experiences;
      const isIn = ({ days }: User) => (design === 'any' ? true : days >= 10);
      const counted = users.filter((user) => isIn(user) && user.days > 0);
      const capped = (y: number) => Math.min(y, by === 'cuped' ? capOf(counted) : Infinity);
      const groups = names.map((name) => counted.filter(({ given }) => given[design] === name));
      const subjects = groups.map((some) =>
        some.map((user) => ({
          y: capped(of(user).y),
          x: by === 'cuped' ? capped(of(user).x) : of(user).x,
        })),
      );
      const samples =
        by === 'cuped'
          ? cuped(subjects)
          : subjects.map((some) =>
              by === 'ratio' ? ratioOf(some) : sampleOf(some.map(({ y }) => y)),
            );
      const exact = design === 'any' ? 'any-time' : 'done';
      tally.same(all!.look.state, exact, 'look');
      for (const [at, name] of names.entries()) {
        const shown = all!.variations.find((one) => one.name === name)!;
        const everyone = users.filter((user) => isIn(user) && user.given[design] === name);
        const ys = subjects[at]!.map(({ y }) => y);
        const figures = {
          exposed: everyone.length,
          users: ys.length,
          open: everyone.length - ys.length,
        };
        for (const [of, figure] of Object.entries(figures)) {
          tally.same(shown[of as keyof typeof figures], figure, `${name} ${of}`);
        }
        tally.same(shown.active, ys.filter((y) => y !== 0).length, `${name} active`);
        tally.same(shown.total, total(ys), `${name} total`);
        const now = everyone.map((user) => capped(of(user).y));
        tally.same(shown.soFar.active, now.filter((y) => y !== 0).length, `${name} active so far`);
        tally.same(shown.soFar.total, total(now), `${name} total so far`);
        compareOwn(shown, samples[at]!, name);
        compareDays(shown.daily, everyone, (user) => capped(of(user).y), name);
        if (at > 0) compare(shown, samples[0]!, samples[at]!, design, by, name);
      }
      const cut = (await report(campaignId, id, '&breakdown=device')).experiences[0]!.segments;
      for (const { segment, variations } of cut) {
        for (const shown of variations) {
          const those = users.filter(
            (user) => isIn(user) && user.given[design] === shown.name && user.type === segment,
          );
          const ys = those.filter(({ days }) => days > 0).map((user) => capped(of(user).y));
          const name = `${segment} ${shown.name}`;
          tally.same(shown.exposed, those.length, `${name} exposed`);
          tally.same(shown.users, ys.length, `${name} users`);
          tally.same(shown.open, those.length - ys.length, `${name} open`);
          tally.same(shown.active, ys.filter((y) => y !== 0).length, `${name} active`);
          tally.same(shown.total, total(ys), `${name} total`);
          const active = those.filter((user) => of(user).y !== 0).length;
          tally.same(shown.soFar.active, active, `${name} active so far`);
        }
      }
    });
  }
}

test('a plan is made of what visitors did, by the formula of two proportions', async () => {
  const query = 'metric=purchases&unit=person&effect=0.2&variations=3&metrics=2&traffic=0.5';
  const { status, body, text } = await manage('GET', `/v2/plan?${query}`);
  assert.equal(status, 200, text);
  const came = users.filter(({ days }) => days > 0);
  const rate = came.filter(({ orders }) => orders.length > 0).length / came.length;
  tally.same(body.users, came.length, 'visitors');
  tally.same(body.mean, rate, 'base rate');
  tally.same(
    body.standardDeviation ** 2,
    (rate * (1 - rate) * came.length) / (came.length - 1),
    's',
  );
  tally.same(total(body.newUsersByDay), came.length, 'new users');
  const moved = 1.2 * rate;
  // At 0.05 / 4: both quantiles from tables.
  const needed =
    ((2.497705474412374 + 0.8416212335729143) ** 2 *
      (body.standardDeviation ** 2 + moved * (1 - moved))) /
    (0.2 * rate) ** 2;
  const [planned, anyTime] = body.designs;
  tally.same(planned.usersPerVariation, Math.ceil(needed), 'users of a variation', 1e-3);
  assert.ok(anyTime.usersPerVariation > planned.usersPerVariation);
  const inFourWeeks = (design: { found: { days: number; effect: number }[] }) =>
    design.found.find(({ days }) => days === 28)!.effect;
  assert.ok(inFourWeeks(anyTime) > inFourWeeks(planned));
  assert.equal(body.comparisons, 4);
  const clicks = await manage('GET', '/v2/plan?metric=clicks');
  assert.deepEqual([clicks.status, clicks.body.code], [400, 'invalid_query']);
});

test('more than 1,000 figures were compared', (t) => {
  t.diagnostic(`${tally.count()} figures`);
  assert.ok(tally.count() > 1_000);
});

/** Nearest rank of all outcomes other than 0, at 99 %. */
function capOf(some: readonly User[]): number {
  const sizes = some.map(({ orders }) => total(orders)).filter((one) => one > 0);
  return sizes.sort((one, other) => one - other)[Math.ceil(0.99 * sizes.length) - 1]!;
}

type Variation = ReportOutput['experiences'][number]['variations'][number];

/** The variation's own number; of CUPED it is adjusted by all variations, as by hand. */
function compareOwn({ mean }: Variation, sample: Sample, name: string): void {
  tally.same(mean.estimate, sample.mean, `${name} mean`);
  tally.same(mean.low! < sample.mean && sample.mean < mean.high! ? 'in' : 'out', 'in', name);
}

function compareDays(
  daily: Variation['daily'],
  everyone: readonly User[],
  of: (user: User) => number,
  name: string,
): void {
  const days = [...new Set(everyone.map(({ days }) => days))].sort((a, b) => b - a);
  tally.same(daily.filter(({ exposed }) => exposed > 0).length, days.length, `${name} days`);
  for (const [at, row] of daily.filter(({ exposed }) => exposed > 0).entries()) {
    const those = everyone.filter((user) => user.days === days[at]);
    const counted = those.filter((user) => user.days > 0).map(of);
    tally.same(row.exposed, those.length, `${name} ${row.day} exposed`);
    tally.same(row.users, counted.length, `${name} ${row.day} users`);
    tally.same(row.active, counted.filter((y) => y !== 0).length, `${name} ${row.day} active`);
    tally.same(row.total, total(counted), `${name} ${row.day} total`);
  }
}

function compare(
  shown: Variation,
  control: Sample,
  variation: Sample,
  design: 'any' | 'planned',
  by: (typeof kinds)[number]['by'],
  name: string,
): void {
  const gap = variation.mean - control.mean;
  const error = Math.sqrt(control.squaredError + variation.squaredError);
  const { estimate, low, high } = shown.difference!;
  tally.same(estimate, gap, `${name} difference`);
  const errors = design === 'any' ? anyTime() : once();
  tally.same(low, gap - errors * error, `${name} difference, low`, 1e-6);
  tally.same(high, gap + errors * error, `${name} difference, high`, 1e-6);
  const [least, most] = fieller(control, variation, errors);
  tally.same(shown.uplift!.estimate, variation.mean / control.mean - 1, `${name} uplift`);
  tally.same(shown.uplift!.low, least, `${name} uplift, low`, 1e-6);
  tally.same(shown.uplift!.high, most, `${name} uplift, high`, 1e-6);

  function anyTime(): number {
    const share = by === 'rate' ? 0.8 : 1;
    const n = control.n + variation.n;
    const p = Math.min(1, sequentialP(gap / error, n) / share);
    tally.same(shown.pValue, p, `${name} p`);
    return reachOf(n, 0.05 * share);
  }

  function once(): number {
    const degrees = by === 'rate' ? 1e7 : degreesOf(control, variation);
    tally.same(shown.pValue, tailsOfT(gap / error, degrees), `${name} p`, 1e-6);
    const reached = (high! - gap) / error;
    tally.same(tailsOfT(reached, degrees), 0.05, `${name} 95 %`, 1e-6);
    return reached;
  }
}
