// Forgotten passwords: through HTTP, a worker and a real mail server on this machine.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Context } from '../../../../context.ts';
import { createLog } from '../../../../log/log.ts';
import { testServer } from '../../../../testing.ts';
import { sendDueMessages } from '../../../configuration/notifications/index.ts';
import { openMailServer } from '../../../configuration/notifications/mail/mail-server.fixture.ts';
import { decoded } from '../../../configuration/notifications/mail/mails.fixture.ts';
import { resetTeammate } from '../recovery.ts';
import { beginSession, consoleBrowser, makeTeammate, password } from '../teammates.fixture.ts';
import { mailPasswordResets } from './index.ts';

const mails = await openMailServer();
const lines: string[] = [];
const log = createLog('trace', { write: (line) => lines.push(line) });
const env = {
  SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  SMTP_TLS: 'off',
  SMTP_FROM: 'attune@shop.example',
  PUBLIC_URL: 'https://attune.shop.example/',
};
const server = await testServer({ api: true, worker: false }, { env, log });
after(async () => {
  await server.close();
  await mails.close();
});
const { ctx, url, test: site } = server;
const editor = { role: 'Editor', codeEditing: false } as const;
const wanted = 'four words nobody guesses';

const requestFor = (email: string) => consoleBrowser(url).ask('POST', '/password-reset', { email });

/** What a worker does, now or at another time. */
async function work(context: Context = ctx): Promise<string[]> {
  mails.received.length = 0;
  await mailPasswordResets(context);
  await sendDueMessages(context, new AbortController().signal);
  return mails.received.map(({ to, source }) => `To ${to.join()}\n${decoded(source)}`);
}

const tokenIn = (mail: string | undefined) => /reset#token=([\w-]+)/.exec(mail ?? '')?.[1] ?? '';

async function linkFor(email: string): Promise<string> {
  assert.equal((await requestFor(email)).status, 202);
  const [mail] = await work();
  const token = tokenIn(mail);
  assert.ok(token, String(mail));
  return token;
}

const finish = (token: string, given = wanted) =>
  consoleBrowser(url).ask('POST', '/password-reset/finish', { token, password: given });

