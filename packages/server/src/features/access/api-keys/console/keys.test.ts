// Tests of Settings, API Keys: what each teammate sees and may do, over HTTP like the console.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { KeyOutput } from '@attune/contract';
import { testServer } from '../../../../testing.ts';
import { changeSettings } from '../../../configuration/sites/index.ts';
import { callWith } from '../../../experiences/campaigns/campaigns.fixture.ts';
import { signedIn } from '../../teammates/teammates.fixture.ts';
import { createKey, type KeyRequest } from '../index.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site, url } = server;
const keys = `/sites/test/keys`;
const coder = await signedIn(server, site.id, { role: 'Admin', codeEditing: true });
const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: false });
const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: true });

const request = { name: 'Shop', source: 'Server-side', permissions: ['serve'] } as const;
const make = (more: Partial<KeyRequest> = {}) =>
  createKey(ctx, site.snapshot(), { ...request, ...more }, 'test');
const self = async (value: string) =>
  (await callWith(url, value)('GET', '/v2/keys/self')).body.code ?? 200;
const named = (list: readonly KeyOutput[]) => list.map(({ name }) => name);
const lastAudit = async (action: string) =>
  (
    await ctx.pool.query(
      'select actor, subject, details from audit where action = $1 order by id desc limit 1',
      [action],
    )
  ).rows[0];
const pointersOf = (body: { errors?: { pointer: string }[] }) =>
  body.errors?.map(({ pointer }) => pointer);

test('a key is created, used, changed and deleted, and each step is in the audit log', async () => {
  const created = await coder.ask('POST', keys, { ...request, notes: 'for the shop' });
  assert.equal(created.status, 201);
  const { key, value } = created.body;
  assert.equal(key.hint, value.slice(0, 10));
  assert.deepEqual(
    [key.canCopy, key.lastUsedAt, key.callsLately.length, key.successorId],
    [true, null, 30, null],
  );
  assert.equal(await self(value), 200);
  const after = { ...request, notes: 'for the shop' };
  assert.deepEqual(await lastAudit('key.create'), {
    ...{ actor: coder.email, subject: 'Shop' },
    details: { id: Number(key.id), after },
  });

  const wanted = { name: 'Till', permissions: ['serve', 'feed'], rateLimit: 5 };
  const changed = await coder.ask('PUT', `${keys}/${key.id}`, wanted);
  const { name, notes, permissions, rateLimit, rateBurst, source } = changed.body.key;
  assert.deepEqual(
    [name, notes, permissions, rateLimit, rateBurst, source],
    ['Till', 'for the shop', ['serve', 'feed'], 5, 10, 'Server-side'],
  );
  assert.deepEqual((await callWith(url, value)('GET', '/v2/keys/self')).body.permissions, [
    ...['serve', 'feed'],
  ]);
  assert.deepEqual(await lastAudit('key.change'), {
    ...{ actor: coder.email, subject: 'Shop' },
    details: {
      id: Number(key.id),
      before: { name: 'Shop', permissions: ['serve'] },
      after: {
        ...{ name: 'Till', permissions: ['serve', 'feed'] },
        rateLimit: { perSecond: 5, burst: 10 },
      },
    },
  });

  const deleted = await coder.ask('DELETE', `${keys}/${key.id}`);
  assert.equal(deleted.status, 200);
  assert.equal(deleted.body.revision, site.snapshot().site.revision);
  assert.equal(await self(value), 'key_invalid');
  const entry = await lastAudit('key.delete');
  assert.deepEqual([entry.actor, entry.details.before.name], [coder.email, 'Till']);
  for (const [method, path, body] of [
    ['GET', `${keys}/${key.id}`],
    ['PUT', `${keys}/${key.id}`, wanted],
    ['POST', `${keys}/${key.id}/copy`],
    ['POST', `${keys}/${key.id}/rotate`, { graceSeconds: 0 }],
    ['DELETE', `${keys}/${key.id}`],
  ] as const) {
    assert.equal((await coder.ask(method, path, body)).status, 404, `${method} ${path}`);
  }
});

test('an Admin without code editing sees keys and changes none; an Editor does not see them', async () => {
  const { id, value } = await make();
  const one = `${keys}/${id}`;
  assert.equal((await admin.ask('GET', keys)).status, 200);
  assert.equal((await admin.ask('GET', one)).status, 200);
  const changes = [
    ['POST', keys, request],
    ['PUT', one, request],
    ['POST', `${one}/rotate`, { graceSeconds: 0 }],
    ['DELETE', one],
  ] as const;
  for (const [method, path, body] of changes) {
    const refused = await admin.ask(method, path, body);
    assert.deepEqual([refused.status, refused.body.code], [403, 'role_missing'], method + path);
  }
  for (const [method, path, body] of [
    ['GET', keys],
    ['GET', one],
    ['POST', `${one}/copy`],
    ['GET', `${one}/deletion`],
    ...changes,
  ] as const) {
    assert.equal((await editor.ask(method, path, body)).status, 403, method + path);
  }
  assert.equal(await self(value), 200);
});

