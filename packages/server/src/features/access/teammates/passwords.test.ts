// What hashing costs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { createPasswords } from './passwords.ts';

test('a password is hashed at the cost that OWASP names, and found right and wrong by that', async () => {
  const { passwordCost } = readConfig({});
  assert.deepEqual(passwordCost, { N: 32_768, r: 8, p: 3 });
  const { hash, verify } = createPasswords(passwordCost);
  const hashed = await hash('a password');
  assert.match(hashed, /^scrypt[$]32768[$]8[$]3[$]/);
  assert.equal(await verify({ hash: hashed, password: 'a password' }), true);
  assert.equal(await verify({ hash: hashed, password: 'another' }), false);
});
