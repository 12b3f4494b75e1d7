// Retention: days go from the log and from all that came of them, of the sites whose term is over.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeProfile, type Event, emptyProfile, encodeProfile } from '@attune/core';
import { changeSettings } from '../../configuration/sites/index.ts';
import { dayText } from '../../events/collect/days.ts';
import { linesOf } from '../../events/collect/entry.ts';
import { postgresInbox } from '../../events/collect/inbox/inbox.ts';
import { rebuildProfiles } from '../../events/collect/index.ts';
import {
  day,
  login,
  noon,
  purchase,
  refund,
  type Shop,
  shopServer,
  view,
} from '../../events/collect/shop.fixture.ts';
import { selectEventDays } from '../../events/collect/store.ts';
import { selectPerson } from '../../people/identity/index.ts';
import { applyRetention, readRetention } from './index.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;
const inbox = postgresInbox(ctx.db);

const old = { timestamp: noon - 40 * day };
const recent = { timestamp: noon - 10 * day };

const setTerm = (siteId: number, retentionDays: number) =>
  changeSettings(ctx, siteId, { settings: { retentionDays } }, 'test');

/** Reports an exposure as a node does. */
async function expose({ siteId }: Shop, device: string, id: string, time: number): Promise<void> {
  const event: Event = {
    ...{ id, time, name: 'exposure', session: '', kind: 'exposure', campaignId: 1 },
    ...{ experienceId: 2, variationId: 3, revision: 1, propensity: 1, allocationVersion: 1 },
    ...{ isKept: false, assignment: { key: 'draw', variationId: 3 } },
  };
  const entries = [{ siteId, device, identifiers: [], event }];
  await inbox.accept(linesOf(entries, Buffer.from('')));
}

/** Ann was here long ago and lately, bob long ago alone, on another device. */
async function lived(name: string): Promise<Shop> {
  const one = await shop(name);
  await one.tell({ svcid: '31' }, view('tent', old), purchase('T1', ['tent'], old));
  await one.tell({ svcid: '31' }, login(['ann'], { timestamp: noon - 39 * day }));
  await one.tell(
    { svcid: '41' },
    view('stove', old),
    login(['bob'], old),
    refund('T2', undefined, old),
  );
  await expose(one, '31', `${name} first`, old.timestamp);
  await expose(one, '41', `${name} only`, old.timestamp);
  await workOff();
  await one.tell({ svcid: '31' }, view('lamp', recent), purchase('T3', ['lamp'], recent));
  await expose(one, '31', `${name} again`, recent.timestamp);
  await workOff();
  return one;
}

const tables = ['event', 'profile', 'exposure', 'purchase', 'refund', 'identifier', 'device'];