test('a Server-side key is copied with code editing, a Client-side one by any Admin', async () => {
  const secret = await make();
  const open = await make({ source: 'Client-side' });
  const once = await make({ showOnce: true });
  const copy = (who: typeof coder, id: number) => who.ask('POST', `${keys}/${id}/copy`);
  const canCopy = async (who: typeof coder, id: number) =>
    (await who.ask('GET', `${keys}/${id}`)).body.key.canCopy;

  assert.equal((await copy(coder, secret.id)).body.value, secret.value);
  assert.deepEqual(await lastAudit('key.copy'), {
    ...{ actor: coder.email, subject: 'Shop', details: { id: secret.id } },
  });
  const refused = await copy(admin, secret.id);
  assert.deepEqual([refused.status, refused.body.code], [403, 'role_missing']);
  assert.match(refused.body.detail, /need code editing/);
  for (const who of [coder, admin]) {
    assert.equal((await copy(who, open.id)).body.value, open.value);
  }
  const gone = await copy(coder, once.id);
  assert.deepEqual([gone.status, gone.body.code], [404, 'not_found']);
  assert.match(gone.body.detail, /shown once/);
  const seen = [];
  for (const { id } of [secret, open, once]) {
    seen.push([await canCopy(coder, id), await canCopy(admin, id)]);
  }
  assert.deepEqual(seen, [
    [true, false],
    [true, true],
    [false, false],
  ]);
  const { rows } = await ctx.pool.query(
    `select count(*)::int from audit where action = 'key.copy'`,
  );
  assert.equal(rows[0].count, 3);
});

test('every error of a change is listed, and then nothing changes', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await make({ source: 'Client-side', expiresAt });
  const wrong = {
    name: ' ',
    permissions: ['serve', 'feed'],
    expiresAt: '2001-01-01T00:00:00Z',
    allowedOrigins: ['https://shop.example', 'shop.example'],
    rateBurst: 3,
  };
  const refused = await coder.ask('PUT', `${keys}/${id}`, wrong);
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_request']);
  assert.deepEqual(pointersOf(refused.body), [
    ...['/name', '/permissions/1', '/expiresAt', '/allowedOrigins/1', '/rateBurst'],
  ]);
  const { body } = await coder.ask('GET', `${keys}/${id}`);
  assert.deepEqual([body.key.name, body.key.expiresAt], ['Shop', expiresAt]);
});

test('null takes a restriction away, and what is left out stays', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const allowedOrigins = ['https://shop.example'];
  const limits = { rateLimit: 5, rateBurst: 7 };
  const { id } = await make({ source: 'Client-side', expiresAt, allowedOrigins, ...limits });
  const change = async (body: object) => {
    const answer = await coder.ask('PUT', `${keys}/${id}`, { ...request, ...body });
    const { key } = answer.body;
    return [key.expiresAt, key.allowedOrigins, key.rateLimit, key.rateBurst];
  };
  assert.deepEqual(await change({}), [expiresAt, allowedOrigins, 5, 7]);
  assert.deepEqual(await change({ rateLimit: 5 }), [expiresAt, allowedOrigins, 5, 7]);
  assert.deepEqual(await change({ rateLimit: 6 }), [expiresAt, allowedOrigins, 6, 12]);
  const nothing = { expiresAt: null, allowedOrigins: null, rateLimit: null };
  assert.deepEqual(await change(nothing), [null, null, null, null]);
});

test('a permission that the site no longer offers may stay, and cannot be given again', async () => {
  const { id } = await make({ permissions: ['serve', 'manage'] });
  const other = await make();
  const all = ['feeds', 'affinity', 'management-api'];
  await changeSettings(ctx, site.id, { features: ['feeds', 'affinity'] }, 'test');
  const wanted = { ...request, permissions: ['serve', 'manage'] };
  assert.equal((await coder.ask('PUT', `${keys}/${id}`, wanted)).status, 200);
  const refused = await coder.ask('PUT', `${keys}/${other.id}`, wanted);
  assert.deepEqual(pointersOf(refused.body), ['/permissions/1']);
  const { body } = await coder.ask('GET', keys);
  assert.ok(!body.offered.includes('manage') && body.offered.includes('feed'));
  await changeSettings(ctx, site.id, { features: all }, 'test');
});

