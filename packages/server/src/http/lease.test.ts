// Without the database: keys are honoured for their lease, and are never called invalid after it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { makeKeyValue } from '@attune/core';
import { runningMs } from '../running-time.fixture.ts';
import { eventually } from '../testing.ts';
import { linkedServer } from './linked-server.fixture.ts';
import { type Answered, askOf, assertRefused } from './requests.fixture.ts';

const server = await linkedServer({ env: { KEY_LEASE: '2' } });
after(server.close);
const { link } = server;
const ask = askOf(server.url);
const key = await server.test.key(['serve', 'manage']);
const own = (key: string) => ask('GET', '/v2/keys/self', { key });
const unknown = makeKeyValue('Server-side', randomBytes);

/** A passing error: it has a `Retry-After`. */
function assertForNow(answer: Answered, code: 'key_lease_expired' | 'not_ready') {
  assertRefused(answer, code);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

test('a key outlives the database by its lease, and no longer', async () => {
  assert.deepEqual((await ask('GET', '/readyz')).body, { status: 'ready', database: 'reached' });
  assertRefused(await own(unknown), 'key_invalid');
  link.cut();
  const name = { name: 'crm' };
  const written = await ask('POST', '/v2/identifier-types', { key, body: name });
  assertForNow(written, 'not_ready');
  assert.equal((await own(key)).status, 200);
  assert.equal((await ask('POST', '/v2/serve/user/choose', { key, body: {} })).status, 200);
  await eventually(async () => (await ask('GET', '/readyz')).body.database !== 'reached');

  const refused = await eventually(async () => {
    const answer = await own(key);
    return answer.status !== 200 && answer;
  }, 5000);
  assertForNow(refused, 'key_lease_expired');
  assertForNow(await own(unknown), 'key_lease_expired');
  assertRefused(await own('svc_s_hello'), 'key_invalid');
  assertRefused(await ask('GET', '/v2/keys/self'), 'key_missing');
  assertForNow(await ask('GET', '/readyz'), 'not_ready');
  assert.equal((await ask('GET', '/healthz')).status, 200);
  assert.equal((await ask('GET', '/metrics')).status, 200);
});

test('everything resumes by itself within 5 s of its return', async () => {
  link.mend();
  const mendedAt = runningMs();
  await eventually(async () => (await own(key)).status === 200, 5000);
  await eventually(async () => (await ask('GET', '/readyz')).body.database === 'reached', 5000);
  const name = { name: 'crm' };
  assert.equal((await ask('POST', '/v2/identifier-types', { key, body: name })).status, 201);
  assertRefused(await own(unknown), 'key_invalid');
  assert.ok(runningMs() - mendedAt < 5000);
});
