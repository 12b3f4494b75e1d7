// The demo site on a real server: the curls of the first start work as printed.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { CampaignInput, TemplateInput } from '@attune/contract';
import type { Context } from '../context.ts';
import { deleteKey, selectKeys } from '../features/access/api-keys/index.ts';
import { signedIn } from '../features/access/teammates/teammates.fixture.ts';
import { type Inbox, postgresInbox } from '../features/events/collect/index.ts';
import { listModels } from '../features/recommendations/models/index.ts';
import { checkedClient, eventually, type TestServer, testServer } from '../testing.ts';
import { type InstalledDemo, installDemo, isDemoWanted, readDemo } from './index.ts';

const dayMs = 86_400_000;

interface Interval {
  readonly low: number;
  readonly high: number;
}

const personOf = (cuid: string) => ({ cuid, cuidType: 'external' });
const install = (ctx: Context) => installDemo(ctx, postgresInbox(ctx.db));

/** A server as at its first start: without the site that tests have. */
async function emptyServer(): Promise<TestServer> {
  const server = await testServer();
  // What the application cannot do, the owner of the tables can.
  await server.ctx.pool.query('alter table audit disable trigger audit_keeps_entries');
  await server.ctx.pool.query('delete from audit');
  await server.ctx.pool.query('alter table audit enable always trigger audit_keeps_entries');
  await server.ctx.pool.query('delete from site');
  return server;
}

