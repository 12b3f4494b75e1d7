// Tests of the settings of the mail server: they fit together, and no error shows a password.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const whole = {
  SMTP_URL: 'smtp://attune:p%40ss@mail.example',
  SMTP_FROM: 'Attune <attune@shop.example>',
  PUBLIC_URL: 'https://attune.shop.example',
};

test('a mail server is reached by STARTTLS, by TLS, or unencrypted on purpose', () => {
  const from = { name: 'Attune', address: 'attune@shop.example' };
  const login = { user: 'attune', pass: 'p@ss' };
  assert.deepEqual(readConfig(whole).mail, {
    ...{ host: 'mail.example', port: 587, tls: 'starttls', login, from },
  });
  const { mail } = readConfig({ ...whole, SMTP_URL: 'smtps://mail.example' });
  assert.deepEqual([mail?.port, mail?.tls, mail?.login], [465, 'implicit', undefined]);
  const relay = { ...whole, SMTP_URL: 'smtp://localhost:25', SMTP_TLS: 'off' };
  assert.equal(readConfig(relay).mail?.tls, 'off');
  assert.equal(readConfig({}).mail, undefined);
});

test('settings of mail that do not fit together are refused, without the password', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ SMTP_URL: whole.SMTP_URL }, /SMTP_FROM: is needed[\s\S]+PUBLIC_URL: is needed/],
    [{ SMTP_FROM: whole.SMTP_FROM }, /SMTP_URL: is needed/],
    [{ ...whole, SMTP_TLS: 'off' }, /SMTP_TLS: off goes neither/],
    [{ ...whole, SMTP_URL: 'https://a:very-secret@mail.example' }, /SMTP_URL: must be/],
    [{ ...whole, SMTP_URL: 'smtp://a:very-secret%@mail.example' }, /SMTP_URL: must be/],
    [{ ...whole, SMTP_FROM: 'a@b.example, c@d.example' }, /SMTP_FROM: must be/],
    [{ ...whole, PUBLIC_URL: 'https://attune.example/console' }, /PUBLIC_URL: must be/],
  ];
  for (const [env, why] of wrong) {
    assert.throws(
      () => readConfig(env),
      ({ message }: Error) => why.test(message) && !message.includes('very-secret'),
      JSON.stringify(env),
    );
  }
});

test('the settings of the guide are taken', () => {
  const guide = new URL('../../../docs/guides/notifications.md', import.meta.url);
  const blocks = [...readFileSync(guide, 'utf8').matchAll(/```env\n([\s\S]*?)```/g)];
  assert.equal(blocks.length, 2);
  for (const [, text = ''] of blocks) {
    const lines = text.trim().split('\n');
    readConfig(Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2))));
  }
});
