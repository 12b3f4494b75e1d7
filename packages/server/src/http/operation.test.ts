// What is found beside the API, without a key.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { endpoints, openApiDocument } from '@attune/contract';
import { testServer } from '../testing.ts';
import { askOf, assertRefused } from './requests.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const ask = askOf(server.url);
const pages = ['/healthz', '/readyz', '/metrics', '/openapi.json'];

test('health and readiness differ', async () => {
  assert.deepEqual((await ask('GET', '/healthz')).body, { status: 'ok' });
  assert.deepEqual((await ask('GET', '/readyz')).body, { status: 'ready', database: 'reached' });
});

test('the description of the API is that of the contract, and the committed one', async () => {
  const { body, headers } = await ask('GET', '/openapi.json');
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.deepEqual(body, JSON.parse(JSON.stringify(openApiDocument())));
  const committed = new URL('../../../../openapi.json', import.meta.url);
  assert.deepEqual(body, JSON.parse(readFileSync(committed, 'utf8')));
});

test('each page answers HEAD, and refuses what it does not do', async () => {
  for (const path of pages) {
    assert.equal((await ask('HEAD', path)).status, 200, path);
    const refused = await ask('POST', path, { body: {} });
    assertRefused(refused, 'method_not_allowed', path);
    assert.equal(refused.headers.get('allow'), 'GET, HEAD');
    assertRefused(await ask('GET', `${path}/more`), 'not_found');
  }
});

test('metrics are in the form of Prometheus, and count requests by endpoint and status', async () => {
  const key = await server.test.key(['serve']);
  await ask('GET', '/v2/keys/self', { key });
  await ask('POST', '/v2/feeds', { key, body: {} });
  await ask('GET', '/%zz');
  const { text, headers } = await ask('GET', '/metrics');
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const sample = /^[a-z_:][a-z0-9_:]*(\{([a-z_]+="[^"\\]*",?)+\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$/i;
  for (const line of text.split('\n').filter((each) => each !== '')) {
    assert.match(
      line,
      line.startsWith('#') ? /^# (HELP|TYPE) (attune|process|nodejs)_\w+ / : sample,
    );
  }
  const count = (endpoint: string, status: number) =>
    text.includes(`attune_request_seconds_count{endpoint="${endpoint}",status="${status}"} 1\n`);
  assert.ok(count('readOwnKey', 200) && count('createFeed', 403), text);
  assert.ok(count('none', 400), text);
  assert.match(text, /^attune_snapshot_age_seconds [0-9.]+$/m);
  assert.match(text, /^attune_connections [1-9]/m);
});

test('metrics have no name that people chose, and no more series than the contract allows', async () => {
  const site = await server.site('chosen-site');
  const key = await site.key(['serve', 'feed', 'manage']);
  const body = {
    selector: { names: ['chosen-selector'] },
    user: { cuid: 'chosen', cuidType: 'external' },
  };
  await ask('POST', '/v2/serve/user/choose', { key, body });
  await ask('POST', '/v2/feeds', { key, body: { name: 'chosen-feed', affinity: ['chosen'] } });
  for (let at = 0; at < 20; at++) await ask('GET', `/v2/chosen-${at}`, { key });
  const { text } = await ask('GET', '/metrics');
  assert.doesNotMatch(text, /chosen|test key|svc_/);
  const labels = new Set([...text.matchAll(/endpoint="([^"]*)"/g)].map(([, name]) => name));
  const stated = new Set(['none', ...endpoints.map(({ id }) => id)]);
  assert.ok(labels.isSubsetOf(stated), [...labels].join());
});