suite('the demo site', () => {
  let server: TestServer;
  let demo: InstalledDemo;

  before(async () => {
    server = await emptyServer();
  });
  after(() => server.close());

  test('is wanted on an empty database, and made once when two ask for it', async () => {
    assert.equal(await isDemoWanted(server.ctx), true);
    assert.equal(await readDemo(server.ctx), undefined);
    const [first, second] = await Promise.all([install(server.ctx), install(server.ctx)]);
    assert.deepEqual(first, second);
    assert.equal(await isDemoWanted(server.ctx), false);
    demo = first;
  });

  const client = (key = demo.keys.server) => checkedClient(server.url, key);
  /**
   * Without exposures, which would be recorded while a later test looks at the tables; asked again
   * where a busy machine made the service decide without the profile.
   */
  const choose = (cuid: string, names: string[]) =>
    eventually(async () => {
      const { choices, warnings } = await client().choose({
        user: personOf(cuid),
        selector: { names },
        context: { device: { type: 'mobile' } },
        options: { isImplicitImpressionMode: false },
      });
      return warnings ? undefined : choices;
    });

  test('shows visitors of different tastes different heroes, and an unknown visitor the general one', async () => {
    const heroFor = async (cuid: string) => {
      const [hero] = await choose(cuid, ['home-hero']);
      return hero?.variations[0]?.payload.data as Record<string, unknown>;
    };
    assert.equal((await heroFor('visitor-001'))['headline'], 'Run in red');
    assert.equal((await heroFor('visitor-002'))['headline'], 'Out into the blue');
    assert.equal((await heroFor('somebody-new'))['headline'], 'New this week');
  });

  test('has profiles as soon as it is installed, the taste on top', async () => {
    const runner = await client().affinity(personOf('visitor-001'));
    assert.deepEqual([runner?.['color']?.['red'], runner?.['categories']?.['Running']], [1, 1]);
    const hiker = await client().affinity(personOf('visitor-002'));
    assert.deepEqual([hiker?.['color']?.['blue'], hiker?.['categories']?.['Outdoor']], [1, 1]);
    assert.notEqual(await client().affinity(personOf('visitor-300')), undefined);
  });

  test('shows half of its visitors the bar, and half of those on the phone a menu', async () => {
    const names = ['free-shipping-bar', 'mobile-menu'];
    const shown: string[] = [];
    for (let at = 1; at <= 100; at += 1) {
      const cuid = `visitor-${String(at).padStart(3, '0')}`;
      const choices = await choose(cuid, names);
      shown.push(...choices.flatMap(({ name, variations }) => variations.map(() => name)));
    }
    for (const name of names) {
      const count = shown.filter((each) => each === name).length;
      assert.ok(count > 25 && count < 75, `${count} of 100 see ${name}`);
    }
  });

  test('has three weeks of tests: one with a winner, one undecided, and one of strategies', async () => {
    await server.folded();
    const { id } = server.ctx.snapshots.siteByName('demo')!.site;
    const viewer = { role: 'Viewer', codeEditing: false } as const;
    const { ask } = await signedIn(server, id, viewer);
    const { items } = (await ask('GET', '/sites/demo/campaigns?limit=100')).body;
    const reportOf = async (selector: string) => {
      const one = items.find((item: { campaign: { selector: string } }) => {
        return item.campaign.selector === selector;
      });
      const { body } = await ask('GET', `/sites/demo/campaigns/${one.id}/report`);
      const [{ variations, sampleRatio, comparison }] = body.experiences;
      assert.deepEqual([comparison, sampleRatio.isSuspicious], ['fixed', false], selector);
      return variations as { name: string; users: number; uplift: Interval; daily: unknown[] }[];
    };
    const [, bar] = await reportOf('free-shipping-bar');
    assert.ok(bar!.users > 1_000 && bar!.daily.length >= 18, `${bar!.users} ${bar!.daily.length}`);
    assert.ok(bar!.uplift.low > 0, `the bar wins: ${JSON.stringify(bar!.uplift)}`);
    for (const selector of ['checkout-button', 'cart-suggestions']) {
      const [, other] = await reportOf(selector);
      const { low, high } = other!.uplift;
      assert.ok(low < 0 && high > 0, `${selector} is undecided: ${low} to ${high}`);
    }
    const [holdout] = (await ask('GET', '/sites/demo/holdouts')).body.items;
    const { body: whole } = await ask('GET', `/sites/demo/holdouts/${holdout.id}/report`);
    assert.match(JSON.stringify(whole), /"users":1\d\d/, 'one visitor in twenty is held out');
    const { body: journal } = await ask('GET', '/sites/demo/journal?decision=open');
    assert.equal(journal.items.length, 3, 'each test has a hypothesis');
  });

  test('has three weeks of recommendations, in every part of their report', async () => {
    await server.folded();
    const { id } = server.ctx.snapshots.siteByName('demo')!.site;
    const viewer = { role: 'Viewer', codeEditing: false } as const;
    const { ask } = await signedIn(server, id, viewer, 'sold@shop.example');
    const { body } = await ask('GET', '/sites/demo/recommendations/report');
    const { total, strategies, slots, pages, daily } = body;
    assert.ok(total.lists > 5_000, JSON.stringify(total));
    assert.ok(total.clickRate > 0.01 && total.clickRate < 0.1, `click rate ${total.clickRate}`);
    assert.ok(total.coverage.share > 0.2 && total.coverage.share < 0.9, total.coverage.share);
    assert.ok(total.direct.orders > 20 && total.assisted.orders > 10, JSON.stringify(total));
    assert.ok(total.revenueShare > 0.05 && total.revenueShare < 0.5, total.revenueShare);
    const ofStrategies = strategies.map(({ name, clickRate }: never) => [name, clickRate]);
    const { Bestsellers: alike, 'For you': byTaste } = Object.fromEntries(ofStrategies);
    assert.ok(byTaste > alike, `${byTaste} by taste, ${alike} of bestsellers`);
    assert.deepEqual([slots.length, pages.length], [8, 4]);
    const days = daily.filter(({ clicks, shown }: never) => clicks > 0 && shown > 0);
    assert.ok(days.length >= 20, `${days.length} days`);
  });

  test('has a template with a picture for every campaign, whose form shows all of its content', async () => {
    const { id } = server.ctx.snapshots.siteByName('demo')!.site;
    const viewer = { role: 'Viewer', codeEditing: false } as const;
    const { ask } = await signedIn(server, id, viewer, 'forms@shop.example');
    const { items } = (await ask('GET', '/sites/demo/campaigns?limit=100')).body;
    assert.equal(items.length, 6);
    for (const { campaign } of items as { campaign: CampaignInput }[]) {
      const { body } = await ask('GET', `/sites/demo/templates/${campaign.template}`);
      const { view, schema } = body.template as TemplateInput;
      assert.ok(view, campaign.name);
      const shown = Object.keys(schema['properties'] as object);
      for (const { payload } of campaign.experiences.flatMap(({ variations }) => variations)) {
        const content = payload && ('data' in payload ? payload.data : payload.custom);
        const members = Object.keys(content ?? {});
        assert.deepEqual(
          members.filter((name) => !shown.includes(name)),
          [],
          campaign.name,
        );
      }
    }
  });

  test('is left as it is by a second installation, which gives the same keys', async () => {
    // What a worker does of its own accord is no part of it: it works off what visitors above did,
    // and builds the models that the site's strategies need.
    await server.folded();
    const site = server.ctx.snapshots.siteByName('demo')!;
    await eventually(async () => {
      const models = await listModels(server.ctx, site);
      return models.length > 0 && models.every(({ state }) => state === 'ready');
    });
    const before = await contentsOf(server.ctx);
    assert.deepEqual(await install(server.ctx), demo);
    assert.deepEqual(await readDemo(server.ctx), demo);
    assert.deepEqual(await contentsOf(server.ctx), before);
  });

  test('has a client key that serves and collects, and no more', async () => {
    const { choices } = await client(demo.keys.client).choose({ selector: { groups: ['home'] } });
    const names = choices.map(({ name }) => name);
    assert.deepEqual(names, ['home-hero', 'free-shipping-bar']);
    const refused = client(demo.keys.client).affinity(personOf('visitor-001'));
    await assert.rejects(refused, /wrong_key_source/);
  });

  test('does not get a key back that was deleted', async () => {
    const { ctx } = server;
    const siteId = ctx.snapshots.siteByName('demo')!.site.id;
    const [key] = await selectKeys(ctx.db, siteId);
    await deleteKey(ctx, siteId, key!.id, 'test');
    assert.equal(await readDemo(ctx), undefined);
    assert.equal(await isDemoWanted(ctx), false);
    await assert.rejects(install(ctx), { code: 'not_found' });
  });
});

