// What is promised of every answer, also to what is hardly HTTP, and what never reaches the log.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { permissionIds } from '@attune/contract';
import { createLog } from '../log/log.ts';
import { testServer } from '../testing.ts';
import { askOf, assertRefused, sendRaw } from './requests.fixture.ts';

const lines: string[] = [];
const log = createLog('trace', { write: (line: string) => void lines.push(line) });
const server = await testServer({ api: true, worker: false }, { log });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const choose = '/v2/serve/user/choose';
const close = 'Host: attune\r\nConnection: close\r\n';
const own = `GET /v2/keys/self HTTP/1.1\r\nSVC-API-Key: ${key}\r\n`;

test("the caller's trace id is kept, a wrong one is replaced", async () => {
  const sent = '0af7651916cd43dd8448eb211c80319c';
  const traceOf = async (traceparent: string) => {
    const { headers } = await ask('GET', '/v2/keys/self', { key, headers: { traceparent } });
    return headers.get('svc-trace-id');
  };
  assert.equal(await traceOf(`00-${sent}-b7ad6b7169203331-01`), sent);
  assert.equal(await traceOf(`cc-${sent}-b7ad6b7169203331-01-more`), sent);
  const parent = 'b7ad6b7169203331';
  const wrong = ['', 'x', `00-${sent}`, `ff-${sent}-${parent}-01`, `00-${sent}-${parent}-012`];
  wrong.push(`00-${'0'.repeat(32)}-${parent}-01`, `00-${sent}-${'0'.repeat(16)}-01`);
  wrong.push(`00-${sent.toUpperCase()}-${parent}-01`);
  for (const traceparent of wrong) assert.notEqual(await traceOf(traceparent), sent, traceparent);
});

test('every answer has a trace id of its own, under which the request is logged', async () => {
  const answers = [
    await ask('GET', '/v2/keys/self', { key }),
    await ask('GET', '/v2/nothing', { key }),
    await ask('DELETE', '/v2/keys/self', { key }),
    await ask('OPTIONS', choose),
    await ask('GET', '/%zz'),
    await ask('GET', '/v2/%zz', { key }),
    await ask('GET', '/nothing'),
    await ask('POST', '/healthz'),
    await ask('HEAD', '/healthz'),
    await sendRaw(server.url, `OPTIONS * HTTP/1.1\r\n${close}\r\n`),
    await sendRaw(server.url, 'nonsense\r\n\r\n'),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 405, 204, 400, 400, 404, 405, 200, 405, 400],
  );
  const ids = answers.map(({ headers }) => headers.get('svc-trace-id')!);
  assert.equal(new Set(ids).size, ids.length);
  const logged = new Set(lines.map((line) => JSON.parse(line).traceId));
  for (const [at, id] of ids.entries()) assert.ok(logged.has(id), `answer ${at}`);
});

test('bytes that are not HTTP are answered, briefly', async () => {
  const post = `POST ${choose} HTTP/1.1\r\n${close}SVC-API-Key: ${key}\r\n`;
  const malformed = [
    `hello ${key}\r\n\r\n`,
    `GET /v2/keys/self HTTP/1.1\nHost: attune\nSVC-API-Key: ${key}\n\n`,
    `GET /v2/keys/self HTTP/9.9\r\n${close}\r\n`,
    `GET /v2/userprofile?cuid=é HTTP/1.1\r\n${close}\r\n`,
    `GET /v2/keys/self HTTP/1.1\r\n${close}X Y: z\r\n\r\n`,
    `${own}Connection: close\r\n\r\n`,
    `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${post}Content-Length: -1\r\n\r\n{}`,
    `${own}${close}Host: other\r\n\r\n`,
    'GET /v2/keys/self\r\n\r\n',
    'PLAY /v2/keys/self RTSP/1.0\r\n\r\n',
    'FLUSH / RTSP/1.0\r\n\r\n',
    `${post}Transfer-Encoding: chunked\r\n\r\n${key}\r\n`,
  ];
  for (const bytes of malformed) {
    const answer = await sendRaw(server.url, bytes);
    assert.equal(answer.status, 400, bytes);
    assertRefused(answer, 'malformed_http', bytes);
  }
  const long = await sendRaw(server.url, `${own}X: ${'x'.repeat(20_000)}\r\n\r\n`);
  assertRefused(long, 'headers_too_large');
  assert.equal(long.status, 431);
});

test('HTTP that is merely unusual is answered as ever', async () => {
  const usual = await ask('GET', '/v2/keys/self', { key });
  for (const bytes of [
    `GET /v2/keys/self HTTP/1.0\r\nSVC-API-Key: ${key}\r\n\r\n`,
    `${own}${close}Expect: miracles\r\n\r\n`,
    `${own}Host: attune\r\nConnection: close, upgrade\r\nUpgrade: h2c\r\n\r\n`,
    `${own.replace('SVC-API-Key', 'sVc-ApI-kEy')}${close}\r\n`,
  ]) {
    const answer = await sendRaw(server.url, bytes);
    assert.equal(answer.text, usual.text, bytes);
  }
});

test('neither keys, bodies, queries nor stacks are logged, at any level', async () => {
  await ask('GET', '/v2/userprofile?cuid=secret-person&cuidType=nickname', { key });
  await ask('POST', choose, { key, body: '{"user":{"id":"secret-person"' });
  await ask('POST', choose, { key, body: { user: { cuid: 'secret-person' } } });
  await ask('POST', choose, { key: `${key}x`, headers: { cookie: 'secret-person' }, body: {} });
  await ask('POST', '/v2/feeds/svcid/404?x=secret-person', { key, body: { items: [] } });
  assert.ok(lines.length > 20);
  const all = lines.join('\n');
  assert.doesNotMatch(all, /svc_[sc]_|secret-person|\\n\s+at |node_modules/);
  assert.ok(lines.every((line) => JSON.parse(line).level !== 'error'));
});
