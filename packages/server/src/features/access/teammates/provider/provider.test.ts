// Signing in at an identity provider: through HTTP, at a real provider on loopback.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../../testing.ts';
import { type ConsoleBrowser, consoleBrowser, password, signedIn } from '../teammates.fixture.ts';
import {
  atProvider,
  begin,
  finish,
  providerCookies,
  settingsOf,
  signInAtProvider,
  testProvider,
} from './provider.fixture.ts';

const rules = [
  { group: 'shop-admins', site: 'test', role: 'Admin', codeEditing: true },
  { group: 'shop-editors', site: 'test', role: 'Editor' },
  { group: 'analysts', site: '*', role: 'Viewer' },
];
const provider = await testProvider();
after(provider.close);
const { people } = provider;
const server = await testServer(
  { api: true, worker: false },
  { env: { ...settingsOf(provider.issuer), OIDC_ROLES: JSON.stringify(rules) } },
);
after(server.close);
const { ctx, url, test: site } = server;
const second = await server.site('second');
await provider.serve([url]);
const admin = { role: 'Admin', codeEditing: true } as const;

/** Somebody at the provider, with an address that it vouches for. */
function person(subject: string, groups: readonly string[], more: object = {}): string {
  const about = { email: `${subject}@shop.example`, email_verified: true, name: subject, groups };
  people.set(subject, { ...about, ...more });
  return subject;
}

async function signIn(subject: string) {
  const browser = consoleBrowser(url);
  const { status, body } = await signInAtProvider(browser, subject);
  return { ...browser, status, body };
}

async function sitesOf(browser: ConsoleBrowser): Promise<string[]> {
  const { body } = await browser.ask('GET', '/session');
  return (
    body.sites?.map(({ name, role, codeEditing }: never) => `${name} ${role} ${codeEditing}`) ?? [
      body.code,
    ]
  );
}

test('the sign-in page is told of the provider', async () => {
  const { body } = await consoleBrowser(url).ask('GET', '/sign-in');
  assert.deepEqual(body, { passwords: true, passwordReset: false, provider: { name: 'Shop ID' } });
});

test('somebody signs in at the provider, and may do what their groups give', async () => {
  const ann = await signIn(person('ann', ['shop-editors', 'analysts', 'others']));
  assert.deepEqual([ann.status, ann.body], [200, { replacedPassword: false }]);
  const { teammate } = (await ann.ask('GET', '/session')).body;
  assert.deepEqual(
    [teammate.email, teammate.name, teammate.hasPassword],
    ['ann@shop.example', 'ann', false],
  );
  assert.deepEqual(await sitesOf(ann), ['second Viewer false', 'test Editor false']);
  const again = await signIn('ann');
  assert.equal((await again.ask('GET', '/session')).body.teammate.id, teammate.id);
  const { rows } = await ctx.pool.query(
    `select action, actor from audit where subject = 'ann@shop.example' order by site_id, at`,
  );
  assert.deepEqual(
    rows.map(({ action, actor }) => [action, actor]),
    [
      ['teammate.join', 'identity provider'],
      ['teammate.join', 'identity provider'],
    ],
  );
});

test('a session that began at the provider ends after its hours', async () => {
  const bea = await signIn(person('bea', ['analysts']));
  const until = (interval: string) =>
    ctx.pool.query(
      `update teammate_session set ends_at = ends_at - $1::interval
       where teammate_id = (select id from teammate where email = 'bea@shop.example')`,
      [interval],
    );
  await until('11 hours 59 minutes');
  assert.equal((await bea.ask('GET', '/session')).status, 200);
  await until('1 minute');
  assert.equal((await bea.ask('GET', '/session')).body.code, 'sign_in_needed');
});

test('at each sign-in groups give and take; what an Admin gave they leave', async () => {
  const first = await signIn(person('cleo', ['shop-admins', 'analysts']));
  assert.deepEqual(await sitesOf(first), ['second Viewer false', 'test Admin true']);
  person('cleo', ['shop-editors']);
  await signIn('cleo');
  assert.deepEqual(await sitesOf(first), ['test Editor false'], 'also in sessions of before');

  const boss = await signedIn(server, site.id, admin, 'boss@shop.example');
  const { teammates } = (await boss.ask('GET', '/sites/test/teammates')).body;
  const cleo = teammates.find(({ email }: { email: string }) => email === 'cleo@shop.example');
  assert.equal(cleo.fromGroups, true);
  const byHand = { role: 'Viewer', codeEditing: false };
  await boss.ask('PUT', `/sites/test/teammates/${cleo.id}`, byHand);
  person('cleo', ['shop-admins', 'analysts']);
  const later = await signIn('cleo');
  assert.deepEqual(await sitesOf(later), ['second Viewer false', 'test Viewer false']);
});

test('without any group or invitation left nobody comes in, and sessions end', async () => {
  const dora = await signIn(person('dora', ['analysts']));
  person('dora', []);
  const refused = await signIn('dora');
  assert.equal(refused.body.code, 'sign_in_refused');
  assert.match(refused.body.detail, /no access here.*dora@shop\.example/);
  assert.deepEqual(await sitesOf(dora), ['sign_in_needed']);
  assert.equal((await signIn(person('stranger', ['others']))).status, 401);
});

test('an invited person comes in by their address, and accepts', async () => {
  const boss = await signedIn(server, second.id, admin, 'boss@second.example');
  const wanted = { email: 'eve@shop.example', role: 'Editor', codeEditing: true };
  const { link } = (await boss.ask('POST', '/sites/second/invitations', wanted)).body;
  const eve = await signIn(person('eve', []));
  assert.deepEqual([eve.status, await sitesOf(eve)], [200, []]);
  const token = link.split('#token=')[1];
  assert.equal((await eve.ask('POST', '/invitation/accept', { token })).status, 200);
  assert.deepEqual(await sitesOf(eve), ['second Editor true']);
  assert.equal((await signIn('eve')).status, 200);
});

