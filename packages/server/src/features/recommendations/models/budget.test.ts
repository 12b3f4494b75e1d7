// The processor time that models may take in a day: what they took is counted, and bounds rebuilds.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually, testServer } from '../../../testing.ts';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { dayTextOf } from '../../events/interactions/index.ts';
import { baskets, hourMs, openShop, popular, together, workOff } from './models.fixture.ts';
import { modelStatus } from './status.ts';

const dayMs = 24 * hourMs;
const server = await testServer({ api: true, worker: false });
after(server.close);
// Early in a day that has no events yet: none of a test falls onto two days.
const begins = Math.ceil(Date.now() / dayMs) * dayMs + hourMs;
const clock = { at: begins };
Object.assign(server.ctx, { now: () => clock.at });
const counter = 'attune_model_cpu_seconds_total';
const strategyOf = (...methods: object[]) => ({
  ...{ name: 'Top', steps: methods.map((method) => ({ method })) },
});
const open = async (name: string) => {
  clock.at = begins;
  await server.ctx.pool.query('truncate model_cpu');
  const shop = await openShop(server, name);
  const snapshot = () => server.ctx.snapshots.site(shop.siteId)!;
  return {
    ...shop,
    cpu: async () => (await shop.manage('GET', '/v2/models')).cpu,
    status: () => modelStatus(server.ctx, snapshot()),
    versions: async () => (await shop.models()).map(({ built }) => built?.version),
    /** Another site's models have taken all of the day. */
    useUp: () =>
      server.ctx.pool.query(
        `insert into model_cpu (site_id, day, cpu_ms) select id, $1, $2 from site
         where id <> $3 limit 1`,
        [dayTextOf(clock.at), server.ctx.config.modelCpuBudgetMs, shop.siteId],
      ),
  };
};

test('the processor time of builds adds up by day, shown to teammates and to Prometheus', async () => {
  const shop = await open('counted');
  const admin = await signedIn(server, shop.siteId, { role: 'Admin', codeEditing: true });
  await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  assert.deepEqual(await shop.cpu(), { usedMs: 0, allSitesMs: 0, budgetMs: 240 * 60_000 });
  await shop.build();
  const first = await shop.cpu();
  const [model] = await shop.models();
  assert.ok(first.usedMs > 0 && first.allSitesMs === first.usedMs, JSON.stringify(first));
  assert.ok(model!.built!.cpuMs! > 0 && model!.built!.cpuMs! <= first.usedMs);
  await shop.manage('POST', `/v2/models/${model!.id}/rebuild`);
  await shop.build();
  const second = await shop.cpu();
  assert.ok(second.usedMs > first.usedMs);
  const { body } = await admin.ask('GET', '/sites/counted/status');
  assert.deepEqual(body.models.cpu, second);
  server.ctx.metrics.models.setStatus([await shop.status()]);
  const text = await server.ctx.metrics.registry.metrics();
  const secondsOf = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  const total = secondsOf(counter);
  assert.ok(Math.abs(total - second.usedMs / 1_000) < 0.01, `${total} s`);
  assert.equal(secondsOf('attune_model_cpu_today_seconds'), second.allSitesMs / 1_000);
  assert.equal(secondsOf('attune_model_cpu_budget_seconds'), 14_400);
  clock.at += dayMs;
  assert.equal((await shop.cpu()).usedMs, 0, 'another day');
});

test('a build that is broken off has taken its processor time as well', async () => {
  const shop = await open('broken');
  await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  let thread: Parameters<NonNullable<Parameters<typeof shop.build>[0]>>[0];
  const building = shop.build((one) => {
    thread ??= one;
  });
  await eventually(async () => (thread?.cpuMs() ?? 0) > 0);
  await thread!.stop();
  await building;
  assert.ok((await shop.cpu()).usedMs > 0);
});

