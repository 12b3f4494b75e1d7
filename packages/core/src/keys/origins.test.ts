// Which origins a key's list names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOriginPattern, matchesOrigin } from './origins.ts';

test('an origin names itself alone', () => {
  assert.ok(matchesOrigin('https://shop.example', 'https://shop.example'));
  for (const other of [
    'http://shop.example',
    'https://shop.example:8443',
    'https://a.shop.example',
  ]) {
    assert.ok(!matchesOrigin('https://shop.example', other), other);
  }
});

test('a wildcard names every subdomain, of the same scheme and port', () => {
  const pattern = 'https://*.shop.example';
  for (const one of ['https://www.shop.example', 'https://a.b.shop.example']) {
    assert.ok(matchesOrigin(pattern, one), one);
  }
  const others = [
    ...['https://shop.example', 'https://.shop.example', 'http://www.shop.example'],
    ...['https://www.shop.example:8443', 'https://evilshop.example', 'https://shop.example.evil'],
    ...['https://evil/.shop.example', 'https://evil:1.shop.example', 'null'],
  ];
  for (const one of others) assert.ok(!matchesOrigin(pattern, one), one);
  assert.ok(matchesOrigin('http://*.localhost:3000', 'http://shop.localhost:3000'));
});

test('what can be no origin is no pattern', () => {
  for (const one of ['https://shop.example', 'https://*.shop.example', 'http://*.localhost:3000']) {
    assert.ok(isOriginPattern(one), one);
  }
  const wrong = [
    '*',
    'https://*',
    'https://*.*.shop.example',
    'https://www.*.example',
    'shop.example',
  ];
  for (const one of [...wrong, 'https://*.shop.example/', 'https://shop*.example']) {
    assert.ok(!isOriginPattern(one), one);
  }
});
