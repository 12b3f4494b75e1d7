// Signing in and out: through HTTP, as the console in a browser does it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { lockAwaited, testServer } from '../../../testing.ts';
import { forgetEndedSessions } from './index.ts';
import { codeOf, consoleBrowser, makeTeammate, password, signedIn } from './teammates.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, url, test: site } = server;
const admin = { role: 'Admin', codeEditing: true } as const;

test('a teammate signs in, sees their sites, and signs out', async () => {
  await makeTeammate(ctx, 'ann@shop.example', { [site.id]: admin });
  const browser = consoleBrowser(url);
  assert.equal((await browser.ask('GET', '/session')).body.code, 'sign_in_needed');
  const { status, body, headers } = await browser.signIn('Ann@Shop.example');
  assert.deepEqual([status, body], [200, { needsSecondFactor: false }]);
  const [cookie = ''] = headers.getSetCookie();
  assert.match(cookie, /^__Host-attune\.session_token=/);
  for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']) {
    assert.ok(cookie.toLowerCase().includes(part.toLowerCase()), `${cookie} lacks ${part}`);
  }
  assert.equal(headers.get('cache-control'), 'no-store');
  const session = (await browser.ask('GET', '/session')).body;
  assert.equal(session.teammate.email, 'ann@shop.example');
  assert.deepEqual(
    session.sites.map(({ name, role, codeEditing }: never) => [name, role, codeEditing]),
    [['test', 'Admin', true]],
  );
  assert.equal((await browser.ask('POST', '/sign-out')).status, 204);
  assert.equal((await browser.ask('GET', '/session')).status, 401);
});

test('a wrong password and an unknown address are refused alike', async () => {
  await makeTeammate(ctx, 'bea@shop.example');
  const browser = consoleBrowser(url);
  const wrong = await browser.signIn('bea@shop.example', 'not the password');
  const unknown = await browser.signIn('nobody@shop.example', 'not the password');
  assert.equal(wrong.body.code, 'sign_in_refused');
  assert.deepEqual([unknown.status, unknown.body.detail], [wrong.status, wrong.body.detail]);
});

test('signing out everywhere, and being changed, ends every session', async () => {
  const boss = await signedIn(server, site.id, admin, 'boss@shop.example');
  const one = await signedIn(server, site.id, { role: 'Editor', codeEditing: false });
  const other = consoleBrowser(url);
  await other.signIn(one.email);
  const { sessions } = (await one.ask('GET', '/sessions')).body;
  assert.deepEqual(sessions.map(({ isThisOne }: { isThisOne: boolean }) => isThisOne).sort(), [
    false,
    true,
  ]);
  await one.ask('DELETE', '/sessions');
  assert.equal((await other.ask('GET', '/session')).status, 401);
  await other.signIn(one.email);
  const wanted = { role: 'Viewer', codeEditing: false };
  assert.equal((await boss.ask('PUT', `/sites/test/teammates/${one.id}`, wanted)).status, 204);
  assert.equal((await other.ask('GET', '/session')).status, 401);
});

test('a second factor is asked for, is good once, and backup codes do as well', async () => {
  const browser = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  const begun = (await browser.ask('POST', '/second-factor', { password })).body;
  const first = codeOf(begun.secret);
  assert.equal(
    (await browser.ask('POST', '/second-factor/confirm', { code: '000000' })).status,
    401,
  );
  assert.equal((await browser.ask('POST', '/second-factor/confirm', { code: first })).status, 204);
  assert.equal((await browser.ask('GET', '/session')).body.teammate.hasSecondFactor, true);

  const again = consoleBrowser(url);
  assert.equal((await again.signIn(browser.email)).body.needsSecondFactor, true);
  assert.equal((await again.ask('GET', '/session')).status, 401, 'half signed in');
  const confirmed = await again.ask('POST', '/sign-in/second-factor', { code: first });
  assert.equal(confirmed.status, 401, 'the code that confirmed it');
  await again.signIn(browser.email);
  const used = codeOf(begun.secret, 1);
  assert.equal((await again.ask('POST', '/sign-in/second-factor', { code: used })).status, 204);
  assert.equal((await again.ask('GET', '/session')).status, 200);

  const thief = consoleBrowser(url);
  await thief.signIn(browser.email);
  assert.equal((await thief.ask('POST', '/sign-in/second-factor', { code: used })).status, 401);
  assert.equal((await thief.ask('GET', '/session')).status, 401);

  const [backup] = begun.backupCodes;
  const third = consoleBrowser(url);
  await third.signIn(browser.email);
  assert.equal((await third.ask('POST', '/sign-in/second-factor', { code: backup })).status, 204);
  const fourth = consoleBrowser(url);
  await fourth.signIn(browser.email);
  assert.equal((await fourth.ask('POST', '/sign-in/second-factor', { code: backup })).status, 401);

  assert.equal((await third.ask('POST', '/second-factor/remove', { password })).status, 204);
  assert.equal((await consoleBrowser(url).signIn(browser.email)).body.needsSecondFactor, false);
});

