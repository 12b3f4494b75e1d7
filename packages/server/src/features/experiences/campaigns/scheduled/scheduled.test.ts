// Scheduled publications through HTTP: on time and once, and never of what is no longer approved.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from '../../../access/teammates/teammates.fixture.ts';
import { callWith, campaignOf, experienceServer, variation } from '../campaigns.fixture.ts';
import { publishDue } from './scheduled.ts';

const server = await experienceServer({ api: true, worker: false });
after(server.close);
const { ctx, url } = server;
let shiftMs = 0;
Object.assign(ctx, { now: () => Date.now() + shiftMs });
const minute = 60_000;

/** What three workers do at once, so many minutes from now. */
async function workersIn(minutes: number) {
  shiftMs = minutes * minute;
  try {
    await Promise.all([publishDue(ctx), publishDue(ctx), publishDue(ctx)]);
  } finally {
    shiftMs = 0;
  }
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

/** A site with a channel that is told, and a draft. */
async function shopOf(name: string, settings: Record<string, unknown> = {}) {
  const site = await server.site(name, { settings });
  const manage = callWith(url, await site.key(['manage']));
  const hook = { name: 'Team', type: 'webhook', url: 'https://hooks.shop.example/attune' };
  const events = ['campaign.published', 'campaign.schedule_refused'];
  const { body: made } = await manage('POST', '/v2/channels', { ...hook, events });
  const draft = await manage('POST', '/v2/campaigns', campaignOf({ selector: 'home' }));
  assert.equal(draft.status, 201, draft.text);
  const path = `/v2/campaigns/${draft.body.id}`;
  const read = async () => (await manage('GET', path)).body;
  return {
    ...{ site, manage, path, read },
    schedule: (at: string) => manage('PUT', `${path}/scheduled-publication`, { at }),
    edit: (text: string) =>
      manage('PUT', path, {
        ...campaignOf({ selector: 'home' }),
        experiences: [{ name: 'Everybody', variations: [variation(text)] }],
      }),
    told: async () => {
      const { rows } = await ctx.pool.query('select message from delivery where channel_id = $1', [
        made.channel.id,
      ]);
      return rows.map(({ message }) => JSON.parse(message));
    },
    acts: async () => {
      const { items } = (await manage('GET', `${path}/versions`)).body;
      return items
        .flatMap(({ acts = [] }: { acts?: { action: string; detail?: string }[] }) => acts)
        .map(({ action, detail = '' }: { action: string; detail?: string }) => [action, detail]);
    },
  };
}

test('a draft is published at its time, once by several workers, and in the name of its author', async () => {
  const shop = await shopOf('timely');
  const at = inMinutes(30);
  const scheduled = await shop.schedule(at);
  assert.equal(scheduled.status, 200, scheduled.text);
  const { by, ...planned } = scheduled.body.scheduledPublication;
  assert.deepEqual(planned, { version: 1, at, refused: null });
  assert.match(by, /^key \d+/);
  await workersIn(29);
  assert.equal((await shop.read()).status, 'draft');
  await workersIn(31);
  const now = await shop.read();
  const { status, publishedVersion, publishedBy, scheduledPublication } = now;
  assert.deepEqual([status, publishedVersion, publishedBy], ['live', 1, by]);
  assert.equal(scheduledPublication, null);
  assert.deepEqual(
    (await shop.told()).map(({ type, data }) => [type, data.by]),
    [['campaign.published', by]],
  );
  const { rows } = await ctx.pool.query(
    `select details from audit where site_id = $1 and action = 'campaign.publish'`,
    [shop.site.id],
  );
  assert.deepEqual(
    rows.map(({ details }) => details.scheduledFor),
    [at],
  );
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  assert.deepEqual(await shop.acts(), [['schedule', when]]);
});

test('a time is moved or cancelled; one of the past, or of what is archived, is refused', async () => {
  const shop = await shopOf('moved', { timeZone: 'Europe/Berlin' });
  await shop.schedule(inMinutes(10));
  const moved = await shop.schedule('2036-01-01T00:00');
  assert.equal(moved.body.scheduledPublication.at, '2035-12-31T23:00:00.000Z');
  await workersIn(60);
  assert.equal((await shop.read()).status, 'draft');
  const path = `${shop.path}/scheduled-publication`;
  assert.equal((await shop.manage('DELETE', path)).body.scheduledPublication, null);
  assert.equal((await shop.manage('DELETE', path)).status, 409, 'nothing is scheduled');
  for (const at of [inMinutes(-1), 'tomorrow', '2036-02-30T00:00']) {
    const { status, body } = await shop.schedule(at);
    assert.deepEqual([status, body.errors[0].pointer], [422, '/at'], at);
  }
  await shop.schedule(inMinutes(5));
  const live = await shop.manage('POST', `${shop.path}/publish`);
  assert.equal(live.body.scheduledPublication, null, 'publishing now takes its place');
  await shop.schedule(inMinutes(5));
  const away = await shop.manage('POST', `${shop.path}/archive`);
  assert.equal(away.body.scheduledPublication, null);
  assert.equal((await shop.schedule(inMinutes(5))).status, 409);
});

test('an edit voids a scheduled publication: the campaign, the audit log and the channels say why', async () => {
  const shop = await shopOf('edited');
  const at = inMinutes(30);
  await shop.schedule(at);
  await shop.edit('other');
  const why = /changed after version 1 was scheduled: it is at version 2/;
  assert.match((await shop.read()).scheduledPublication.refused, why, 'at once');
  await workersIn(31);
  await workersIn(32);
  const { status, scheduledPublication } = await shop.read();
  assert.equal(status, 'draft');
  assert.match(scheduledPublication.refused, why);
  const [told, ...more] = await shop.told();
  assert.deepEqual([told.type, more], ['campaign.schedule_refused', []]);
  assert.match(told.data.cause, why);
  const [[refused, detail]] = await shop.acts();
  assert.equal(refused, 'schedule-refused');
  assert.match(detail, why);
  const { body } = await shop.schedule(inMinutes(60));
  assert.deepEqual(
    [body.scheduledPublication.version, body.scheduledPublication.refused],
    [2, null],
  );
  await workersIn(61);
  assert.equal((await shop.read()).publishedVersion, 2);
});

test('on a site that asks for approval it runs only while the draft is approved', async () => {
  const shop = await shopOf('approved', { approval: 'editor' });
  const editor = await signedIn(server, shop.site.id, { role: 'Editor', codeEditing: false });
  const refused = await shop.schedule(inMinutes(30));
  assert.deepEqual([refused.status, refused.body.code], [409, 'approval_missing']);
  const approve = async () => {
    await shop.manage('POST', `${shop.path}/approval`, {});
    const path = shop.path.replace('/v2', '/sites/approved');
    const decision = { version: 1, decision: 'approve' };
    const given = await editor.ask('POST', `${path}/approval/decision`, decision);
    assert.equal(given.status, 200, JSON.stringify(given.body));
  };
  await approve();
  assert.equal((await shop.schedule(inMinutes(30))).status, 200);
  await shop.manage('DELETE', `${shop.path}/approval`);
  await workersIn(31);
  const { status, scheduledPublication } = await shop.read();
  assert.equal(status, 'draft');
  assert.match(scheduledPublication.refused, /is not approved/);
  await approve();
  assert.equal((await shop.schedule(inMinutes(30))).status, 200);
  await workersIn(31);
  assert.equal((await shop.read()).status, 'live');
});

test('what cannot be published by then says why, and keeps nothing else waiting', async () => {
  const shop = await shopOf('taken');
  const { manage } = shop;
  // It is published as "promo" still, while its draft is called otherwise.
  const rival = await manage('POST', '/v2/campaigns', campaignOf({ selector: 'promo' }));
  await manage('POST', `/v2/campaigns/${rival.body.id}/publish`);
  await manage('PUT', `/v2/campaigns/${rival.body.id}`, campaignOf({ selector: 'later' }));
  await manage('PUT', shop.path, campaignOf({ selector: 'promo' }));
  await shop.schedule(inMinutes(10));
  const other = await shopOf('free');
  await other.schedule(inMinutes(10));
  await workersIn(11);
  assert.equal((await other.read()).status, 'live');
  const { status, scheduledPublication } = await shop.read();
  assert.equal(status, 'draft');
  assert.match(scheduledPublication.refused, /is published as "promo"/);
});
