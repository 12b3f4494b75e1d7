// What hashing costs, and what it holds up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { createPasswords } from './passwords.ts';

test('when many sign in at once some are refused, so that hashing holds nothing else up', async () => {
  const { passwordCost } = readConfig({});
  const { hash } = createPasswords(passwordCost);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, async () => hash('a password')),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < 12, String(refused.length));
  assert.deepEqual(passwordCost, { N: 32_768, r: 8, p: 3 });
  for (const one of outcomes.filter(({ status }) => status === 'fulfilled')) {
    assert.match((one as PromiseFulfilledResult<string>).value, /^scrypt[$]32768[$]8[$]3[$]/);
  }
});