test('an address that the provider does not vouch for signs nobody in', async () => {
  const fay = await signedIn(server, site.id, admin, 'fay@shop.example');
  for (const more of [{ email_verified: false }, { email_verified: undefined }, { email: '' }]) {
    const { status, body } = await signIn(person('fay', ['shop-admins'], more));
    assert.deepEqual([status, body.code], [401, 'sign_in_refused']);
    assert.match(body.detail, /confirms no e-mail address/);
  }
  assert.equal((await fay.ask('GET', '/session')).status, 200);
  assert.equal((await consoleBrowser(url).signIn('fay@shop.example')).status, 200);
});

test('a verified address takes over the accounts that others made of it', async () => {
  const email = 'gus@shop.example';
  const here = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false }, email);
  const squatter = await signedIn(server, second.id, admin, 'squatter@second.example');
  const wanted = { email, role: 'Admin', codeEditing: true };
  const { link } = (await squatter.ask('POST', '/sites/second/invitations', wanted)).body;
  const thief = consoleBrowser(url);
  const taken = {
    token: link.split('#token=')[1],
    teammate: { name: 'Gus', password: 'a password of the thief' },
  };
  assert.equal((await thief.ask('POST', '/invitation/accept', taken)).status, 200);

  const gus = await signIn(person('gus', ['shop-editors']));
  assert.deepEqual([gus.status, gus.body], [200, { replacedPassword: true }]);
  // What Admins gave to the address is its owner's, and groups leave it as it is.
  assert.deepEqual(await sitesOf(gus), ['second Admin true', 'test Viewer false']);
  for (const out of [here, thief]) assert.deepEqual(await sitesOf(out), ['sign_in_needed']);
  for (const known of [password, 'a password of the thief']) {
    assert.equal((await consoleBrowser(url).signIn(email, known)).status, 401);
  }
});

test('somebody whose address changes at the provider stays who they are', async () => {
  const before = await signIn(person('hal', ['analysts']));
  const { id } = (await before.ask('GET', '/session')).body.teammate;
  person('hal', ['analysts'], { email: 'Hal.New@shop.example' });
  const { teammate } = (await (await signIn('hal')).ask('GET', '/session')).body;
  assert.deepEqual([teammate.id, teammate.email], [id, 'hal.new@shop.example']);
  // Another person at the provider who has the address now is another teammate.
  person('other', ['analysts'], { email: 'hal.new@shop.example' });
  assert.equal((await signIn('other')).body.code, 'conflict');
});

test('what comes back is taken once, in the browser that left, as it was sent', async () => {
  person('ida', ['analysts']);
  const browser = consoleBrowser(url);
  const left = new Map(browser.cookies);
  const query = await atProvider(await begin(browser), 'ida');
  for (const [name, value] of browser.cookies) left.set(name, value);
  assert.ok(left.get('__Host-attune.provider'));

  const elsewhere = await finish(consoleBrowser(url), query);
  assert.match(elsewhere.body.detail, /not begun in this browser/);
  const other = consoleBrowser(url);
  await begin(other);
  const forged = [query, query.replace(/state=[^&]+/, 'state=another'), 'code=x', ''];
  for (const one of forged) {
    assert.equal((await finish(other, one)).body.code, 'sign_in_refused', one);
  }
  const foreign = query.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example');
  assert.equal((await finish(browser, foreign)).body.code, 'sign_in_refused');

  assert.equal((await finish(browser, query)).status, 200);
  const thief = consoleBrowser(url);
  for (const [name, value] of left) thief.cookies.set(name, value);
  const replayed = await finish(thief, query);
  assert.equal(replayed.body.code, 'sign_in_refused');
  assert.match(replayed.body.detail, /used already/);
});

test('a person who gives up at the provider is told so', async () => {
  const browser = consoleBrowser(url);
  await begin(browser);
  const address = await begin(browser);
  const { ask } = providerCookies();
  const answer = await ask(address);
  const page = new URL(answer.headers.get('location') ?? '', address).href;
  const aborted = await ask(`${page}/abort`);
  const back = await ask(new URL(aborted.headers.get('location') ?? '', page).href);
  const query = new URL(back.headers.get('location') ?? '').search.slice(1);
  const { status, body } = await finish(browser, query);
  assert.deepEqual([status, body.code], [401, 'sign_in_refused']);
  assert.match(body.detail, /Shop ID did not sign you in \(access_denied\)/);
});

test('two first sign-ins at once are one teammate', async () => {
  person('jan', ['analysts']);
  const answers = await Promise.all([signIn('jan'), signIn('jan')]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const { rows } = await ctx.pool.query(`select id from teammate where email = 'jan@shop.example'`);
  assert.equal(rows.length, 1);
});

test('no token and no code of the provider is stored', async () => {
  const kay = consoleBrowser(url);
  const query = await atProvider(await begin(kay), person('kay', ['analysts']));
  await finish(kay, query);
  const { rows } = await ctx.pool.query(`select * from teammate_account where provider_id = $1`, [
    provider.issuer,
  ]);
  assert.ok(rows.length > 0);
  for (const row of rows) {
    const { access_token, refresh_token, id_token, password: none } = row;
    assert.deepEqual([access_token, refresh_token, id_token, none], [null, null, null, null]);
  }
});
