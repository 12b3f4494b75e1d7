// Tests of the audit log: entries never change, have what changed, and are found by filters.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../testing.ts';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { experiencesOf } from '../../experiences/campaigns/campaigns.fixture.ts';
import { changesBetween, insertAudit } from './index.ts';

const server = await testServer({ api: true, worker: false }, { vertical: 'Other' });
after(server.close);
const { ctx, test: site } = server;
const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: false });

const list = async (query: Record<string, string> = {}, name = 'test', by = admin) =>
  by.ask('GET', `/sites/${name}/audit?${new URLSearchParams(query)}`);

/** Details of the last entry of an action. */
async function lastOf(action: string) {
  const { body } = await list({ action, limit: '1' });
  return body.entries[0];
}

test('PostgreSQL refuses whatever would change an entry, and takes new ones', async () => {
  const before = await ctx.pool.query('select * from audit order by id');
  assert.ok(before.rows.length > 0);
  const client = await ctx.pool.connect();
  try {
    for (const role of ['origin', 'replica']) {
      await client.query(`set session_replication_role = ${role}`);
      for (const statement of [
        `update audit set actor = 'nobody'`,
        'update audit set id = default where false',
        'delete from audit',
        'truncate audit',
        `insert into audit (site_id, at, actor, action, subject)
         select ${site.id}, now(), 'a', 'b', 'c' from audit
         on conflict (site_id, id) do update set actor = 'nobody'`,
      ]) {
        await assert.rejects(client.query(statement), /the audit log is not changed/, statement);
      }
    }
  } finally {
    client.release(true);
  }
  assert.deepEqual((await ctx.pool.query('select * from audit order by id')).rows, before.rows);
  const entry = { siteId: site.id, at: new Date(), actor: 'test', action: 'site.a', subject: 's' };
  await insertAudit(ctx.db, entry);
  assert.equal((await ctx.pool.query('select from audit')).rowCount, before.rows.length + 1);
});

test('entries come in pages, the latest first, each once', async () => {
  const { id } = await server.site('paged');
  const reader = await signedIn(server, id, { role: 'Admin', codeEditing: false });
  const many = Array.from({ length: 120 }, (_, at) => ({
    ...{ siteId: id, actor: 'test', action: 'site.page', subject: String(at) },
    at: new Date(ctx.now()),
  }));
  for (const entry of many) await insertAudit(ctx.db, entry);
  const found: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const query = { limit: '50', action: 'site.page', ...(cursor && { cursor }) };
    const { body } = await list(query, 'paged', reader);
    found.push(...body.entries.map(({ subject }: { subject: string }) => subject));
    cursor = body.next;
  }
  assert.equal((await list({ search: 'a\0' }, 'paged', reader)).status, 400);
  assert.deepEqual([pages, found], [3, many.map(({ subject }) => subject).reverse()]);
  const beyond = await list({ cursor: '9'.repeat(19), limit: '1' }, 'paged', reader);
  assert.equal(beyond.body.entries[0].subject, '119');
});

test('entries are found by actor, action, subject and time; wildcards are text', async () => {
  const { id } = await server.site('filtered');
  const reader = await signedIn(server, id, { role: 'Admin', codeEditing: false });
  const entries = [
    ['ann@shop.example', 'key.create', '100% sale', '2026-01-01T00:00:00Z'],
    ['key 7 (Feed)', 'key.delete', 'Old_key', '2026-01-02T00:00:00Z'],
    ['Ann@shop.example', 'site.change', 'settings', '2026-01-03T00:00:00Z'],
  ] as const;
  for (const [actor, action, subject, at] of entries) {
    await insertAudit(ctx.db, { siteId: id, actor, action, subject, at: new Date(at) });
  }
  const seen = async (query: Record<string, string>) => {
    const { body } = await list(query, 'filtered', reader);
    return body.entries
      .filter(({ action }: { action: string }) => action !== 'site.create')
      .map(({ subject }: { subject: string }) => subject);
  };
  assert.deepEqual(await seen({ actor: 'ann@' }), ['settings', '100% sale']);
  assert.deepEqual(await seen({ action: 'key.' }), ['Old_key', '100% sale']);
  assert.deepEqual(await seen({ action: 'key.delete' }), ['Old_key']);
  assert.deepEqual(await seen({ search: '%' }), ['100% sale']);
  assert.deepEqual(await seen({ search: 'OLD_' }), ['Old_key']);
  assert.deepEqual(await seen({ from: '2026-01-02T00:00:00Z', to: '2026-01-03T01:00:00+01:00' }), [
    'Old_key',
  ]);
  assert.deepEqual(await seen({ actor: 'ann', action: 'key.', search: 'sale' }), ['100% sale']);
  const faulty = await list({ from: 'yesterday', to: '2026-02-30T00:00:00Z' });
  assert.deepEqual([faulty.status, faulty.body.code], [400, 'invalid_query']);
  assert.deepEqual(
    faulty.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/query/from', '/query/to'],
  );
});

