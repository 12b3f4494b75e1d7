// Addresses of e-mail that nobody proved: the Admin of one site who takes, or invites, the address
// of another site's teammate gets nothing of theirs, and keeps them out of nothing.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../testing.ts';
import { expelTeammate, resetTeammate } from './recovery.ts';
import { type ConsoleBrowser, codeOf, consoleBrowser, signedIn } from './teammates.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, url, test: shop } = server;
const second = await server.site('second');
const admin = { role: 'Admin', codeEditing: true } as const;
const boss = await signedIn(server, shop.id, admin, 'boss@shop.example');
const squatter = await signedIn(server, second.id, admin, 'squatter@second.example');

const squatted = 'a password of the squatter';
const own = 'what the owner alone knows';

type Site = 'test' | 'second';

/** The token of an invitation to an address. */
async function invited(by: ConsoleBrowser, site: Site, email: string): Promise<string> {
  const wanted = { email, role: 'Admin', codeEditing: true };
  const { body } = await by.ask('POST', `/sites/${site}/invitations`, wanted);
  return body.link.split('#token=')[1];
}

/** Accepts an invitation as a new teammate. */
async function accept(token: string, password: string) {
  const browser = consoleBrowser(url);
  const teammate = { name: 'Somebody', password };
  const { status, body } = await browser.ask('POST', '/invitation/accept', { token, teammate });
  return { ...browser, status, body };
}

async function sitesOf(browser: ConsoleBrowser): Promise<string[]> {
  const { body } = await browser.ask('GET', '/session');
  return body.sites?.map(({ name }: { name: string }) => name) ?? body.code;
}

/** The sites that a password opens, or the error. */
async function opened(email: string, password: string): Promise<string[]> {
  const browser = consoleBrowser(url);
  const { status, body } = await browser.signIn(email, password);
  return status === 200 && !body.needsSecondFactor ? sitesOf(browser) : body.code;
}

const accountsOf = async (email: string) =>
  (await ctx.pool.query('select id from teammate where email = $1', [email])).rows.length;

for (const first of ['squatter', 'owner'] as const) {
  test(`an address is two accounts when the ${first} comes first, and each opens its own site`, async () => {
    const email = `after-${first}@shop.example`;
    const squat = async () => accept(await invited(squatter, 'second', email), squatted);
    const begin = async () => accept(await invited(boss, 'test', email), own);
    const made =
      first === 'squatter' ? [await squat(), await begin()] : [await begin(), await squat()];
    assert.deepEqual(
      made.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(await opened(email, squatted), ['second']);
    assert.deepEqual(await opened(email, own), ['test']);
    const seen = (await boss.ask('GET', '/sites/test/teammates')).body.teammates;
    assert.equal(seen.filter((one: { email: string }) => one.email === email).length, 1);
  });
}

test('what a link is to says nothing of whether other sites know the address', async () => {
  await accept(await invited(boss, 'test', 'known@shop.example'), own);
  const read = async (email: string) => {
    const token = await invited(squatter, 'second', email);
    const { body } = await squatter.ask('POST', '/invitation/read', { token });
    return { ...body, email: '', expiresAt: '' };
  };
  assert.deepEqual(await read('known@shop.example'), await read('unknown@shop.example'));
});

test('to accept a link with the password of an account of the address is a guess, and counted', async () => {
  const email = 'guessed@shop.example';
  await accept(await invited(boss, 'test', email), own);
  const token = await invited(squatter, 'second', email);
  assert.equal((await accept(token, own)).body.code, 'conflict', 'the owner is told to sign in');
  let code = '';
  for (let guesses = 0; guesses < 12 && code !== 'rate_limited'; guesses++) {
    code = (await accept(token, own)).body.code;
  }
  assert.equal(code, 'rate_limited');
});

test('a site has an address once', async () => {
  const email = 'once@shop.example';
  const token = await invited(boss, 'test', email);
  await accept(await invited(squatter, 'second', email), squatted);
  await accept(token, own);
  const twice = { email, role: 'Viewer', codeEditing: false };
  assert.equal((await boss.ask('POST', '/sites/test/invitations', twice)).status, 409);
  const link = await invited(squatter, 'second', 'twice@shop.example');
  const other = consoleBrowser(url);
  await other.signIn(email, own);
  assert.equal((await other.ask('POST', '/invitation/accept', { token: link })).status, 409);
});

test('password, second factor and reset of one account are not those of the other', async () => {
  const email = 'apart@shop.example';
  const thief = await accept(await invited(squatter, 'second', email), squatted);
  const owner = await accept(await invited(boss, 'test', email), own);
  const { secret } = (await thief.ask('POST', '/second-factor', { password: squatted })).body;
  await thief.ask('POST', '/second-factor/confirm', { code: codeOf(secret) });
  assert.deepEqual(await opened(email, own), ['test'], 'no second factor is asked for');
  const wanted = 'yet another long phrase';
  assert.equal((await owner.ask('POST', '/password', { current: squatted, wanted })).status, 401);
  assert.equal((await owner.ask('POST', '/password', { current: own, wanted })).status, 204);
  assert.deepEqual(await opened(email, wanted), ['test']);
  const reset = await resetTeammate(ctx, shop.snapshot(), email, 'test', { secondFactor: true });
  assert.deepEqual(await opened(email, reset.password), ['test']);
  const half = await consoleBrowser(url).signIn(email, squatted);
  assert.equal(half.body.needsSecondFactor, true, 'as before');
});

test('a teammate who is removed from the last site is deleted, and the other account stays', async () => {
  const email = 'removed@shop.example';
  const owner = await accept(await invited(boss, 'test', email), own);
  for (const how of ['removed', 'expelled']) {
    const thief = await accept(await invited(squatter, 'second', email), squatted);
    const { id } = (await thief.ask('GET', '/session')).body.teammate;
    if (how === 'removed') await squatter.ask('DELETE', `/sites/second/teammates/${id}`);
    else await expelTeammate(ctx, second.snapshot(), email, 'test');
    assert.equal((await thief.ask('GET', '/session')).status, 401);
    assert.equal(await accountsOf(email), 1, how);
  }
  assert.deepEqual(await sitesOf(owner), ['test']);
  assert.equal((await opened(email, squatted)) as unknown, 'sign_in_refused');
});

test('an Admin of one site signs nobody out of another', async () => {
  const email = 'both@shop.example';
  const owner = await accept(await invited(boss, 'test', email), own);
  const token = await invited(squatter, 'second', email);
  assert.equal((await owner.ask('POST', '/invitation/accept', { token })).status, 200);
  const { id } = (await owner.ask('GET', '/session')).body.teammate;
  const lower = { role: 'Viewer', codeEditing: false };
  await squatter.ask('PUT', `/sites/second/teammates/${id}`, lower);
  assert.deepEqual(await sitesOf(owner), ['second', 'test']);
  assert.equal((await owner.ask('GET', '/sites/second/keys')).body.code, 'role_missing', 'at once');
  await squatter.ask('DELETE', `/sites/second/teammates/${id}`);
  assert.deepEqual(await sitesOf(owner), ['test']);
});
