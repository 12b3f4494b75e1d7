// With ADMIN_PORT, what operators ask is on a port of its own, which a proxy does not expose.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLog } from '../log/log.ts';
import { testServer } from '../testing.ts';
import { askOf, assertRefused, sendRaw } from './requests.fixture.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line: string) => void lines.push(line) });
const server = await testServer({ api: true, worker: false }, { env: { ADMIN_PORT: '0' }, log });
after(server.close);
const entries = lines.map((line) => JSON.parse(line) as { msg: string; port: number });
const port = entries.find(({ msg }) => msg === 'health and metrics')?.port;
const ask = askOf(server.url);
const adminUrl = `http://127.0.0.1:${port}`;
const askAdmin = askOf(adminUrl);

test('health, readiness and metrics are answered at ADMIN_PORT alone', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal((await askAdmin('GET', path)).status, 200, path);
    assert.equal((await askAdmin('HEAD', path)).status, 200, path);
    assertRefused(await askAdmin('POST', path, { body: {} }), 'method_not_allowed', path);
    const purge = `PURGE ${path} HTTP/1.1\r\nhost: attune\r\nconnection: close\r\n\r\n`;
    assertRefused(await sendRaw(adminUrl, purge), 'method_not_allowed', path);
    assertRefused(await ask('GET', path), 'not_found', path);
  }
});

test('metrics at ADMIN_PORT tell of the API, and requests to that port are not counted', async () => {
  const key = await server.test.key(['serve']);
  await ask('GET', '/v2/keys/self', { key });
  const { text } = await askAdmin('GET', '/metrics');
  assert.match(text, /^attune_request_seconds_count\{endpoint="readOwnKey",status="200"\} 1$/m);
  assert.match(text, /^attune_connections [1-9]/m);
  const { text: again } = await askAdmin('GET', '/metrics');
  const none = (of: string) => /endpoint="none",status="200"\} (\d+)/.exec(of)?.[1];
  assert.equal(none(again), none(text));
});

test('the API and its description are not at ADMIN_PORT', async () => {
  const key = await server.test.key(['serve']);
  assertRefused(await askAdmin('GET', '/v2/keys/self', { key }), 'not_found');
  assertRefused(await askAdmin('GET', '/openapi.json'), 'not_found');
  assertRefused(await askAdmin('GET', '/console'), 'not_found');
});