test('a second factor in force is not replaced by a password alone', async () => {
  const browser = await signedIn(server, site.id, admin, 'fay@shop.example');
  const begun = (await browser.ask('POST', '/second-factor', { password })).body;
  const code = codeOf(begun.secret);
  assert.equal((await browser.ask('POST', '/second-factor/confirm', { code })).status, 204);
  const again = await browser.ask('POST', '/second-factor', { password });
  assert.equal(again.body.code, 'conflict');
  const other = consoleBrowser(url);
  await other.signIn(browser.email);
  const next = { code: codeOf(begun.secret, 1) };
  assert.equal((await other.ask('POST', '/sign-in/second-factor', next)).status, 204);
});

test('a session without its second factor ends when the teammate is changed', async () => {
  const boss = await signedIn(server, site.id, admin, 'gus@shop.example');
  const one = await signedIn(
    server,
    site.id,
    { role: 'Editor', codeEditing: false },
    'hal@shop.example',
  );
  const begun = (await one.ask('POST', '/second-factor', { password })).body;
  await one.ask('POST', '/second-factor/confirm', { code: codeOf(begun.secret) });
  const half = consoleBrowser(url);
  await half.signIn(one.email);
  const wanted = { role: 'Viewer', codeEditing: false };
  assert.equal((await boss.ask('PUT', `/sites/test/teammates/${one.id}`, wanted)).status, 204);
  const proof = { code: begun.backupCodes[0] };
  assert.equal((await half.ask('POST', '/sign-in/second-factor', proof)).status, 401);
});

test('half a session ends with the password that began it', async () => {
  const one = await signedIn(server, site.id, admin, 'kay@shop.example');
  const begun = (await one.ask('POST', '/second-factor', { password })).body;
  await one.ask('POST', '/second-factor/confirm', { code: codeOf(begun.secret) });
  const half = consoleBrowser(url);
  await half.signIn(one.email);
  const change = { current: password, wanted: 'another long password' };
  assert.equal((await one.ask('POST', '/password', change)).status, 204);
  const proof = { code: begun.backupCodes[0] };
  assert.equal((await half.ask('POST', '/sign-in/second-factor', proof)).status, 401);
});

test('a password that is changed while it is checked begins no session', async () => {
  const id = await makeTeammate(ctx, 'lea@shop.example');
  const browser = consoleBrowser(url);
  const client = await ctx.pool.connect();
  await client.query('begin; lock table teammate_session in exclusive mode');
  const signing = browser.signIn('lea@shop.example');
  // The password was found right by then.
  await lockAwaited(ctx.pool, { table: 'teammate_session' });
  await client.query('update teammate_account set password = $1 where teammate_id = $2', ['x', id]);
  await client.query('commit');
  client.release();
  assert.equal((await signing).body.code, 'sign_in_refused');
  assert.equal(browser.cookies.size, 0);
  const { rows } = await ctx.pool.query('select from teammate_session where teammate_id = $1', [
    id,
  ]);
  assert.equal(rows.length, 0);
});

test('signing in ends the session that the browser had', async () => {
  const browser = await signedIn(server, site.id, admin, 'ida@shop.example');
  const before = new Map(browser.cookies);
  assert.equal((await browser.signIn(browser.email)).status, 200);
  assert.equal((await browser.ask('GET', '/session')).status, 200);
  const thief = consoleBrowser(url);
  for (const [name, value] of before) thief.cookies.set(name, value);
  assert.equal((await thief.ask('GET', '/session')).status, 401);
});