test('once the budget is used up, a rebuild waits for the next UTC day and says so', async () => {
  const shop = await open('waiting');
  await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  await shop.build();
  await shop.buy(baskets);
  await workOff(server);
  await shop.useUp();
  clock.at += hourMs;
  assert.deepEqual(await shop.build(), []);
  const { needed, waiting, overdue } = await shop.status();
  assert.deepEqual({ needed, waiting, overdue }, { needed: 1, waiting: 1, overdue: 0 });
  const [model] = await shop.models();
  assert.equal(model?.nextBuildAt, new Date(begins - hourMs + dayMs).toISOString());
  server.ctx.metrics.models.setStatus([await shop.status()]);
  assert.match(await server.ctx.metrics.registry.metrics(), /^attune_models_waiting 1$/m);
  clock.at += dayMs;
  await shop.build();
  assert.deepEqual(await shop.versions(), [2]);
  assert.equal((await shop.status()).waiting, 0);
});

test('a model that waited for the budget is due from midnight UTC, and overdue no sooner than any other', async () => {
  const shop = await open('midnight');
  await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  await shop.build();
  const sites = 'select id from site where id <> $1 limit 1';
  await shop.useUp();
  const late = async (minutes: number) => {
    clock.at = begins - hourMs + dayMs + minutes * 60_000;
    const { waiting, overdue, longestMs } = await shop.status();
    return [waiting, overdue, longestMs / 60_000];
  };
  assert.deepEqual(await late(9), [0, 0, 9]);
  await server.ctx.pool.query(
    `update model_cpu set day = $2, cpu_ms = 1 where site_id in (${sites})`,
    [shop.siteId, dayTextOf(clock.at)],
  );
  assert.deepEqual(await late(9), [0, 0, 9], 'another site was built first');
  assert.deepEqual(await late(11), [0, 1, 11]);
  await server.ctx.pool.query('truncate model_cpu');
  const [, overdue, minutes] = await late(9);
  assert.ok(overdue === 1 && minutes! > 20 * 60, 'nothing was used up: no worker kept up');
});

test('a first build and a requested one wait for no budget', async () => {
  const shop = await open('first');
  await shop.useUp();
  await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  await shop.build();
  const [top] = await shop.models();
  await shop.manage('POST', '/v2/strategies', { ...strategyOf(together), name: 'Basket' });
  await shop.manage('POST', `/v2/models/${top!.id}/rebuild`);
  await shop.build();
  const built = (await shop.models()).map(({ id, built }) => [id === top!.id, built?.version]);
  assert.equal(built.find(([isTop]) => isTop)?.[1], 2);
  assert.ok(built.every(([, version]) => version !== undefined));
});

test('a first build that failed waits for the budget before it is tried again', async () => {
  const shop = await open('failing');
  await shop.useUp();
  await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  for (let tries = 0; tries < 3; tries += 1) await shop.build((thread) => void thread?.stop());
  await shop.build();
  const [model] = await shop.models();
  assert.equal(model?.state, 'failed');
  assert.equal(model.nextBuildAt, new Date(begins - hourMs + dayMs).toISOString());
  clock.at += 2 * hourMs;
  assert.deepEqual(await shop.build(), []);
  const { failed, waiting, overdue } = await shop.status();
  assert.deepEqual({ failed, waiting, overdue }, { failed: 1, waiting: 1, overdue: 0 });
  clock.at += dayMs;
  await shop.build();
  assert.deepEqual(await shop.versions(), [1]);
});

test('an evaluation counts as well, and runs whatever is left of the budget', async () => {
  const shop = await open('evaluated');
  await shop.useUp();
  const { id } = await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  const { id: evaluation } = await shop.manage('POST', '/v2/evaluations', { strategies: [id] });
  const counted = async () => {
    const total = await server.ctx.metrics.registry.getSingleMetric(counter)?.get();
    return total?.values[0]?.value ?? 0;
  };
  const before = await counted();
  await shop.evaluate();
  const { fault } = await shop.manage('GET', `/v2/evaluations/${evaluation}`);
  assert.match(fault, /^No user did anything/);
  const { usedMs } = await shop.cpu();
  assert.ok(usedMs > 0);
  assert.ok(Math.abs((await counted()) - before - usedMs / 1_000) < 0.01);
});

test('a model that has hardly moved does not wait when the budget is used up: it is current', async () => {
  const shop = await open('current');
  await shop.manage('POST', '/v2/strategies', strategyOf(popular));
  await shop.build();
  await shop.useUp();
  clock.at += hourMs;
  await shop.build();
  assert.equal((await shop.status()).waiting, 0);
});