test('a link from a mail sets the password once, and ends every session', async () => {
  const email = 'ann@shop.example';
  const id = await makeTeammate(ctx, email, { [site.id]: editor });
  const browser = consoleBrowser(url);
  await beginSession(ctx, browser, id);
  assert.equal((await browser.ask('GET', '/sign-in')).body.passwordReset, true);
  await requestFor('Ann@Shop.example');
  const [mail, ...more] = await work();
  assert.deepEqual(more, []);
  assert.match(mail!, /^To ann@shop\.example\n/);
  assert.match(mail!, /https:\/\/attune\.shop\.example\/console\/sign-in\/reset#token=/);
  const token = tokenIn(mail);

  assert.equal((await finish(token, 'ann@shop.example')).body.errors[0].pointer, '/password');
  const done = await finish(token);
  assert.deepEqual([done.status, done.headers.getSetCookie()], [204, []]);
  assert.equal((await browser.ask('GET', '/session')).status, 401);
  assert.equal((await browser.signIn(email)).status, 401);
  assert.equal((await browser.signIn(email, wanted)).status, 200);
  assert.equal((await finish(token, `${wanted} again`)).status, 404);
  const [told] = await work();
  assert.match(told!, /Subject: Your Attune password was changed/);
  const { rows } = await ctx.pool.query(
    `select actor, subject from audit where action = 'teammate.reset-by-mail'`,
  );
  assert.deepEqual(rows, [{ actor: email, subject: email }]);
});

test('known and unknown addresses get the same answer from the same statements', async () => {
  await makeTeammate(ctx, 'known@shop.example', { [site.id]: editor });
  const answers = [];
  for (const email of ['known@shop.example', 'unknown@shop.example']) {
    const { status, body, headers } = await requestFor(email);
    const named = [...headers.keys()].filter((name) => name !== 'date').sort();
    answers.push({ status, body, named });
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.equal(answers[0]?.status, 202);
  const { rows } = await ctx.pool.query(
    `select value from teammate_verification where identifier = 'password reset requested'`,
  );
  assert.deepEqual(rows.map(({ value }) => value).sort(), [
    ...['known@shop.example', 'unknown@shop.example'],
  ]);
  assert.equal((await work()).length, 1);
});

test('a link is void after an hour, another request or a change of the password', async () => {
  const email = 'bo@shop.example';
  const id = await makeTeammate(ctx, email, { [site.id]: editor });
  const first = await linkFor(email);
  const second = await linkFor(email);
  assert.equal((await finish(first)).status, 404);
  const browser = consoleBrowser(url);
  await beginSession(ctx, browser, id);
  const change = { current: password, wanted: `${wanted} too` };
  assert.equal((await browser.ask('POST', '/password', change)).status, 204);
  assert.equal((await finish(second)).status, 404);
  const third = await linkFor(email);
  await ctx.pool.query(
    `update teammate_verification set expires_at = expires_at - interval '1 hour'`,
  );
  assert.equal((await finish(third)).status, 404);

  const other = 'cy@shop.example';
  await makeTeammate(ctx, other, { [site.id]: editor });
  const token = await linkFor(other);
  await resetTeammate(ctx, site.snapshot(), other, 'test', { secondFactor: false });
  assert.equal((await finish(token)).status, 404);
});

test('of two who use a link at once, one sets the password', async () => {
  await makeTeammate(ctx, 'dee@shop.example', { [site.id]: editor });
  const token = await linkFor('dee@shop.example');
  const both = await Promise.all([finish(token, `${wanted} 1`), finish(token, `${wanted} 2`)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 404]);
});

test('requests are limited for an address and for a place, whether or not it is known', async () => {
  const ask = async (email: string, from: string) => {
    const headers = { 'x-forwarded-for': from };
    return consoleBrowser(proxied.url).ask('POST', '/password-reset', { email }, headers);
  };
  const proxied = await testServer(
    { api: true, worker: false },
    { env: { ...env, TRUSTED_PROXIES: '127.0.0.1,::1' } },
  );
  after(proxied.close);
  await makeTeammate(proxied.ctx, 'eve@shop.example', { [proxied.test.id]: editor });
  for (const email of ['eve@shop.example', 'nobody@shop.example']) {
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await ask(email, '192.0.2.1')).status);
    assert.deepEqual(statuses, [202, 202, 202, 429], email);
  }
  const refused = await ask('eve@shop.example', '192.0.2.1');
  assert.ok(Number(refused.headers.get('retry-after')) > 600);
  const elsewhere = await ask('eve@shop.example', '192.0.2.2');
  assert.equal(elsewhere.status, 202);
  let many = 0;
  while ((await ask(`user-${many}@shop.example`, '192.0.2.3')).status === 202) many += 1;
  assert.equal(many, 10);
});

test('a token lies nowhere in the clear: no log, no table, no answer', async () => {
  const email = 'finn@shop.example';
  await makeTeammate(ctx, email, { [site.id]: editor });
  mails.refuse(451);
  await requestFor(email);
  await work();
  const tables = await ctx.pool.query(`select relname from pg_class where relkind = 'r'
    and relnamespace = 'public'::regnamespace`);
  let stored = '';
  for (const { relname } of tables.rows) {
    const { rows } = await ctx.pool.query(`select row_to_json(t)::text as row from ${relname} t`);
    stored += rows.map(({ row }) => row).join();
  }
  const due = new Date(ctx.now() + 600_000).getTime();
  mails.refuse(undefined);
  const token = (await work({ ...ctx, now: () => due })).map(tokenIn).find(Boolean) ?? '';
  assert.ok(token);
  assert.ok(stored.includes(email));
  for (const form of [token, Buffer.from(token).toString('hex')]) {
    assert.ok(!stored.includes(form));
  }
  await finish(token);
  await work();
  assert.ok(lines.some((line) => line.includes('password reset requested')));
  assert.ok(!lines.join('').includes(token) && !lines.join('').includes(wanted));
  const page = await fetch(`${url}/console/sign-in/reset`);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
});

test('who signs in at the identity provider alone is told so, and gets no password', async () => {
  const email = 'gil@shop.example';
  const id = await makeTeammate(ctx, email, { [site.id]: editor });
  await ctx.pool.query('delete from teammate_account where teammate_id = $1', [id]);
  await requestFor(email);
  const [mail] = await work();
  assert.match(mail!, /It has none: you sign in with your identity provider/);
  assert.equal(tokenIn(mail), '');
});

test('without a mail server a request says what to do instead', async () => {
  const silent = await testServer({ api: true, worker: false });
  after(silent.close);
  const browser = consoleBrowser(silent.url);
  assert.equal((await browser.ask('GET', '/sign-in')).body.passwordReset, false);
  const refused = await browser.ask('POST', '/password-reset', { email: 'ann@shop.example' });
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /attune teammate sign-in-link/);
});
