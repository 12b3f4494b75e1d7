// Which error comes first, and the headers for browsers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpoints, permissionIds } from '@attune/contract';
import { createKey } from '../features/access/api-keys/index.ts';
import { testServer } from '../testing.ts';
import { absent, exampleOf } from './examples.fixture.ts';
import { askOf, assertRefused } from './requests.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const browserKey = await server.test.key(['serve', 'collect'], 'Client-side');
const mayOnlyCollect = await server.test.key(['collect']);
const choose = '/v2/serve/user/choose';
const paths = [...new Set(endpoints.map((endpoint) => exampleOf(endpoint, absent).path))];
const wrongType = { 'content-type': 'text/xml' };
const notJson = { body: '{' };
const notValid = { body: '[]' };

test('authentication comes before everything but a preflight', async () => {
  for (const path of ['/v2', '/v2/nothing', '/v2/%zz', choose, '/v2/keys/self?x=%zz', '/v2//']) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      if (method === 'OPTIONS' && (path === choose || path.startsWith('/v2/keys'))) continue;
      assertRefused(await ask(method, path), 'key_missing', `${method} ${path}`);
    }
  }
});

test('an address that cannot be read comes next, then 404, then 405, then 403', async () => {
  assertRefused(await ask('POST', '/v2/nothing/%zz', { key, ...notJson }), 'invalid_query');
  assertRefused(
    await ask('POST', '/v2/nothing', { key, headers: wrongType, ...notJson }),
    'not_found',
  );
  assertRefused(
    await ask('PUT', choose, { key: mayOnlyCollect, ...notJson }),
    'method_not_allowed',
  );
  const denied = { key: mayOnlyCollect, headers: wrongType, ...notJson };
  assertRefused(await ask('POST', choose, denied), 'permission_missing');
  assertRefused(
    await ask('POST', '/v2/feeds', { key: browserKey, ...notJson }),
    'wrong_key_source',
  );
});

test('then the type of the body, its form, and its content', async () => {
  assertRefused(
    await ask('POST', choose, { key, headers: wrongType, ...notJson }),
    'unsupported_media_type',
  );
  assertRefused(await ask('POST', choose, { key, ...notJson }), 'malformed_json');
  assertRefused(await ask('POST', choose, { key, ...notValid }), 'invalid_request');
});

test('a path of the contract answers every other method with 405 and what is allowed', async () => {
  for (const path of paths) {
    const [pathname = ''] = path.split('?');
    const own = endpoints.filter((one) => exampleOf(one, absent).path.split('?')[0] === pathname);
    const isOpen = own.some(({ sources }) => sources.includes('Client-side'));
    const methods = new Set(own.map(({ method }) => method as string));
    if (methods.has('GET')) methods.add('HEAD');
    if (isOpen) methods.add('OPTIONS');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (methods.has(method)) continue;
      const answer = await ask(method, pathname, { key });
      assert.equal(answer.status, 405, `${method} ${pathname}`);
      const allow = new Set(answer.headers.get('allow')?.split(', '));
      assert.deepEqual(allow, methods, `${method} ${pathname}`);
    }
  }
});

test('each GET endpoint answers HEAD, with the same headers and no body', async () => {
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const { path } = exampleOf(endpoint, absent);
    // The length is that of the whole: a compressed answer has another.
    const sent = { key, headers: { 'accept-encoding': 'identity' } };
    const [got, head] = [await ask('GET', path, sent), await ask('HEAD', path, sent)];
    assert.equal(head.status, got.status, path);
    for (const name of ['content-type', 'content-length', 'etag']) {
      assert.equal(head.headers.get(name), got.headers.get(name), `${name} of ${path}`);
    }
  }
});

test('a preflight is answered without a key where Client-side keys are accepted, and only there', async () => {
  for (const endpoint of endpoints) {
    const { path } = exampleOf(endpoint, absent);
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': endpoint.method,
      'access-control-request-headers': 'content-type, svc-api-key',
    };
    const answer = await ask('OPTIONS', path, { headers });
    if (!endpoint.sources.includes('Client-side')) {
      assertRefused(answer, 'key_missing', path);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
      continue;
    }
    const told = (name: string) => answer.headers.get(`access-control-${name}`);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.equal(told('allow-origin'), 'https://shop.example');
    assert.equal(told('allow-headers'), 'content-type, svc-api-key');
    assert.ok(told('allow-methods')?.split(', ').includes(endpoint.method));
    assert.equal(told('allow-credentials'), null);
  }
});

test("a browser's script may read every answer of an open endpoint, an error included", async () => {
  const origin = 'https://shop.example';
  const answers = [
    await ask('POST', choose, { key: browserKey, headers: { origin }, body: {} }),
    await ask('POST', choose, { headers: { origin }, body: {} }),
    await ask('POST', choose, { key: browserKey, headers: { origin }, ...notJson }),
    await ask('POST', choose, { key: mayOnlyCollect, headers: { origin }, body: {} }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 401, 400, 403],
  );
  for (const { headers } of answers) {
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.match(headers.get('access-control-expose-headers') ?? '', /svc-trace-id/);
    assert.equal(headers.get('vary'), 'origin');
  }
});

test('a key with a list of origins is for requests from those', async () => {
  const request = {
    name: 'k',
    source: 'Client-side',
    permissions: ['serve'],
    allowedOrigins: ['https://shop.example', 'https://app.example:8443'],
  };
  const { value } = await createKey(server.ctx, server.test.snapshot(), request, 'test');
  const from = (origin?: string) =>
    ask('POST', choose, { key: value, body: {}, headers: origin === undefined ? {} : { origin } });
  for (const origin of request.allowedOrigins) assert.equal((await from(origin)).status, 200);
  const others = [undefined, 'null', 'http://shop.example', 'https://shop.example.evil.example'];
  for (const origin of [...others, 'https://app.example', 'https://SHOP.example']) {
    assertRefused(await from(origin), 'origin_not_allowed', origin ?? 'none');
  }
  assertRefused(await ask('POST', '/v2/feeds', { key: value, body: {} }), 'wrong_key_source');
});

test('a cookie gives no authority', async () => {
  const headers = { cookie: `SVC-API-Key=${key}; svc-api-key=${key}` };
  assertRefused(await ask('GET', '/v2/keys/self', { headers }), 'key_missing');
  assertRefused(await ask('GET', `/v2/keys/self?SVC-API-Key=${key}`), 'key_missing');
});