/** Every row that a site has of its users, as text. */
async function rowsOf({ siteId }: Shop): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await ctx.pool.query(
      `select t::text as row from ${table} t where site_id = $1 order by 1`,
      [siteId],
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

async function query(text: string, ...values: unknown[]) {
  return (await ctx.pool.query(text, values)).rows;
}

const audited = ({ siteId }: Shop) =>
  query(`select details from audit where site_id = $1 and action = 'retention.events'`, siteId);

/** A profile's bytes after all that can be read of its users was thrown away, and made again. */
async function rebuilt({ siteId }: Shop, userId: string): Promise<string> {
  const [{ state }] = await query(
    'select state from profile where site_id = $1 and user_id = $2',
    ...[siteId, userId],
  );
  const { since, assignments, firstSeen } = decodeProfile(state);
  const emptied = encodeProfile({ ...emptyProfile(), since, assignments, firstSeen });
  await query(
    'update profile set state = $3 where site_id = $1 and user_id = $2',
    ...[siteId, userId, emptied],
  );
  assert.deepEqual(await rebuildProfiles(ctx, siteId, [userId]), [userId]);
  const [after] = await query(
    'select state from profile where site_id = $1 and user_id = $2',
    ...[siteId, userId],
  );
  return after.state;
}

test('days past a term go; a rebuild gives what was kept, byte for byte; other sites keep all', async () => {
  const [short, long] = [await lived('short'), await lived('long')];
  const others = await rowsOf(long);
  await applyRetention(ctx);
  assert.deepEqual(await rowsOf(long), others);
  await setTerm(short.siteId, 30);
  // Two nodes at once.
  await Promise.all([applyRetention(ctx), applyRetention(ctx)]);

  const start = dayText(Date.now() - 30 * day);
  const days = await query('select distinct day from event where site_id = $1', short.siteId);
  assert.deepEqual(days, [{ day: dayText(recent.timestamp) }]);
  assert.deepEqual(await short.counts('31'), {
    ...{ 'blue view': 1, 'red view': 1, 'blue purchase': 1, 'red purchase': 1 },
  });
  // What a minimum holds outlives its event: nobody changes sides, and nobody is new again.
  const kept = (await short.profiles())['31']!;
  const profile = decodeProfile(kept);
  assert.equal(profile.assignments.get('draw')?.time, old.timestamp);
  assert.equal(profile.firstSeen, old.timestamp);
  assert.equal(profile.since, Date.parse(start) / day);
  assert.deepEqual(await rebuildProfiles(ctx, short.siteId, ['31']), []);
  const before = await rowsOf(short);
  assert.equal(await rebuilt(short, '31'), kept);
  assert.deepEqual(await rowsOf(short), before);

  // Of bob nothing is left, of ann the person, her device and her first exposure.
  assert.deepEqual(
    Object.keys(await short.profiles()).filter((one) => one !== 'ann'),
    ['31'],
  );
  const exposures = await query(
    'select user_id, time from exposure where site_id = $1',
    short.siteId,
  );
  assert.deepEqual(exposures, [{ user_id: '31', time: new Date(old.timestamp) }]);
  const bob = { type: 'external', value: 'bob' };
  assert.equal(await selectPerson(ctx.db, short.siteId, bob), undefined);
  assert.ok(await selectPerson(ctx.db, short.siteId, { ...bob, value: 'ann' }));
  assert.deepEqual(before['device']!.length, 1);
  assert.deepEqual([before['purchase']!.length, before['refund']!.length], [1, 0]);

  assert.deepEqual(await rowsOf(long), others);
  const entries = await audited(short);
  assert.equal(entries.length, 1);
  const { events, ...details } = entries[0].details;
  assert.deepEqual(details, {
    ...{ eventsFrom: start, days: 2 },
    ...{ firstDay: dayText(old.timestamp), lastDay: dayText(noon - 39 * day) },
  });
  assert.equal(events, 8);
  assert.deepEqual(await audited(long), []);
});

/** Those of some days that the log has a partition for. */
async function present(days: readonly string[]): Promise<string[]> {
  const all = await selectEventDays(ctx.db);
  return days.filter((one) => all.includes(one));
}

test('a day that no site needs is dropped whole, also where it was in use a moment before', async () => {
  const one = await lived('last');
  const [{ id }] = await query(`select id from site where name = 'long'`);
  const past = [old.timestamp, noon - 39 * day].map(dayText);
  for (const siteId of [one.siteId, id]) await setTerm(siteId, 30);
  const reader = await ctx.pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select from event limit 1');
    // What reads the log is neither ended nor waited for: the day goes the next time.
    await applyRetention(ctx);
    assert.deepEqual(await present(past), past);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
  await applyRetention(ctx);
  assert.deepEqual(await present(past), []);
  assert.deepEqual(await rebuildProfiles(ctx, one.siteId, ['31']), []);
});

test('what is dated before a site’s term is refused, told, and never logged', async () => {
  const one = await lived('late');
  await setTerm(one.siteId, 30);
  await applyRetention(ctx);
  const answer = await fetch(`${server.url}/v2/collect/user/event`, {
    method: 'POST',
    headers: { 'SVC-API-Key': await one.site.key(['collect']), 'content-type': 'application/json' },
    body: JSON.stringify({ user: { svcid: '51' }, events: [view('tent', old)] }),
  });
  const { errors } = (await answer.json()) as { errors: { pointer: string; detail: string }[] };
  assert.equal(answer.status, 422);
  assert.deepEqual(errors, [
    { pointer: '/events/0/timestamp', detail: 'must not be more than 30 days back' },
  ]);
  // One that came in before its day went, and was not worked off until now.
  const before = await rowsOf(one);
  await expose(one, '31', 'belated', old.timestamp);
  await workOff();
  assert.deepEqual(await rowsOf(one), before);
  assert.deepEqual(await present([dayText(old.timestamp)]), []);
  // What is gone does not come again under a longer term.
  await setTerm(one.siteId, 400);
  await expose(one, '31', 'belated', old.timestamp);
  await workOff();
  assert.deepEqual(await rowsOf(one), before);
});

test('what was not done goes on where it stopped', async () => {
  const one = await lived('stopped');
  await setTerm(one.siteId, 30);
  const broken = new Proxy(ctx.db, {
    get: (db, name) => {
      if (name === 'transaction' && begun++ === 2) throw new Error('the node ends here');
      const member = Reflect.get(db, name, db);
      return typeof member === 'function' ? member.bind(db) : member;
    },
  });
  let begun = 0;
  await applyRetention({ ...ctx, db: broken });
  assert.ok(begun > 2);
  assert.equal((await audited(one)).length, 1);
  await applyRetention(ctx);
  const days = await query('select distinct day from event where site_id = $1', one.siteId);
  assert.deepEqual(days, [{ day: dayText(recent.timestamp) }]);
  assert.deepEqual(await rebuildProfiles(ctx, one.siteId, ['31']), []);
  assert.equal((await audited(one)).length, 1);
});

test('audit entries go after a term of their own, and only then does PostgreSQL let them', async () => {
  const [one, other] = [await shop('audited'), await shop('audited-too')];
  const insert =
    'insert into audit (site_id, at, actor, action, subject) values ($1, $2, $3, $3, $3)';
  for (const { siteId } of [one, other]) {
    for (const days of [50, 20]) await query(insert, siteId, new Date(noon - days * day), 'test');
  }
  const left = async ({ siteId }: Shop) => {
    const rows = await query(
      `select (now()::date - at::date) as days from audit
       where site_id = $1 and action = 'test' order by at`,
      siteId,
    );
    return rows.length;
  };
  await changeSettings(ctx, one.siteId, { settings: { auditRetentionDays: 30 } }, 'test');
  await Promise.all([applyRetention(ctx), applyRetention(ctx)]);
  assert.deepEqual([await left(one), await left(other)], [1, 2]);
  const entries = await query(
    `select details ->> 'entries' as entries from audit
     where site_id = $1 and action = 'retention.audit'`,
    one.siteId,
  );
  assert.deepEqual(entries, [{ entries: '1' }]);
  await assert.rejects(query('delete from audit where site_id = $1', one.siteId), /is not changed/);
  await assert.rejects(
    query('delete from audit where site_id = $1', other.siteId),
    /is not changed/,
  );
});

test('what would go is told before, and nothing else is in it', async () => {
  const one = await lived('told');
  const { siteId } = one;
  const now = await readRetention(ctx, siteId, {});
  assert.deepEqual([now.retentionDays, now.events.count, now.eventsFrom], [400, 0, null]);
  const then = await readRetention(ctx, siteId, { retentionDays: 30 });
  assert.deepEqual(then.events, {
    ...{ before: dayText(Date.now() - 30 * day), days: 2 },
    ...{ firstDay: dayText(old.timestamp), count: 8 },
  });
  await setTerm(siteId, 30);
  await applyRetention(ctx);
  const after = await readRetention(ctx, siteId, { retentionDays: 400 });
  assert.deepEqual([after.events.count, after.eventsFrom], [0, then.events.before]);
});
