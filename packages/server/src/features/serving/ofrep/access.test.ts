// How OFREP takes keys, refuses, and is open to browsers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checkedFetch } from '../../../testing.ts';
import { createKey } from '../../access/api-keys/index.ts';
import { experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const key = await server.test.key(['serve']);
await server.publish({ selector: 'home' });

const path = '/ofrep/v1/evaluate/flags';
const bearer = { authorization: `Bearer ${key}` };
const valid = { context: { targetingKey: 'ann' } };

async function send(
  at: string,
  body: unknown,
  headers: Record<string, string> = bearer,
  method = 'POST',
) {
  const response = await checkedFetch(server.url + at, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { response, status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

test('a key is taken as OpenFeature’s providers send it, and as ours is sent', async () => {
  for (const headers of [
    bearer,
    { authorization: `bearer ${key}` },
    { 'x-api-key': key },
    { 'svc-api-key': key },
    { 'svc-api-key': key, authorization: 'Bearer of something else' },
  ]) {
    assert.equal((await send(`${path}/home`, valid, headers)).status, 200);
    assert.equal((await send(path, valid, headers)).status, 200);
  }
  for (const headers of [{ 'x-api-key': key }, bearer]) {
    const chosen = await send('/v2/serve/user/choose', {}, headers);
    assert.deepEqual([chosen.status, chosen.body.code], [401, 'key_missing']);
  }
});

test('a caller who may not is told so as everywhere', async () => {
  const codeOf = async (headers: Record<string, string>) => {
    const { status, body } = await send(path, valid, headers);
    return [status, body.code];
  };
  assert.deepEqual(await codeOf({}), [401, 'key_missing']);
  assert.deepEqual(await codeOf({ authorization: 'Basic YTpi' }), [401, 'key_missing']);
  assert.deepEqual(await codeOf({ authorization: 'Bearer nobody' }), [401, 'key_invalid']);
  const other = await server.test.key(['collect']);
  assert.deepEqual(await codeOf({ 'x-api-key': other }), [403, 'permission_missing']);
  const { status, response } = await send(path, undefined, bearer, 'GET');
  assert.deepEqual([status, response.headers.get('allow')], [405, 'POST, OPTIONS']);
  assert.equal((await send('/ofrep/v1/other', valid)).status, 404);
});

test('an evaluation that cannot be made is refused in OFREP’s own form', async () => {
  const long = 'x'.repeat(251);
  const cases: [at: string, body: unknown, status: number, errorCode: string][] = [
    [`${path}/home`, '{"context":', 400, 'PARSE_ERROR'],
    [`${path}/home`, '', 400, 'PARSE_ERROR'],
    [`${path}/home`, {}, 400, 'INVALID_CONTEXT'],
    [`${path}/home`, { context: [] }, 400, 'INVALID_CONTEXT'],
    [`${path}/home`, { context: {} }, 400, 'TARGETING_KEY_MISSING'],
    [`${path}/home`, { context: { targetingKey: '' } }, 400, 'TARGETING_KEY_MISSING'],
    [`${path}/home`, { context: { targetingKey: 7 } }, 400, 'INVALID_CONTEXT'],
    [`${path}/home`, { context: { targetingKey: long } }, 400, 'INVALID_CONTEXT'],
    [`${path}/home`, '{"context":{"targetingKey":"a\\u0000"}}', 400, 'INVALID_CONTEXT'],
    [`${path}/absent`, valid, 404, 'FLAG_NOT_FOUND'],
    [`${path}/a%00`, valid, 400, 'PARSE_ERROR'],
  ];
  for (const [at, body, status, errorCode] of cases) {
    const answer = await send(at, body);
    const found = JSON.stringify(answer.body);
    assert.deepEqual([answer.status, answer.body.errorCode], [status, errorCode], found);
    assert.equal(answer.body.key, decodeURIComponent(at.slice(path.length + 1)), found);
    assert.ok(answer.body.errorDetails.length > 10, found);
  }
  const faulty = (await send(`${path}/home`, { context: { targetingKey: 7 } })).body.errorDetails;
  assert.match(faulty, /\/context\/targetingKey must be string/);
  const bulk = await send(path, { context: {} });
  assert.deepEqual([bulk.status, bulk.body.errorCode], [400, 'TARGETING_KEY_MISSING']);
  assert.ok(!('key' in bulk.body));
});

test('a key that is used too often is told when to come again', async () => {
  const wanted = { name: 'slow', source: 'Server-side', permissions: ['serve'] };
  const limit = { rateLimit: 1, rateBurst: 1 };
  const { value } = await createKey(
    server.ctx,
    server.test.snapshot(),
    { ...wanted, ...limit } as never,
    'test',
  );
  const answers = [];
  for (let nth = 0; nth < 3; nth += 1) {
    answers.push(await send(path, valid, { 'x-api-key': value }));
  }
  const refused = answers.find(({ status }) => status === 429);
  assert.match(refused?.response.headers.get('retry-after') ?? '', /^\d+$/);
});

test('a page of any origin may evaluate, and read the entity tag', async () => {
  const browser = await server.test.key(['serve'], 'Client-side');
  const origin = 'https://shop.example';
  const wanted = 'authorization,content-type,if-none-match,x-api-key';
  const preflight = await fetch(server.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': wanted,
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-headers'), wanted);
  const headers = { origin, authorization: `Bearer ${browser}` };
  const { response, status } = await send(path, valid, headers);
  assert.deepEqual([status, response.headers.get('access-control-allow-origin')], [200, origin]);
  assert.match(response.headers.get('access-control-expose-headers') ?? '', /\betag\b/);
});
