// Tests of repeated requests, by the endpoint that takes them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import { abandon, feedServer, ndjson } from '../feeds/feeds.fixture.ts';

const server = await feedServer();
after(server.close);
const { call, feed, put, items, begin } = server;
const keyed = (key: string) => ({ 'idempotency-key': key });

test('a repeated request gets the first answer, though the feed has moved on', async () => {
  const id = await feed();
  const first = await put(id, [{ sku: 'a' }], keyed('one'));
  await put(id, [{ sku: 'a' }, { sku: 'b' }]);
  const again = await put(id, [{ sku: 'a' }], { ...keyed('one'), 'if-match': '"0"' });
  assert.deepEqual(again, first);
  assert.equal((await items(id)).length, 2);

  const body = { requests: [{ id: 'b', action: 'delete' }] };
  const deleted = await call('POST', `/v2/feeds/${id}/bulk`, body, keyed('two'));
  assert.equal(deleted.etag, '"3"');
  assert.deepEqual(await call('POST', `/v2/feeds/${id}/bulk`, body, keyed('two')), deleted);
});

test('a key is for one request: its method, path, query and body', async () => {
  const id = await feed();
  const path = `/v2/feeds/svcid/${id}`;
  const body = { requests: [{ id: 'a', action: 'delete' }] };
  assert.equal((await call('PUT', path, body, keyed('k'))).status, 200);
  const others = [
    await call('PUT', path, { requests: [] }, keyed('k')),
    await call('PUT', `${path}?allowShrink=true`, body, keyed('k')),
    await call('PUT', `/v2/feeds/svcid/${await feed()}`, body, keyed('k')),
    await call('POST', `/v2/feeds/${id}/bulk`, body, keyed('k')),
    await put(id, [{ sku: 'a' }], keyed('k')),
  ];
  for (const { status, body: problem } of others) {
    assert.deepEqual([status, problem.code], [422, 'idempotency_mismatch']);
  }
});

test('a key that is being worked on is refused, and free again when its sender is gone', async () => {
  const id = await feed();
  const slow = begin(id, { ...keyed('slow'), 'content-length': '1000000' });
  slow.write(ndjson([{ sku: 'a' }]));
  await eventually(server.isStaging);
  const body = { items: [{ sku: 'a' }] };
  const path = `/v2/feeds/svcid/${id}`;
  const refused = await call('PUT', path, body, keyed('slow'));
  assert.deepEqual([refused.status, refused.body.code], [409, 'idempotency_in_flight']);
  await abandon(slow);
  const taken = await eventually(async () => {
    const answer = await call('PUT', path, body, keyed('slow'));
    return answer.status === 200 && answer;
  });
  assert.equal(taken.etag, '"1"');
});

test('an error is not remembered', async () => {
  const id = await feed();
  const path = `/v2/feeds/svcid/${id}`;
  await put(id, [{ sku: 'a' }]);
  assert.equal((await call('PUT', path, { items: [] }, keyed('empty'))).status, 409);
  assert.equal(
    (await call('PUT', path, { items: [{ sku: 'b' }, { sku: 'a' }] }, keyed('empty'))).status,
    200,
  );
});

test('an answer is forgotten after 24 hours', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a' }], keyed('old'));
  await put(id, [{ sku: 'a' }], keyed('older'));
  const at = new Date(server.ctx.now() - 24 * 60 * 60 * 1000 - 1);
  await server.ctx.db.updateTable('idempotent_answer').set({ at }).execute();
  assert.equal((await put(id, [{ sku: 'a' }, { sku: 'b' }], keyed('old'))).status, 200);
  const kept = await server.ctx.db.selectFrom('idempotent_answer').select('key').execute();
  assert.deepEqual(kept, [{ key: 'old' }]);
});

test('a key is 1 to 255 visible characters', async () => {
  const id = await feed();
  for (const key of ['two words', 'x'.repeat(256)]) {
    const refused = await put(id, [{ sku: 'a' }], keyed(key));
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_request']);
  }
  assert.equal((await put(id, [{ sku: 'a' }], keyed('x'.repeat(255)))).status, 200);
});