/** Every row that an installation writes, as text. */
async function contentsOf({ pool }: Context): Promise<Record<string, string[]>> {
  const tables =
    'site audit api_key feed item feed_transaction managed_object publication event profile';
  const contents: Record<string, string[]> = {};
  for (const table of tables.split(' ')) {
    const { rows } = await pool.query(`select t::text as text from ${table} t order by 1`);
    contents[table] = rows.map(({ text }) => text);
  }
  return contents;
}

suite('an installation that was interrupted', () => {
  test('is completed by a later one, wherever it broke off, and repeats nothing', async () => {
    const server = await emptyServer();
    try {
      const { ctx } = server;
      const inbox = postgresInbox(ctx.db);
      const fail = () => {
        throw new Error('the power went');
      };
      const acceptAndFail: Inbox['accept'] = async (rows) => {
        await inbox.accept(rows);
        fail();
      };
      const attempts = [
        () => installDemo(ctx, inbox, fail),
        () => installDemo(ctx, { ...inbox, accept: async () => fail() }),
        () => installDemo(ctx, { ...inbox, accept: acceptAndFail }),
      ];
      for (const attempt of attempts) {
        await assert.rejects(attempt, /the power went/);
        assert.equal(await isDemoWanted(ctx), true);
        assert.equal(await readDemo(ctx), undefined);
      }
      await install({ ...ctx, now: () => ctx.now() + 2 * dayMs });
      assert.equal(await isDemoWanted(ctx), false);
      const { rows } = await ctx.pool.query(`
        select (select count(*) from site)::int as sites,
               (select count(*) from api_key)::int as keys,
               (select max(revision) from feed)::int as "feedRevision",
               (select max(version) from managed_object)::int as version,
               (select count(*) - count(distinct id) from event)::int as repeated`);
      const once = { sites: 1, keys: 2, feedRevision: 1, version: 1, repeated: 0 };
      assert.deepEqual(rows, [once]);
    } finally {
      await server.close();
    }
  });

  test('is no reason to touch a site that somebody named demo', async () => {
    const server = await emptyServer();
    try {
      await server.site('demo');
      assert.equal(await isDemoWanted(server.ctx), false);
      await assert.rejects(install(server.ctx), { code: 'conflict' });
    } finally {
      await server.close();
    }
  });
});
