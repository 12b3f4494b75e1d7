// What a body's text may contain: bytes, characters, depths and names that break lesser programs.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { permissionIds } from '@attune/contract';
import { eventually, testServer } from '../testing.ts';
import { askOf, assertRefused } from './requests.fixture.ts';

const server = await testServer(undefined, { vertical: 'Other' });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const choose = '/v2/serve/user/choose';
const post = (path: string, body: unknown) => ask('POST', path, { key, body });

test('what is not UTF-8 is refused', async () => {
  for (const bytes of [
    [0xff],
    [0xc3],
    [0xed, 0xa0, 0x80],
    [0xc0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
  ]) {
    const body = Buffer.from([0x7b, 0x22, ...bytes, 0x22, 0x3a, 0x31, 0x7d]);
    assertRefused(await post(choose, body), 'malformed_json', String(bytes));
  }
  assert.equal((await post(choose, '\ufeff{}')).status, 200, 'a byte order mark is passed over');
});

test('U+0000 and lone surrogates are refused wherever they stand, each with its place', async () => {
  const text = `{"user":{"cuid":"a\\u0000b","cuidType":"\\ud800"},"x":[{"a\\uDFFF/~":1,"b":"\\udc00x"}]}`;
  const { errors } = assertRefused(await post(choose, text), 'invalid_request');
  const pointers = errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual(pointers, ['/user/cuid', '/user/cuidType', '/x/0/a\ufffd~1~0', '/x/0/b']);
  const fine = '{"context":{"channel":"\\ud83d\\ude00 \\\\u0000 \\\\ud800 😀"}}';
  assert.equal((await post(choose, fine)).status, 200);
  const many = await post(choose, JSON.stringify({ x: Array(10_000).fill('\0') }));
  assert.equal(assertRefused(many, 'invalid_request').errors.length, 200);
});

test('no depth exhausts anything', async () => {
  const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const escaped = `{"b":"\\ud800","a":${lists(100_000)}}`;
  for (const text of [
    `{"a":${lists(100_000)}}`,
    objects(100_000),
    escaped,
    `{"a":${lists(100)}}`,
  ]) {
    const { errors } = assertRefused(await post(choose, text), 'invalid_request');
    assert.deepEqual(errors, [{ pointer: '', detail: 'is nested more than 100 deep' }]);
  }
  assert.equal((await post(choose, `{"a":${lists(99)}}`)).status, 200);
  assertRefused(await post(choose, lists(500_000).slice(1)), 'malformed_json');
  const line = `{"sku":"deep","x":${objects(10_000)}}\n`;
  await post('/v2/feeds', { id: '777', name: 'Shop' });
  const headers = { 'content-type': 'application/x-ndjson' };
  const put = await ask('PUT', '/v2/feeds/svcid/777', { key, body: line, headers });
  assert.equal(put.body.data.rejected, 1, put.text);
});

test('names that JavaScript has a meaning for are names', async () => {
  const strange = '{"__proto__":"p","constructor":"c","hasOwnProperty":"h","toString":"t"}';
  const request = `{"user":{"cuid":"eve","cuidType":"external"},"__proto__":{"user":7},
    "events":[{"name":"Odd","properties":${strange}}]}`;
  assert.equal((await post('/v2/collect/user/event', request)).status, 204);
  const known = await eventually(async () => {
    const path = '/v2/userprofile/export?cuid=eve&cuidType=external';
    const { text, body } = await ask('GET', path, { key });
    return body.events.length > 0 && text;
  });
  assert.ok(known.includes('"__proto__":"p"'), known);
  assert.ok(known.includes('"constructor":"c"') && known.includes('"toString":"t"'), known);

  const page = await post(
    choose,
    `{"context":{"pageAttributes":${strange}},"__proto__":{"user":7}}`,
  );
  assert.equal(page.status, 200);
  const wrong = await post(choose, '{"context":{"pageAttributes":{"__proto__":{"polluted":1}}}}');
  assert.match(wrong.body.warnings[0].message, /^\/context\/pageAttributes\/__proto__: /);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});
