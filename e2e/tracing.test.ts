// Traces of a whole server, as a receiver of OpenTelemetry gets them.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../packages/server/src/testing.ts';
import { makeFolder, type Running, runAttune, startAttune } from './support/attune.ts';
import { type Receiver, startReceiver } from './support/otlp.ts';

describe('tracing', () => {
  let folder: string;
  let receiver: Receiver;
  let server: Running;
  let key: string;

  before(async () => {
    folder = await makeFolder('tracing');
    receiver = await startReceiver();
    server = await startAttune('start', {
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20of-the-receiver',
    });
    key = /Server-side key\s+(\S+)/.exec(server.said())![1]!;
  });

  after(async () => {
    await server.stop();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'svc-api-key': key, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const named = (name: string) => receiver.spans.filter((span) => span.name === name);
  const inTrace = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

  test('a request, its decision and its statements are one trace, which the answer names', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const user = { cuid: 'grace@shop.example', cuidType: 'external' };
    const body = { user, selector: { names: ['home-hero'] } };
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const response = await ask('/v2/serve/user/choose', body, { traceparent });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('svc-trace-id'), traceId);
    await eventually(async () => inTrace(traceId).some(({ name }) => name.startsWith('POST ')));
    const spans = inTrace(traceId);
    const request = spans.find(({ name }) => name === 'POST /v2/serve/user/choose');
    assert.equal(request?.parentId, 'b7ad6b7169203331');
    assert.equal(request?.attributes['http.response.status_code'], 200n);
    const decision = spans.find(({ name }) => name === 'decide');
    assert.equal(decision?.parentId, request?.id);
    assert.equal(decision?.attributes['attune.campaigns'], 1n);
    const statement = spans.find(({ attributes }) => 'db.query.text' in attributes);
    assert.match(String(statement?.attributes['db.query.text']), /select/);
  });

  test('an answer without a caller’s trace names the one that was made', async () => {
    const response = await ask('/v2/keys/self');
    const traceId = response.headers.get('svc-trace-id')!;
    await eventually(async () => inTrace(traceId).length > 0);
    assert.ok(inTrace(traceId).some(({ name }) => name === 'GET /v2/keys/self'));
  });

  test('a batch of events that is folded is a trace with its statements', async () => {
    await eventually(async () => named('fold').length > 0);
    const [fold] = named('fold');
    assert.equal(fold!.parentId, '');
    assert.ok(Number(fold!.attributes['attune.rows']) > 0);
    await eventually(async () => inTrace(fold!.traceId).length > 1);
    const statements = inTrace(fold!.traceId).filter(({ parentId }) => parentId === fold!.id);
    assert.ok(statements.every(({ attributes }) => 'db.query.text' in attributes));
  });

  test('what is refused is traced as well, and probes are not', async () => {
    for (const path of ['/nowhere', '/%zz', '/healthz', '/readyz', '/metrics']) await ask(path);
    await ask('/v2/keys/self', undefined, { 'svc-api-key': 'wrong' });
    const statuses = () =>
      receiver.spans.flatMap(({ attributes }) => attributes['http.response.status_code'] ?? []);
    await eventually(async () => [400n, 401n, 404n].every((one) => statuses().includes(one)));
    assert.ok(!receiver.spans.some(({ name }) => /healthz|readyz|metrics/.test(name)));
  });

  test('traces have no key, no person, no address and no query', async () => {
    const known = receiver.spans.length;
    await ask(`/v2/userprofile/affinity?cuid=grace%40shop.example&cuidType=external`);
    await eventually(async () => receiver.spans.length > known);
    const sent = Buffer.concat(receiver.bodies).toString('latin1');
    for (const secret of [key, 'grace', 'cuid=', '127.0.0.1', 'node-fetch', 'undici']) {
      assert.ok(!sent.includes(secret), `traces contain ${secret}`);
    }
  });

  test('the receiver’s key is sent to it, and never logged', () => {
    assert.deepEqual([...receiver.authorizations], ['Bearer of-the-receiver']);
    assert.ok(!server.complained().join('\n').includes('of-the-receiver'));
  });

  test('a setting that cannot be read ends the start, and says what is accepted', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret of the receiver',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    const { code, stderr } = await runAttune(['start'], { ...env, DATA_DIR: join(folder, 'none') });
    assert.notEqual(code, 0);
    assert.match(stderr, /ENDPOINT: must be an address such as http:\/\/localhost:4318/);
    assert.match(stderr, /HEADERS: must be name=value/);
    assert.match(stderr, /SAMPLER: must be one of always_on/);
    assert.match(stderr, /SAMPLER_ARG: must be a number from 0 to 1/);
    assert.ok(!stderr.includes('secret of'));
  });
});
