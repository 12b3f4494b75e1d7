// Tests of the overview: what it shows, to which role, how much, and how soon.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { OverviewOutput } from '@attune/contract';
import { eventually, testServer } from '../../../testing.ts';
import { createKey } from '../../access/api-keys/index.ts';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import {
  experienceServer,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer({ api: true, worker: true }, { vertical: 'E-commerce' });
after(server.close);
const { ctx } = server;
const admin = { role: 'Admin', codeEditing: false } as const;
const experiences = [{ name: 'Everybody', variations: [variation(null), variation('x')] }];

/** A site of its own, with a way to read its overview as a teammate of some role. */
async function newSite(name: string) {
  const site = await server.site(name, { vertical: 'E-commerce' });
  const readAs = async (membership: Parameters<typeof signedIn>[2] = admin) => {
    const browser = await signedIn(server, site.id, membership);
    return async (): Promise<OverviewOutput> => {
      const { status, body } = await browser.ask('GET', `/sites/${name}/overview`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
  };
  return { site, readAs, read: await readAs() };
}

const doneIn = ({ setUp }: OverviewOutput) =>
  setUp?.filter(({ isDone }) => isDone).map(({ step }) => step) ?? null;

test('the steps of a new site tick themselves, until nothing of them is left', async () => {
  const { site, read } = await newSite('fresh');
  assert.deepEqual(doneIn(await read()), []);
  assert.deepEqual((await read()).setUp?.length, 5);
  const { client, publish } = await experiencesOf(server, site);
  assert.deepEqual(doneIn(await read()), ['key']);
  await (await site.client(['feed'])).createFeed({ id: '7', name: 'Shop' });
  await client.events({ user: { id: '1' }, events: [{ name: 'Hello', properties: {} }] });
  await server.folded();
  await eventually(async () => doneIn(await read())?.join() === 'key,feed,event');
  await publish({ selector: 'hero', experiences });
  await eventually(async () => doneIn(await read())?.includes('campaign'));
  await client.choose({ user: { id: '1' }, selector: { names: ['hero'] } });
  await server.folded();
  await eventually(async () => (await read()).setUp === null);
});

test('a campaign says when a page last showed it to a new user; previews and drafts do not', async () => {
  const { site } = await newSite('placed');
  const { client, manage, publish } = await experiencesOf(server, site);
  const { ask } = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  const shownAt = async (id: number) => {
    const { status, body } = await ask('GET', `/sites/placed/campaigns/${id}/placement`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.shownAt as string | null;
  };
  const id = await publish({ selector: 'hero', experiences });
  const draft = await manage('POST', '/v2/campaigns', {
    ...{ name: 'Draft', selector: 'draft', type: 'custom', experiences },
  });
  await ctx.snapshots.catchUp();
  const preview = await manage('POST', `/v2/campaigns/${id}/preview`, {});
  const ids = [preview.body.previewId as string];
  await client.choose({ user: { id: '1' }, selector: { names: ['hero'], preview: { ids } } });
  await server.folded();
  assert.deepEqual([await shownAt(id), await shownAt(draft.body.id)], [null, null]);
  const before = Date.now();
  await client.choose({ user: { id: '2' }, selector: { names: ['hero'] } });
  await server.folded();
  const at = Date.parse((await shownAt(id)) ?? '');
  assert.ok(at >= before - 1_000 && at <= Date.now(), `${at}`);
  const elsewhere = await ask('GET', `/sites/placed/campaigns/${id + 1_000}/placement`);
  assert.equal(elsewhere.status, 404);
});

test('a live campaign comes with its metric and its users by day; a draft and a paused one do not', async () => {
  const { site, read } = await newSite('live');
  const { client, manage, publish } = await experiencesOf(server, site);
  const id = await publish({ name: 'Hero test', selector: 'hero', experiences });
  const paused = await publish({ selector: 'paused', experiences });
  await manage('POST', `/v2/campaigns/${paused}/pause`);
  await manage('POST', '/v2/campaigns', {
    name: 'Draft',
    selector: 'draft',
    type: 'custom',
    experiences,
  });
  for (const user of ['11', '12', '13']) {
    await client.choose({ user: { id: user }, selector: { names: ['hero'] } });
  }
  await server.folded();
  await ctx.snapshots.catchUp();
  const { liveCampaigns } = await eventually(async () => {
    const found = await read();
    return found.liveCampaigns.items.every(({ state }) => state === 'ready') && found;
  });
  const [campaign, ...others] = liveCampaigns.items;
  assert.deepEqual([liveCampaigns.total, others.length], [1, 0]);
  assert.deepEqual([campaign?.id, campaign?.name, campaign?.selector], [id, 'Hero test', 'hero']);
  assert.equal(campaign?.result?.metric.name, 'Purchases');
  assert.equal(campaign?.result?.users, 3);
  assert.equal(campaign?.result?.perDay.length, 14);
  assert.equal(campaign?.result?.perDay.at(-1)?.users, 3);
});

test('of many live campaigns the latest ten are answered, and how many there are', async () => {
  const { site, read } = await newSite('many');
  const { publish } = await experiencesOf(server, site);
  for (let at = 0; at < 12; at += 1) await publish({ selector: `many-${at}`, experiences });
  await ctx.snapshots.catchUp();
  const { liveCampaigns } = await eventually(async () => {
    const found = await read();
    // Where no user came there is no report to wait for.
    return found.liveCampaigns.items.every(({ state }) => state === 'empty') && found;
  });
  assert.deepEqual([liveCampaigns.total, liveCampaigns.items.length], [12, 10]);
  assert.equal(liveCampaigns.items[0]?.selector, 'many-11');
});

test('requests and what was wrong in them are counted by day', async () => {
  const { site, read } = await newSite('traffic');
  const client = await site.client(['serve', 'collect']);
  await client.choose({ user: { id: '1' }, selector: { names: [] } });
  const events = [{ name: 'Hello', properties: { svcType: 'no-such-type-v1' } }];
  await client.events({ user: { id: '1' }, events } as never);
  const today = await eventually(async () => {
    const { traffic } = await read();
    assert.equal(traffic.length, 14);
    const last = traffic.at(-1);
    return last && last.choose > 0 && last.collect > 0 && last.warnings > 0 && last;
  });
  assert.deepEqual([today.choose, today.collect, today.warnings], [1, 1, 1]);
  const [warning] = (await read()).warnings;
  assert.deepEqual([warning?.kind, warning?.count], ['ingestion', 1]);
});

test('a key that expires within 14 days, and a feed whose fetch failed, are warned of', async () => {
  const { site, read } = await newSite('warned');
  const inDays = (days: number) => new Date(ctx.now() + days * 86_400_000).toISOString();
  for (const [name, days] of [
    ['Soon', 13],
    ['Later', 15],
  ] as const) {
    const request = {
      name,
      source: 'Server-side',
      permissions: ['serve'],
      expiresAt: inDays(days),
    };
    await createKey(ctx, site.snapshot(), request, 'ann@shop.example');
  }
  await (await site.client(['feed'])).createFeed({ id: '8', name: 'Pulled' });
  await ctx.pool.query(
    `insert into feed_schedule (site_id, feed_id, is_on, settings, changed_at, failures)
     values ($1, 8, true, '{}', now(), 3)`,
    [site.id],
  );
  await ctx.pool.query(
    `insert into feed_pull_run (site_id, feed_id, started_at, ended_at, actor, status, detail, bytes,
       accepted, rejected) values ($1, 8, now(), now(), 'attune', 'failed', 'No such host.', 0, 0, 0)`,
    [site.id],
  );
  const { warnings } = await read();
  assert.deepEqual(
    warnings.map(({ kind, name, detail, count }) => ({ kind, name, detail, count })),
    [
      { kind: 'failed-pull', name: 'Pulled', detail: 'No such host.', count: 3 },
      { kind: 'key-expires', name: 'Soon', detail: '', count: null },
    ],
  );
});

test('what a role may not read elsewhere is left out', async () => {
  const { site, readAs, read } = await newSite('roles');
  const soon = new Date(ctx.now() + 86_400_000).toISOString();
  const request = { name: 'Soon', source: 'Server-side', permissions: ['serve'], expiresAt: soon };
  await createKey(ctx, site.snapshot(), request, 'ann@shop.example');
  const { manage } = await experiencesOf(server, site);
  await manage('POST', '/v2/audiences', { name: 'Phones', condition: { channel: 'APP' } });
  const stepsOf = ({ setUp }: OverviewOutput) => setUp?.map(({ step }) => step);

  const forAdmin = await read();
  assert.ok(forAdmin.changes?.some(({ action }) => action === 'key.create'));
  assert.deepEqual(
    forAdmin.warnings.map(({ kind }) => kind),
    ['key-expires'],
  );
  assert.ok(stepsOf(forAdmin)?.includes('key'));

  const forEditor = await (await readAs({ role: 'Editor', codeEditing: true }))();
  assert.deepEqual(
    forEditor.changes?.map(({ action }) => action),
    ['audience.create'],
  );
  const forViewer = await (await readAs({ role: 'Viewer', codeEditing: true }))();
  assert.equal('changes' in forViewer, false);
  for (const seen of [forEditor, forViewer]) {
    assert.deepEqual(seen.warnings, []);
    assert.deepEqual(stepsOf(seen), ['feed', 'event', 'campaign', 'result']);
  }
});

test('where no worker runs, it is warned of', async () => {
  const alone = await testServer({ api: true, worker: false });
  after(alone.close);
  const browser = await signedIn(alone, alone.test.id, { role: 'Viewer', codeEditing: false });
  const { body } = await browser.ask('GET', '/sites/test/overview');
  assert.deepEqual(body.warnings, [
    { kind: 'no-worker', id: null, name: '', detail: '', at: null, count: null },
  ]);
});
