// The form of keys: prefix, characters, check digits.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { isWellFormedKey, makeKeyValue } from './key.ts';

test('a made key is well-formed, says its source, and has 42 characters', () => {
  const server = makeKeyValue('Server-side', randomBytes);
  const client = makeKeyValue('Client-side', randomBytes);
  assert.match(server, /^svc_s_[0-9A-Za-z]{36}$/);
  assert.match(client, /^svc_c_[0-9A-Za-z]{36}$/);
  assert.ok(isWellFormedKey(server) && isWellFormedKey(client));
});

test('the check digits are the CRC-32 that zlib computes', () => {
  const value = makeKeyValue('Server-side', () => new Uint8Array(30).fill(1));
  // crc32("svc_s_" + 30 x "1") = 3218420407, in base62.
  const crc = 3218420407;
  assert.equal(
    value.slice(-6),
    [...Array(6).keys()]
      .map(
        (place) =>
          '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[
            Math.floor(crc / 62 ** (5 - place)) % 62
          ],
      )
      .join(''),
  );
});

test('one mistyped character is always noticed', () => {
  const value = makeKeyValue('Client-side', randomBytes);
  fc.assert(
    fc.property(fc.nat(35), fc.constantFrom(...'0Az9'), (at, character) => {
      const place = 6 + at;
      fc.pre(value[place] !== character);
      assert.ok(!isWellFormedKey(value.slice(0, place) + character + value.slice(place + 1)));
    }),
  );
});

test('anything else is not a key', () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(text)));
});