test('a session ends after 30 days, however much it is used', async () => {
  const browser = await signedIn(server, site.id, admin, 'jan@shop.example');
  const age = (days: number) =>
    sql`update teammate_session set created_at = now() - ${days} * interval '1 day'
        where teammate_id = ${browser.id}`.execute(ctx.db);
  await age(29.9);
  assert.equal((await browser.ask('GET', '/session')).status, 200);
  await age(30.1);
  assert.equal((await browser.ask('GET', '/session')).body.code, 'sign_in_needed');
});

test('passwords that are easy to guess are refused', async () => {
  const browser = await signedIn(server, site.id, admin, 'lindgren@shop.example');
  const weak = [
    'aaaaaaaaaaaaaaaa',
    'password12345',
    'Qwerty123456789',
    'lindgren-shop!',
    'attuneattune',
  ];
  for (const wanted of weak) {
    const { status, body } = await browser.ask('POST', '/password', { current: password, wanted });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [422, '/wanted'], wanted);
  }
});

test('a changed password ends every other session', async () => {
  const browser = await signedIn(server, site.id, admin, 'cleo@shop.example');
  const other = consoleBrowser(url);
  await other.signIn(browser.email);
  const wanted = 'another long password';
  const wrong = { current: 'not the password', wanted };
  assert.equal((await browser.ask('POST', '/password', wrong)).status, 401);
  assert.equal((await browser.ask('POST', '/password', { current: password, wanted })).status, 204);
  assert.equal((await browser.ask('GET', '/session')).status, 200);
  assert.equal((await other.ask('GET', '/session')).status, 401);
  assert.equal((await other.signIn(browser.email, wanted)).status, 200);
});

test('what another site has a browser ask is refused, and so is a form', async () => {
  const browser = await signedIn(server, site.id, admin, 'dora@shop.example');
  const from = (headers: Record<string, string>, body: unknown = {}) =>
    browser.ask('POST', '/sign-out', body, headers);
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { origin: `${url}, https://evil.example` },
    { origin: `${url}.evil.example` },
  ];
  for (const headers of foreign) {
    assert.equal((await from(headers)).body.code, 'foreign_origin', JSON.stringify(headers));
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    assert.equal((await from({ 'content-type': type })).status, 415);
  }
  assert.equal((await browser.ask('GET', '/session')).status, 200);
});

test('tries are bounded for an address that is tried', async () => {
  const browser = consoleBrowser(url);
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++) {
    statuses.push((await browser.signIn('guessed@shop.example', 'guess')).status);
  }
  assert.equal(statuses.at(-1), 429);
});

test('no answer can be cached, framed or rendered as a page', async () => {
  for (const path of ['/session', '/nothing', '/sites/test/keys']) {
    const { headers } = await consoleBrowser(url).ask('GET', path);
    assert.equal(headers.get('cache-control'), 'no-store', path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'; frame-anc/);
    assert.equal(headers.get('strict-transport-security'), null, 'not by HTTP');
  }
});

test('neither tokens nor passwords stand in the database in the clear', async () => {
  const browser = await signedIn(server, site.id, admin, 'eve@shop.example');
  const secrets = [...browser.cookies.values()].flatMap((value) => {
    const [token = ''] = decodeURIComponent(value).split('.');
    return [token, value];
  });
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(ctx.db);
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(name)} as t`.execute(ctx.db);
    for (const { text } of rows) {
      assert.ok(
        !text.includes(password) && secrets.every((secret) => !text.includes(secret)),
        name,
      );
    }
  }
});

test('sessions that ended by themselves are forgotten, and no others', async () => {
  const { ask } = await signedIn(server, site.id, admin, 'tilly@shop.example');
  const kept = async () => {
    const { rows } = await sql<{ id: string }>`
      select session.id from teammate_session session
      join teammate on teammate.id = session.teammate_id
      where teammate.email = 'tilly@shop.example'`.execute(ctx.db);
    return rows.length;
  };
  await forgetEndedSessions(ctx.db, new Date(ctx.now()));
  assert.equal(await kept(), 1);
  assert.equal((await ask('GET', '/session')).status, 200);
  await forgetEndedSessions(ctx.db, new Date(ctx.now() + 31 * 86_400_000));
  assert.equal(await kept(), 0);
});
