// How bodies are read: types, encodings, sizes, and whatever text can be.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { permissionIds } from '@attune/contract';
import { eventually, testServer } from '../testing.ts';
import { askOf, assertRefused, type Sent } from './requests.fixture.ts';

const server = await testServer(undefined, { vertical: 'Other' });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const choose = '/v2/serve/user/choose';
const event = '/v2/collect/user/event';
const post = (path: string, body: unknown, headers = {}) =>
  ask('POST', path, { key, body, headers });
const feed = '/v2/feeds/svcid/777';
assert.equal((await post('/v2/feeds', { id: '777', name: 'Shop' })).status, 201);
const putLines = (body: Sent['body'], headers = {}) =>
  ask('PUT', feed, { key, body, headers: { 'content-type': 'application/x-ndjson', ...headers } });

test('JSON is read where its type is missing or plain text, as clients send it', async () => {
  for (const type of [
    'application/json',
    'application/json; charset=UTF-8',
    'text/plain',
    'Text/Plain;x=y',
  ]) {
    const answer = await post(choose, '{}', { 'content-type': type });
    assert.equal(answer.status, 200, type);
  }
  const body = new Blob(['{}']);
  const untyped = await fetch(server.url + choose, {
    method: 'POST',
    headers: { 'svc-api-key': key },
    body,
  });
  assert.equal(untyped.status, 200, await untyped.text());
});

test('any other type is refused', async () => {
  const types = ['text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'json'];
  for (const type of [...types, 'application/json-patch+json', 'text/html, application/json']) {
    assertRefused(
      await post(choose, '{}', { 'content-type': type }),
      'unsupported_media_type',
      type,
    );
  }
});

test('NDJSON is taken where the contract says so, compressed or not', async () => {
  const lines = '{"sku":"a"}\n{"sku":"b"}\n';
  for (const [body, headers] of [
    [lines, {}],
    [lines, { 'content-encoding': 'identity' }],
    [gzipSync(lines), { 'content-encoding': 'GZIP' }],
  ] as const) {
    const { body: answer } = await putLines(body, headers);
    assert.equal(answer.data?.accepted, 2, JSON.stringify(answer));
  }
  const ndjson = { 'content-type': 'application/x-ndjson' };
  assertRefused(await post(choose, '{}', ndjson), 'unsupported_media_type');
  assertRefused(await post('/v2/feeds/777/bulk', lines, ndjson), 'unsupported_media_type');
});

test('encodings that are not spoken are refused, and damaged ones', async () => {
  const gzip = { 'content-encoding': 'gzip' };
  assertRefused(await post(choose, gzipSync('{}'), gzip), 'unsupported_media_type');
  assert.equal((await post(choose, '{}', { 'content-encoding': 'identity' })).status, 200);
  const br = { 'content-encoding': 'br' };
  assertRefused(await putLines('{"sku":"a"}', br), 'unsupported_media_type');
  assertRefused(await putLines('{"sku":"a"}', gzip), 'malformed_json');
  assertRefused(await putLines(gzipSync('{"sku":"a"}').subarray(0, -4), gzip), 'malformed_json');
});

test('what is not JSON is refused without quoting it', async () => {
  for (const text of [
    '{"user": hunter2}',
    '{"a":1,}',
    "{'a':1}",
    'hunter2',
    '{"a":"hunter2',
    '{} {}',
  ]) {
    const answer = await post(choose, text);
    assertRefused(answer, 'malformed_json', text);
    assert.doesNotMatch(answer.text, /hunter2/);
  }
});

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

test('bodies are objects', async () => {
  for (const text of ['[]', 'null', '"{}"', '7', 'true', '']) {
    const { errors } = assertRefused(await post(choose, text), 'invalid_request', text);
    assert.deepEqual(errors[0].pointer, '');
  }
});

test('every fault is listed with its place, and no type is coerced', async () => {
  const body = {
    user: { id: 5, cuid: '', active_consent_accepted: 'true' },
    session: [],
    context: { page: { type: 'SHOP' }, cart: [{ productId: 'a', quantity: '2' }, {}] },
    selector: { names: 'home' },
    options: { explain: 1 },
  };
  const { errors } = assertRefused(await post(choose, body), 'invalid_request');
  const pointers = new Set(errors.map(({ pointer }: { pointer: string }) => pointer));
  const expected = ['/user/id', '/user/cuid', '/user/active_consent_accepted', '/session'];
  expected.push('/context/page/type', '/context/cart/0/quantity', '/context/cart/1/productId');
  expected.push('/context/cart/1/quantity', '/selector/names', '/options/explain');
  assert.deepEqual(pointers, new Set(expected));
  assert.ok(errors.every(({ detail }: { detail: string }) => detail.length > 5));
});

test('fields that nobody knows are ignored', async () => {
  const body = {
    user: { id: '5', nickname: 7 },
    surprise: { deep: [null] },
    options: { new: true },
  };
  assert.equal((await post(choose, body)).status, 200);
});

test('more than the endpoint takes is refused, announced or not', async () => {
  const large = JSON.stringify({ x: 'x'.repeat(1024 * 1024) });
  assertRefused(await post(choose, large), 'body_too_large');
  const stream = new Blob([large]).stream();
  const response = await fetch(server.url + choose, {
    method: 'POST',
    headers: { 'svc-api-key': key },
    body: stream,
    duplex: 'half',
  } as RequestInit);
  assert.deepEqual(
    [response.status, ((await response.json()) as { code: string }).code],
    [413, 'body_too_large'],
  );
  const room = JSON.stringify({ x: 'x'.repeat(1024 * 1024 - 8) });
  assert.equal(room.length, 1024 * 1024);
  assert.equal((await post(choose, room)).status, 200);
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
  assert.equal((await putLines(`{"sku":"a"}\n{"sku":"b"}\n${line}`)).body.data.rejected, 1);
});

test('names that JavaScript has a meaning for are names', async () => {
  const strange = '{"__proto__":"p","constructor":"c","hasOwnProperty":"h","toString":"t"}';
  const request = `{"user":{"cuid":"eve","cuidType":"external"},"__proto__":{"user":7},
    "events":[{"name":"Odd","properties":${strange}}]}`;
  assert.equal((await post(event, request)).status, 204);
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
  assert.equal(
    assertRefused(wrong, 'invalid_request').errors[0].pointer,
    '/context/pageAttributes/__proto__',
  );
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});
