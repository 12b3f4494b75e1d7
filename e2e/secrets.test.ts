// No credential may be found where data lies: neither keys nor passwords nor sessions.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { permissions as catalogue, endpoints, permissionIds } from '@attune/contract';
import {
  codeOf,
  consoleBrowser,
} from '../packages/server/src/features/access/teammates/teammates.fixture.ts';
import { absent, exampleOf } from '../packages/server/src/http/examples.fixture.ts';
import { makeFolder, type Running, runJson, startAttune } from './support/attune.ts';
import { filesBelow, searchFor } from './support/needles.ts';

const random = () => randomBytes(18).toString('base64url');
const email = 'ann@canary-shop.example';
/** What must be found, so that nothing found means something. */
const beacon = `beacon-${random()}`;

describe('secrets', () => {
  let folder: string;
  let dataDir: string;
  let server: Running;
  let log = '';
  /** By what they are. */
  const secrets: Record<string, string> = {};

  before(async () => {
    folder = await makeFolder('secrets');
    dataDir = join(folder, 'data');
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'trace' };
    const onLine = (line: string) => {
      log += `${line}\n`;
    };
    server = await startAttune('start', env, { onLine });
    await plant();
    await runJson(['backup', join(folder, 'canary.backup')], env);
    assert.equal(await server.stop(), 0);
  });

  after(async () => {
    server.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  type Browser = ReturnType<typeof consoleBrowser>;

  /** What a browser holds proves who its user is. */
  function noteCookies(of: string, { cookies }: Browser): void {
    for (const [name, value] of cookies) {
      const text = decodeURIComponent(value);
      secrets[`${of}: ${name}`] = text;
      // Signed ones are found by what is before the signature.
      secrets[`${of}: ${name}, without its signature`] = text.split('.')[0]!;
    }
  }

  const ask = async (browser: Browser, method: string, path: string, body?: unknown) => {
    const answer = await browser.ask(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  /** Makes every kind of secret, uses each, rightly and wrongly, and replaces some. */
  async function plant(): Promise<void> {
    const browser = consoleBrowser(server.url);
    const first = /invitation#token=([\w-]+)/.exec(server.said())?.[1];
    assert.ok(first, server.said());
    secrets['token of the first invitation'] = first;
    secrets['password'] = random();
    const teammate = { name: beacon, email, password: secrets['password'] };
    await ask(browser, 'POST', '/invitation/accept', { token: first, teammate });
    noteCookies('first session', browser);
    await plantInvitation(browser);
    await plantKeys(browser);
    await plantSecondFactor(browser);
    secrets['changed password'] = random();
    const change = { current: secrets['password'], wanted: secrets['changed password'] };
    await ask(browser, 'POST', '/password', change);
    noteCookies('session after a change', browser);
  }

  async function plantInvitation(browser: Browser): Promise<void> {
    const wanted = { email: `new-${email}`, role: 'Viewer', codeEditing: false };
    const { link } = await ask(browser, 'POST', '/sites/demo/invitations', wanted);
    const token: string = link.split('#token=')[1];
    secrets['token of an invitation'] = token;
    const guest = consoleBrowser(server.url);
    await ask(guest, 'POST', '/invitation/read', { token });
    secrets['password that is too short'] = randomBytes(8).toString('hex').slice(0, 11);
    const short = { name: 'New', password: secrets['password that is too short'] };
    await guest.ask('POST', '/invitation/accept', { token, teammate: short });
    secrets['password of another'] = random();
    const teammate = { name: 'New', password: secrets['password of another'] };
    await ask(guest, 'POST', '/invitation/accept', { token, teammate });
    noteCookies('session of another', guest);
    const again = await guest.ask('POST', '/invitation/accept', { token, teammate });
    assert.equal(again.status, 404);
  }

  async function plantKeys(browser: Browser): Promise<void> {
    const keys = '/sites/demo/keys';
    const { offered } = await ask(browser, 'GET', keys);
    for (const source of ['Server-side', 'Client-side'] as const) {
      const permissions = permissionIds.filter(
        (name) => offered.includes(name) && catalogue[name].sources.includes(source),
      );
      for (const showOnce of [false, true]) {
        const name = `${beacon} ${source}`;
        const wanted = { name, source, permissions, showOnce };
        const { key, value } = await ask(browser, 'POST', keys, wanted);
        secrets[`${source} key, ${showOnce ? 'shown once' : 'kept'}`] = value;
        await useKey(value);
        if (!showOnce) await ask(browser, 'POST', `${keys}/${key.id}/copy`);
        const rotation = { graceSeconds: 60 };
        const rotated = await ask(browser, 'POST', `${keys}/${key.id}/rotate`, rotation);
        secrets[`successor of it, ${source} ${showOnce}`] = rotated.value;
        // As a person looks for a key that they found in a file.
        await browser.ask('GET', `${keys}?search=${encodeURIComponent(value)}`);
        if (showOnce) await ask(browser, 'DELETE', `${keys}/${key.id}`);
        await useKey(value);
      }
    }
    secrets['value of no key'] = `svc_s_${random()}${random()}`.slice(0, 42);
    await useKey(secrets['value of no key']);
  }

  /** Asks every endpoint with a key, which most refuse to it. */
  async function useKey(value: string): Promise<void> {
    for (const endpoint of endpoints) {
      const { path, body } = exampleOf(endpoint, absent);
      await fetch(server.url + path, {
        method: endpoint.method,
        headers: { 'svc-api-key': value, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    }
  }

  async function plantSecondFactor(browser: Browser): Promise<void> {
    const { password } = secrets;
    const begun = await ask(browser, 'POST', '/second-factor', { password });
    secrets['secret of the second factor'] = begun.secret;
    secrets['secret of the second factor, as bytes'] = fromBase32(begun.secret);
    for (const [at, code] of begun.backupCodes.entries()) secrets[`backup code ${at}`] = code;
    await ask(browser, 'POST', '/second-factor/confirm', { code: codeOf(begun.secret) });
    noteCookies('session with a second factor', browser);

    const again = consoleBrowser(server.url);
    secrets['wrong password'] = random();
    assert.equal((await again.signIn(email, secrets['wrong password'])).status, 401);
    await again.signIn(email, password);
    noteCookies('half a session', again);
    secrets['wrong backup code'] = random();
    const wrong = { code: secrets['wrong backup code'] };
    assert.equal((await again.ask('POST', '/sign-in/second-factor', wrong)).status, 401);
    await ask(again, 'POST', '/sign-in/second-factor', { code: begun.backupCodes[0] });
    noteCookies('session by a backup code', again);
    await ask(again, 'POST', '/sign-out');
  }

  test('are not in the data directory, in no form', async () => {
    const search = searchFor(secrets);
    const seen: string[] = [];
    for await (const [path, bytes] of filesBelow(dataDir)) {
      seen.push(path);
      assert.deepEqual(search(bytes), [], path);
    }
    assert.ok(seen.some((path) => path.startsWith('postgres/pg_wal/')));
    assert.ok(seen.includes('snapshot.json'));
  });

  test('are not in a backup', async () => {
    const bytes = zstdDecompressSync(await readFile(join(folder, 'canary.backup')));
    assert.deepEqual(searchFor(secrets)(bytes), []);
    assert.deepEqual(searchFor({ beacon })(bytes), ['beacon']);
  });

  test('are not in the log, however much is logged', () => {
    assert.match(log, /"endpoint":"signIn"/);
    assert.match(log, /"endpoint":"createKey"/);
    assert.deepEqual(searchFor(secrets)(Buffer.from(log)), []);
  });

  test('would be found: what is no secret is, in the tables and in what was written ahead', async () => {
    const found: string[] = [];
    for await (const [path, bytes] of filesBelow(dataDir)) {
      if (searchFor({ beacon })(bytes).length > 0) found.push(path);
    }
    for (const part of ['postgres/base/', 'postgres/pg_wal/', 'snapshot.json']) {
      assert.ok(
        found.some((path) => path.startsWith(part)),
        `${part} is not in ${found}`,
      );
    }
  });

  test('would be found in every form, wherever they stood', () => {
    const search = searchFor({ beacon });
    const bytes = Buffer.from(beacon);
    const forms = [
      ...['', 'a', 'ab'].flatMap((before) =>
        (['base64', 'base64url', 'hex'] as const).map((form) =>
          Buffer.from(`${before}${beacon} and more`).toString(form),
        ),
      ),
      bytes.toString('hex').toUpperCase(),
    ];
    for (const form of forms) assert.deepEqual(search(Buffer.from(`x${form}y`)), ['beacon'], form);
  });
});

/** The text that an authenticator is given in base32 (RFC 4648). */
function fromBase32(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('latin1');
}
