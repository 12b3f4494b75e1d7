// Settings of the identity provider: what fits together, and what is refused with a reason.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const right = { OIDC_ISSUER: 'https://id.example/realm', OIDC_CLIENT_ID: 'attune' };

/** What is wrong with some settings. */
function errorOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('without an issuer there is no provider, and with one its settings have defaults', () => {
  const { provider, acceptsPasswords } = readConfig({});
  assert.deepEqual([provider, acceptsPasswords], [undefined, true]);
  const read = readConfig({ ...right, OIDC_ROLES: '[{"group":"a","site":"*","role":"Viewer"}]' });
  assert.deepEqual(read.provider, {
    ...{ issuer: 'https://id.example/realm', clientId: 'attune', clientSecret: undefined },
    ...{ name: 'single sign-on', scopes: 'openid email profile', groupsClaim: 'groups' },
    roles: [{ group: 'a', site: '*', role: 'Viewer', codeEditing: false }],
    ...{ emailDomains: [], trustsEmail: false, sessionMs: 43_200_000, signsOutThere: false },
  });
});

test('the secret comes from the environment or from a file, and not from both', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-secret-'));
  const path = join(folder, 'secret');
  writeFileSync(path, 'of the file\n');
  const inFile = { ...right, OIDC_CLIENT_SECRET_FILE: path };
  assert.equal(readConfig(inFile).provider?.clientSecret, 'of the file');
  assert.equal(readConfig({ ...right, OIDC_CLIENT_SECRET: 'a' }).provider?.clientSecret, 'a');
  assert.match(errorOf({ ...inFile, OIDC_CLIENT_SECRET: 'a' }), /is set as well/);
  rmSync(folder, { recursive: true });
  assert.match(errorOf(inFile), /OIDC_CLIENT_SECRET_FILE: cannot be read: ENOENT/);
});

test('what does not fit is refused, with the setting and the reason', () => {
  const cases: [Readonly<Record<string, string>>, RegExp][] = [
    [{ OIDC_ISSUER: 'https://id.example' }, /OIDC_CLIENT_ID: is needed/],
    [{ OIDC_CLIENT_ID: 'attune' }, /OIDC_ISSUER: is needed/],
    [{ ...right, OIDC_ISSUER: 'http://id.example' }, /begins with https/],
    [{ ...right, OIDC_ISSUER: 'https://id.example?x' }, /no query/],
    [{ PASSWORD_SIGN_IN: 'off' }, /no way to sign in/],
    [{ ...right, PASSWORD_SIGN_IN: 'no' }, /must be off or on/],
    [{ ...right, OIDC_SCOPES: 'email' }, /must have openid/],
    [{ ...right, OIDC_SESSION: '0' }, /whole number from 1 to 720/],
    [{ ...right, OIDC_ROLES: '{' }, /must be JSON/],
    [{ ...right, OIDC_ROLES: '{}' }, /must be a list/],
    [{ ...right, OIDC_ROLES: '[{"group":"a","site":"b","role":"Owner"}]' }, /rule 1: role must/],
    [
      { ...right, OIDC_ROLES: '[{"group":"a","site":"b","roles":"Admin"}]' },
      /"roles" is not known/,
    ],
    [{ ...right, OIDC_ROLES: '[null]' }, /rule 1: group must/],
  ];
  for (const [env, reason] of cases) assert.match(errorOf(env), reason);
  assert.equal(errorOf({ ...right, OIDC_ISSUER: 'http://localhost:9000' }), '');
});

test('the settings of the guide are ones that can be set', () => {
  const guide = new URL('../../../docs/guides/sign-in-with-openid-connect.md', import.meta.url);
  const examples = [...readFileSync(guide, 'utf8').matchAll(/```env\n(.*?)```/gs)];
  assert.ok(examples.length >= 8);
  for (const [, lines = ''] of examples) {
    const named = lines
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2));
    const { provider } = readConfig(Object.fromEntries(named));
    assert.ok(provider?.issuer, lines);
    assert.ok(
      named.every(([name = '']) => /^(OIDC_|PASSWORD_SIGN_IN)/.test(name)),
      lines,
    );
  }
});