test('an Editor reads what was done to things that they may change, a Viewer nothing', async () => {
  await server.site('elsewhere');
  assert.equal((await list({}, 'elsewhere')).status, 404);
  const viewer = await signedIn(server, site.id, { role: 'Viewer', codeEditing: true });
  assert.equal((await list({}, 'test', viewer)).body.code, 'role_missing');
  const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: true });
  const at = new Date(ctx.now());
  const about = { siteId: site.id, at, actor: 'test', subject: 'Read by whom' };
  for (const action of ['campaign.publish', 'key.create', 'teammate.join', 'feed.create']) {
    await insertAudit(ctx.db, { ...about, action });
  }
  const seen = async (by: typeof editor, query = {}) => {
    const { body } = await list({ search: 'Read by whom', ...query }, 'test', by);
    return body.entries.map(({ action }: { action: string }) => action);
  };
  assert.deepEqual(await seen(editor), ['feed.create', 'campaign.publish']);
  assert.equal((await seen(admin)).length, 4);
  assert.deepEqual(await seen(editor, { kinds: 'campaign,layer' }), ['campaign.publish']);
  const closed = await list({ kinds: 'campaign,key' }, 'test', editor);
  assert.equal(closed.body.code, 'role_missing');
  assert.match(closed.body.detail, /about key take the role Admin/);
  const unknown = await list({ kinds: 'campagne' });
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid_query']);
  assert.match(unknown.body.detail, /"campagne" is none of affinity, audience, campaign/);
});

test('entries of one thing are found by its id, with its name then, also once it is gone', async () => {
  const { manage } = await experiencesOf(server, site);
  const condition = { all: [{ attribute: 'page.type', operator: 'eq', value: 'CART' }] };
  const path = '/v2/audiences';
  const { id } = (await manage('POST', path, { name: 'First name', condition })).body;
  await manage('POST', path, { name: 'Another', condition });
  await manage('PUT', `${path}/${id}`, { name: 'Second name', condition });
  const ofIt = { kinds: 'audience', subjectId: String(id) };
  const read = async () => {
    const { body } = await list(ofIt);
    return body.entries.map((entry: { action: string; subject: string; isGone: boolean }) => [
      entry.action,
      entry.subject,
      entry.isGone,
    ]);
  };
  assert.deepEqual(await read(), [
    ['audience.replace', 'Second name', false],
    ['audience.create', 'First name', false],
  ]);
  await manage('DELETE', `${path}/${id}`);
  assert.deepEqual(await read(), [
    ['audience.delete', 'Second name', true],
    ['audience.replace', 'Second name', true],
    ['audience.create', 'First name', true],
  ]);
  const fault = await list({ subjectId: String(id) });
  assert.deepEqual(fault.body.errors[0].pointer, '/query/kinds');
});

test('an entry that noted an id alone is shown by the name that others noted', async () => {
  const at = new Date(ctx.now());
  const of = { siteId: site.id, at, actor: 'test', subjectId: '987654' };
  await insertAudit(ctx.db, { ...of, action: 'strategy.create', subject: 'For you' });
  await insertAudit(ctx.db, { ...of, action: 'strategy.delete', subject: '987654' });
  const { body } = await list({ kinds: 'strategy', subjectId: '987654' });
  assert.equal(body.entries[0].subject, 'For you');
});

test('what is audited is of a known kind', async () => {
  const entry = { siteId: site.id, at: new Date(), actor: 'test', subject: 's' };
  await assert.rejects(
    insertAudit(ctx.db, { ...entry, action: 'planet.align' }),
    /no audited kind/,
  );
});

