// How bodies are read: types, encodings, sizes, and every error of their content.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { permissionIds } from '@attune/contract';
import { testServer } from '../testing.ts';
import { askOf, assertRefused, type Sent } from './requests.fixture.ts';

const server = await testServer({ api: true, worker: false }, { vertical: 'Other' });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const choose = '/v2/serve/user/choose';
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

test('what curl calls a form is JSON where it begins so, and refused elsewhere', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await post(choose, ' {"user":{"id":"7"}}', form)).status, 200);
  assertRefused(await post(choose, 'user=7', form), 'unsupported_media_type');
});

test('any other type is refused', async () => {
  const types = ['text/xml', 'multipart/form-data', 'json'];
  for (const type of [...types, 'application/json-patch+json', 'text/html, application/json']) {
    assertRefused(
      await post(choose, '{}', { 'content-type': type }),
      'unsupported_media_type',
      type,
    );
  }
});

test('NDJSON is accepted where the contract has it, compressed or not', async () => {
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

test('JSON is read compressed as well, up to the size that it unpacks to', async () => {
  const text = JSON.stringify({ selector: { names: ['x'] } });
  const packed = [
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
  ] as const;
  for (const [coding, bytes] of packed) {
    const answer = await post(choose, bytes, { 'content-encoding': coding });
    assert.equal(answer.body.warnings?.[0].code, 'unknown_selector', answer.text);
  }
  const bomb = gzipSync(JSON.stringify({ x: 'x'.repeat(50 * 1024 * 1024) }));
  assertRefused(await post(choose, bomb, { 'content-encoding': 'gzip' }), 'body_too_large');
});

test('answers of some size are compressed for those who ask for it', async () => {
  const document = (accepted: string) =>
    fetch(`${server.url}/openapi.json`, { headers: { 'accept-encoding': accepted } });
  for (const coding of ['gzip', 'br', 'zstd']) {
    const answer = await document(coding);
    assert.equal(answer.headers.get('content-encoding'), coding);
    assert.match(answer.headers.get('vary') ?? '', /accept-encoding/);
    assert.ok(JSON.parse(await answer.text()).openapi);
  }
  assert.equal((await document('identity')).headers.get('content-encoding'), null);
  const small = await post(choose, '{}', { 'accept-encoding': 'gzip' });
  assert.equal(small.headers.get('content-encoding'), null);
});

test('encodings that are not spoken are refused, and damaged ones', async () => {
  const gzip = { 'content-encoding': 'gzip' };
  assert.equal((await post(choose, '{}', { 'content-encoding': 'identity' })).status, 200);
  assertRefused(
    await post(choose, '{}', { 'content-encoding': 'compress' }),
    'unsupported_media_type',
  );
  assertRefused(await post(choose, '{}', gzip), 'malformed_json');
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
    '',
  ]) {
    const answer = await post(choose, text);
    assertRefused(answer, 'malformed_json', text);
    assert.doesNotMatch(answer.text, /hunter2/);
  }
});

test('bodies are objects', async () => {
  for (const text of ['[]', 'null', '"{}"', '7', 'true']) {
    const { errors } = assertRefused(await post(choose, text), 'invalid_request', text);
    assert.deepEqual(errors[0].pointer, '');
  }
});

test('where data is changed, every error is listed with its place, and no type is coerced', async () => {
  const body = {
    name: '',
    selector: 7,
    type: 'custom',
    traffic: '1',
    labels: [null],
    experiences: [{ name: 'A', variations: [{ name: 'One', weight: '1', payload: null }] }],
  };
  const { errors } = assertRefused(await post('/v2/campaigns', body), 'invalid_request');
  const pointers = new Set(errors.map(({ pointer }: { pointer: string }) => pointer));
  const expected = ['/name', '/selector', '/traffic', '/labels/0'];
  expected.push('/experiences/0/variations/0/weight');
  assert.deepEqual(pointers, new Set(expected));
  assert.ok(errors.every(({ detail }: { detail: string }) => detail.length > 5));
});

test('unknown fields are ignored', async () => {
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
