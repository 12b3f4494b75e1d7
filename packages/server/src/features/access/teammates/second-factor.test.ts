// Codes of a second factor that are sent more than once: through HTTP.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../testing.ts';
import {
  type ConsoleBrowser,
  codeOf,
  consoleBrowser,
  password,
  signedIn,
} from './teammates.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, url, test: site } = server;
const admin = { role: 'Admin', codeEditing: true } as const;

/** A teammate with a second factor. */
async function withFactor(email: string) {
  const browser = await signedIn(server, site.id, admin, email);
  const { secret, backupCodes } = (await browser.ask('POST', '/second-factor', { password })).body;
  await browser.ask('POST', '/second-factor/confirm', { code: codeOf(secret) });
  return { browser, code: codeOf(secret, 1), backupCodes };
}

/** A browser that has given the password, and is asked for a code. */
async function halfSignedIn(email: string): Promise<ConsoleBrowser> {
  const browser = consoleBrowser(url);
  assert.equal((await browser.signIn(email)).body.needsSecondFactor, true);
  return browser;
}

const prove = (browser: ConsoleBrowser, code: string) =>
  browser.ask('POST', '/sign-in/second-factor', { code });

/** A second browser that sends what the first one would: as after a lost answer. */
function twinOf(browser: ConsoleBrowser): ConsoleBrowser {
  const twin = consoleBrowser(url);
  for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
  return twin;
}

async function failuresOf(email: string): Promise<unknown> {
  const { rows } = await ctx.pool.query(
    `select failed_verification_count as failures, locked_until
     from teammate_second_factor join teammate on teammate.id = teammate_id where email = $1`,
    [email],
  );
  return rows[0];
}

for (const kind of ['app', 'backup'] as const) {
  test(`the same code of the ${kind} sent twice at once signs in once, and both are told so`, async () => {
    const email = `${kind}@shop.example`;
    const { browser, code: ofApp, backupCodes } = await withFactor(email);
    const code = kind === 'app' ? ofApp : backupCodes[0];
    const first = await halfSignedIn(email);
    const [again, retried] = [twinOf(first), twinOf(first)];
    const answers = await Promise.all([prove(first, code), prove(again, code)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204],
    );
    assert.equal((await prove(retried, code)).status, 204, 'its answer was lost');
    for (const one of [browser, first, again, retried]) {
      assert.equal((await one.ask('GET', '/session')).status, 200);
    }
    const { sessions } = (await browser.ask('GET', '/sessions')).body;
    assert.equal(sessions.length, 2, 'the browser and one more');
    assert.deepEqual(await failuresOf(email), { failures: 0, locked_until: null });
  });
}

test('a code that signed in is refused to another sign-in, which ends nothing', async () => {
  const { browser, code } = await withFactor('cleo@shop.example');
  const [first, other] = [await halfSignedIn(browser.email), await halfSignedIn(browser.email)];
  const answers = await Promise.all([prove(first, code), prove(other, code)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 401]);
  const replayed = await prove(await halfSignedIn(browser.email), code);
  assert.equal(replayed.body.code, 'sign_in_refused');
  assert.equal((await browser.ask('GET', '/session')).status, 200);
  const { sessions } = (await browser.ask('GET', '/sessions')).body;
  assert.equal(sessions.length, 2);
});

test('a code without a sign-in that waits for it is refused, also to who is signed in', async () => {
  const { browser, code } = await withFactor('gil@shop.example');
  for (const one of [browser, consoleBrowser(url)]) {
    const { status, body } = await prove(one, code);
    assert.deepEqual([status, body.code], [401, 'sign_in_refused']);
  }
  assert.equal((await prove(await halfSignedIn(browser.email), code)).status, 204, 'it is unused');
});

test('a wrong code sent twice at once counts once', async () => {
  const { browser } = await withFactor('dora@shop.example');
  const first = await halfSignedIn(browser.email);
  const answers = await Promise.all([prove(first, '000000'), prove(twinOf(first), '000000')]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 401],
  );
  assert.deepEqual(await failuresOf(browser.email), { failures: 1, locked_until: null });
});

/** Both requests that put a factor in force, at the same time; resolves with their statuses. */
async function confirmTwice(email: string): Promise<number[]> {
  const browser = await signedIn(server, site.id, admin, email);
  const { secret } = (await browser.ask('POST', '/second-factor', { password })).body;
  const twin = twinOf(browser);
  const confirm = (one: ConsoleBrowser) =>
    one.ask('POST', '/second-factor/confirm', { code: codeOf(secret) });
  // A connection each: the one that has to open its own would come when the other is done.
  await Promise.all([browser.ask('GET', '/session'), twin.ask('GET', '/session')]);
  const answers = await Promise.all([confirm(browser), confirm(twin)]);
  const isDone = answers.every(({ status }) => status === 204);
  for (const one of isDone ? [browser, twin] : []) {
    assert.equal((await one.ask('GET', '/session')).status, 200);
  }
  return answers.map(({ status }) => status);
}

test('the code that puts a factor in force may be sent twice at once', async () => {
  // One that begins when the other is done finds its session ended: then they were not at once.
  let statuses: number[] = [401];
  for (let nth = 1; nth <= 5 && statuses.includes(401); nth += 1) {
    statuses = await confirmTwice(`eve-${nth}@shop.example`);
  }
  assert.deepEqual(statuses, [204, 204]);
});
