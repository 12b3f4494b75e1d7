// What `attune doctor` lists of the settings: everything, and no secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../config.ts';
import { listSettings } from './doctor.ts';

const names = Object.keys(settings);
const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2';

/** Their names or meanings sound like secrets; each says why it may be shown. */
const shown: Readonly<Record<string, string>> = {
  API_KEY_HEADERS: 'names of headers',
  AWS_ACCESS_KEY_ID: 'the name of a key, which each request shows',
  BACKUP_KEY_FILE: 'a path',
  COMPATIBILITY: 'a word',
  DATA_DIR: 'a path',
  KEY_LEASE: 'seconds',
  NATS_CREDS: 'a path',
  OIDC_CLIENT_SECRET_FILE: 'a path',
  PASSWORD_SIGN_IN: 'on or off',
  TRUSTED_PROXIES: 'addresses',
};

/** The lines of settings that have a word of the secret. */
const tellsOf = (env: NodeJS.ProcessEnv) =>
  listSettings(env)
    .filter(({ value }) => value.includes('hunter2'))
    .map(({ name }) => name);

test('what is named or described like a secret is one, or is known to be none', () => {
  const sounds = /secret|pass(word|phrase)|token|credential|creds|\bkeys?\b|header/i;
  const isSecretLike = Object.entries(settings)
    .filter(([name, { about }]) => sounds.test(`${name.replaceAll('_', ' ')} ${about}`))
    .map(([name]) => name);
  const open = isSecretLike.filter((name) => !settings[name as keyof typeof settings].isSecret);
  assert.deepEqual(
    open.filter((name) => shown[name] === undefined),
    [],
    'declare it by secretSetting, or say here why it may be shown',
  );
});

test('a secret is listed as set, and its value nowhere', () => {
  const env = Object.fromEntries(names.map((name) => [name, secret]));
  const secrets = Object.entries(settings).filter(([, { isSecret }]) => isSecret);
  for (const [name] of secrets) {
    const [listed] = listSettings(env).filter((one) => one.name === name);
    assert.deepEqual([listed?.isSet, listed?.value], [true, '(set)'], name);
  }
  const told = tellsOf(env);
  assert.deepEqual(
    secrets.map(([name]) => name).filter((name) => told.includes(name)),
    [],
  );
  assert.deepEqual(secrets.map(([name]) => name).sort(), [
    ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'BACKUP_PASSPHRASE', 'DATABASE_URL'],
    ...['NATS_URL', 'OIDC_CLIENT_SECRET', 'OTEL_EXPORTER_OTLP_HEADERS', 'SECRET_KEY', 'SMTP_URL'],
  ]);
});

test('a login in an address is listed of no setting at all', () => {
  for (const login of [`user:${secret}`, secret, `:${secret}`, `us@er:${secret}`]) {
    const address = `https://${login}@host.example:9000/path,tls://${login}@other`;
    const env = Object.fromEntries(names.map((name) => [name, address]));
    assert.deepEqual(tellsOf(env), []);
  }
  const [listed] = listSettings({ AWS_ENDPOINT_URL: `https://me:${secret}@minio.example` }).filter(
    ({ name }) => name === 'AWS_ENDPOINT_URL',
  );
  assert.equal(listed?.value, 'https://(hidden)@minio.example');
});

test('what is no secret is listed as it is', () => {
  const env = { PORT: '9090', AWS_ACCESS_KEY_ID: 'AKIA', PUBLIC_URL: 'https://shop.example/@a' };
  const byName = new Map(listSettings(env).map(({ name, value }) => [name, value]));
  assert.deepEqual(
    [...Object.keys(env), 'HOST'].map((name) => byName.get(name)),
    ['9090', 'AKIA', 'https://shop.example/@a', '127.0.0.1'],
  );
});