test('rare kinds are read from an index, whatever else is in the log', async () => {
  const { id } = await server.site('busy');
  await ctx.pool.query(
    `insert into audit (site_id, at, actor, action, subject)
     select $1, now(), 'worker', 'weights.renew', 'weights' from generate_series(1, 20000)`,
    [id],
  );
  await ctx.pool.query('analyze audit');
  const plan = await ctx.pool.query(
    `explain select one.* from unnest(array['campaign','feed']) as kind cross join lateral (
       select * from audit where site_id = $1 and split_part(action, '.', 1) = kind
       order by id desc limit 51) as one order by id desc limit 51`.replace('$1', String(id)),
  );
  assert.match(JSON.stringify(plan.rows), /audit_by_kind/);
});

test('the entry of a changed object has what was before and after', async () => {
  const { manage, publish } = await experiencesOf(server, site);
  const path = '/v2/audiences';
  const when = (type: string) => ({
    all: [{ attribute: 'page.type', operator: 'eq', value: type }],
  });
  const made = await manage('POST', path, { name: 'Buyers', condition: when('CART') });
  assert.equal(made.status, 201, made.text);
  const { details } = await lastOf('audience.create');
  assert.equal(details.after.name, 'Buyers');
  assert.equal('before' in details, false);
  const changed = { name: 'Buyers', condition: when('PRODUCT') };
  assert.equal((await manage('PUT', `${path}/${made.body.id}`, changed)).status, 200);
  const replaced = (await lastOf('audience.replace')).details;
  assert.deepEqual(Object.keys(replaced.before), ['version', 'condition']);
  assert.match(JSON.stringify(replaced.before), /CART/);
  assert.match(JSON.stringify(replaced.after), /PRODUCT/);
  assert.equal((await manage('DELETE', `${path}/${made.body.id}`)).status, 204);
  const gone = (await lastOf('audience.delete')).details;
  assert.deepEqual(['after' in gone, gone.before.name], [false, 'Buyers']);
  await publish({});
  assert.deepEqual((await lastOf('campaign.publish')).details, {
    before: { status: 'draft', publishedVersion: null },
    after: { status: 'live', publishedVersion: 1 },
  });
});

test('changes of a feed are shown, with their author', async () => {
  const client = await site.client(['feed']);
  await client.createFeed({ id: '7', name: 'Shop', affinity: ['color'] });
  const made = await lastOf('feed.create');
  const orderable = ['preorder', 'backorder'];
  assert.deepEqual(made.details, { after: { name: 'Shop', affinity: ['color'], orderable } });
  assert.match(made.actor, /^key \d+ \(test key\)$/);
});

test('changes are the members that differ, nested ones by themselves, and never long', () => {
  const before = { a: 1, b: { c: 1, d: [1] }, same: { x: 1 }, gone: true };
  const after = { a: 1, b: { c: 1, d: [2] }, same: { x: 1 }, made: null };
  assert.deepEqual(changesBetween(before, after), {
    before: { b: { d: [1] }, gone: true },
    after: { b: { d: [2] }, made: null },
  });
  assert.deepEqual(changesBetween(before, before), {});
  const odd = JSON.parse('{"__proto__":{"toString":1}}');
  assert.equal(
    JSON.stringify(changesBetween({}, odd)),
    '{"before":{},"after":{"__proto__":{"toString":1}}}',
  );
  const long = changesBetween({ text: 'a' }, { text: '😀'.repeat(5_000) });
  assert.ok(JSON.stringify(long).length < 3_000);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`m${at}`, at]));
  assert.ok(JSON.stringify(changesBetween({ z: 1 }, many)).length < 16_000);
});

test('an entry stores whatever text a change has in it', async () => {
  const details = { 'a\0b': ['half \ud83d', 'whole 😀', 'a \\u0000 that is text', '\udc00\u0001'] };
  const entry = {
    siteId: site.id,
    at: new Date(),
    actor: 'test',
    action: 'site.text',
    subject: '',
  };
  await insertAudit(ctx.db, { ...entry, details });
  assert.deepEqual((await lastOf('site.text')).details, {
    'a\ufffdb': ['half \ufffd', 'whole 😀', 'a \\u0000 that is text', '\ufffd\u0001'],
  });
});
