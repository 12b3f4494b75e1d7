// What hashing costs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../../config.ts';
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

test('one derivation tells whose of an address a password is', async () => {
  const { hash, find } = createPasswords({ N: 2 ** 10, r: 8, p: 1 });
  const first = await hash('one password');
  const second = await hash('another password', first);
  const saltOf = (one: string) => one.split('$')[4];
  assert.equal(saltOf(second), saltOf(first));
  const among = [{ hash: first }, { hash: second }];
  assert.equal(await find('another password', among), among[1]);
  assert.equal(await find('a third password', among), undefined);
  assert.equal(await find('another password', []), undefined);
  const cheap = await createPasswords({ N: 2 ** 5, r: 8, p: 1 }).hash('one password');
  assert.notEqual(saltOf(await hash('one password', cheap)), saltOf(cheap), 'of another cost');
});
