// Addresses and queries as they arrive: encoded in odd ways, repeated, or not at all.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { permissionIds } from '@attune/contract';
import { testServer } from '../testing.ts';
import { askOf, assertRefused, sendRaw } from './requests.fixture.ts';

const server = await testServer({ api: true, worker: false }, { vertical: 'Other' });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const get = (path: string) => ask('GET', path, { key });
const profile = (query: string) => get(`/v2/userprofile?${query}`);

test('what is not percent-encoded UTF-8 is refused, in paths and in queries', async () => {
  for (const part of ['%', '%zz', '%f', '%ff', '%c3', '%c0%80', '%ed%a0%80', 'a%00b']) {
    assertRefused(await get(`/v2/feeds/777/items/${part}`), 'invalid_query', part);
    assertRefused(await profile(`cuid=${part}&cuidType=external`), 'invalid_query', part);
    assertRefused(await get(`/v2/keys/self?unknown=${part}`), 'invalid_query', part);
  }
});

test('what is encoded is the same as what need not have been', async () => {
  assert.equal((await get('/%76%32/keys/self')).status, 200);
  assertRefused(await ask('GET', '/%762/keys/self'), 'key_missing');
  const headers = `Host: attune\r\nSVC-API-Key: ${key}\r\nConnection: close\r\n\r\n`;
  const absolute = (path: string, rest: string) =>
    sendRaw(server.url, `GET http://attune${path} HTTP/1.1\r\n${rest}`);
  assert.equal((await absolute('/v2/keys/self', headers)).status, 200);
  const withoutKey = 'Host: attune\r\nConnection: close\r\n\r\n';
  assertRefused(await absolute('/v2/keys/self', withoutKey), 'key_missing');
});

test('an item is found by its sku, whatever characters that has', async () => {
  const skus = [
    'a b',
    'a/b',
    'a%2Fb',
    '%',
    '50%25',
    'é',
    '😀'.repeat(62),
    '?#&+',
    '..',
    '__proto__',
  ];
  const items = skus.map((sku) => ({ sku }));
  await ask('POST', '/v2/feeds', { key, body: { id: '777', name: 'Shop' } });
  const put = await ask('PUT', '/v2/feeds/svcid/777', { key, body: { items } });
  assert.equal(put.body.data.accepted, skus.length, put.text);
  for (const sku of skus.filter((name) => name !== '..')) {
    const answer = await get(`/v2/feeds/777/items/${encodeURIComponent(sku)}`);
    assert.equal(answer.body.sku, sku, answer.text);
  }
});

test('an id that cannot exist does not exist', async () => {
  const odd = ['x', '1e3', '0x10', '9'.repeat(40), 'a'.repeat(5000), '%20', "1'--"];
  for (const id of odd) {
    assertRefused(await get(`/v2/campaigns/${id}`), 'not_found', id);
    assertRefused(await get(`/v2/feeds/${id}/items/a`), 'not_found', id);
  }
  assertRefused(await get(`/v2/feeds/99999999999999999999/items/a`), 'not_found');
  for (const path of ['/v2/keys/self/', '/v2//keys/self', '/V2/keys/self', '/v2/keys', '/v2/']) {
    assertRefused(await get(path), 'not_found', path);
  }
});

test('a parameter of the query is given once', async () => {
  const { errors } = assertRefused(
    await profile('cuid=a&cuid=b&cuidType=external&cuidType=he'),
    'invalid_query',
  );
  const pointers = errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual(pointers, ['/query/cuid', '/query/cuidType']);
  assertRefused(await get('/v2/campaigns?limit=1&limit=2'), 'invalid_query');
});

test('every error of a query is listed', async () => {
  const { errors, detail } = assertRefused(await profile('affinity=yes'), 'invalid_query');
  const found = errors.map(({ pointer }: { pointer: string }) => pointer).sort();
  assert.deepEqual(found, ['/query/affinity', '/query/cuid', '/query/cuidType']);
  assert.match(detail, /affinity must be one of "true", "false"/);
  for (const query of ['affinity=TRUE', 'affinity=1', 'affinity=', 'affinity']) {
    assertRefused(await profile(`cuid=a&cuidType=external&${query}`), 'invalid_query', query);
  }
  for (const query of ['limit=0', 'limit=101', 'limit=1e1', 'limit=-1', 'cursor=x', 'limit=']) {
    assertRefused(await get(`/v2/campaigns?${query}`), 'invalid_query', query);
  }
});

test('unknown parameters are ignored, whatever they are called', async () => {
  const known = 'cuid=a&cuidType=external&affinity=true';
  for (const more of [
    'x=1',
    'x[]=1&x[a]=2',
    '__proto__=1',
    '__proto__[a]=1',
    'constructor=1',
    '&&=',
    '=',
  ]) {
    const answer = await profile(`${known}&${more}`);
    assert.deepEqual([answer.status, answer.text], [200, '{}'], more);
  }
});