test('hundreds of keys come in pages, the newest first, and are found', async () => {
  const large = await server.site('large');
  const who = await signedIn(server, large.id, { role: 'Admin', codeEditing: true });
  await ctx.pool.query(
    `insert into api_key (site_id, name, notes, source, permissions, hash, hint, created_at)
     select $1, 'key ' || n, case n when 7 then 'Über_100%' else '' end,
            case when n % 100 = 0 then 'Client-side' else 'Server-side' end,
            case when n % 50 = 0 then '{feed}' else '{serve}' end::text[],
            sha256(n::text::bytea), 'svc_s_' || lpad(n::text, 4, '0'), now()
     from generate_series(1, 320) as n`,
    [large.id],
  );
  const list = async (query = '') => (await who.ask('GET', `/sites/large/keys${query}`)).body;
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: { keys: KeyOutput[]; next: string | null; total: number } = await list(
      `?limit=100${next && `&cursor=${next}`}`,
    );
    assert.equal(page.total, 320);
    seen.push(...named(page.keys));
    next = page.next;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 320 }, (_, at) => `key ${320 - at}`),
  );
  assert.equal((await list()).keys.length, 50);
  const sorted = async (sort: string) => {
    const names: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: { keys: KeyOutput[]; next: string | null } = await list(
        `?limit=100&sort=${sort}${next && `&cursor=${next}`}`,
      );
      names.push(...named(page.keys));
      next = page.next;
    }
    return names;
  };
  assert.deepEqual((await sorted('name')).slice(0, 3), ['key 1', 'key 10', 'key 100']);
  assert.deepEqual((await sorted('-name')).slice(0, 2), ['key 99', 'key 98']);
  await ctx.pool.query(
    `insert into key_use (site_id, key_id, day, permission, calls, last_used_at)
     select site_id, id, current_date, 'serve', 1, now() from api_key
     where site_id = $1 and name = 'key 7'`,
    [large.id],
  );
  const used = await sorted('-used');
  assert.deepEqual([used[0], used.length, new Set(used).size], ['key 7', 320, 320]);
  assert.equal((await list('?cursor=9999999999999999999')).keys.length, 50);
  const find = async (text: string) => {
    const found = await list(`?search=${encodeURIComponent(text)}`);
    return [found.total, ...named(found.keys).slice(0, 2)];
  };
  assert.deepEqual(await find('KEY 31'), [11, 'key 319', 'key 318']);
  assert.deepEqual(await find('ÜBER_100%'), [1, 'key 7']);
  assert.deepEqual(await find('client-side'), [3, 'key 300', 'key 200']);
  assert.deepEqual(await find('feed'), [6, 'key 300', 'key 250']);
  assert.deepEqual(await find('svc_s_0123'), [1, 'key 123']);
  assert.deepEqual(await find('svc_s_0123andtherestofavalue'), [1, 'key 123']);
  assert.deepEqual(await find('svc_s_01'), [100, 'key 199', 'key 198']);
  assert.deepEqual(await find('nothing like it'), [0]);
});

test('of a key without a kept beginning the copy gives it, where there is one', async () => {
  const kept = await make();
  const once = await make({ showOnce: true });
  await ctx.pool.query('update api_key set hint = null where id = any($1)', [[kept.id, once.id]]);
  const hint = async (id: number) => (await coder.ask('GET', `${keys}/${id}`)).body.key.hint;
  assert.deepEqual([await hint(kept.id), await hint(once.id)], [kept.value.slice(0, 10), null]);
});

test('an id that no key can have is one that no key has', async () => {
  for (const id of ['0', '2147483648', '999999999999999', 'x']) {
    for (const path of ['', '/deletion']) {
      assert.equal((await coder.ask('GET', `${keys}/${id}${path}`)).status, 404, id + path);
    }
  }
});

test('another site’s keys are as ones that do not exist', async () => {
  const other = await server.site('elsewhere');
  const { id, value } = await createKey(ctx, other.snapshot(), request, 'test');
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', request],
    ['POST', '/copy'],
    ['POST', '/rotate', { graceSeconds: 0 }],
    ['DELETE', ''],
    ['GET', '/deletion'],
  ] as const) {
    const { status } = await coder.ask(method, `${keys}/${id}${path}`, body);
    assert.equal(status, 404, method + path);
  }
  assert.equal((await coder.ask('GET', '/sites/elsewhere/keys')).status, 404);
  assert.equal(await self(value), 200);
});
