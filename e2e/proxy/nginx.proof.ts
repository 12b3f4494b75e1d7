// Attune behind Debian's nginx with the shipped configuration: slow clients, restarts, and TLS.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { testServer } from '../../packages/server/src/testing.ts';
import { publishHome } from '../nodes/campaigns.ts';
import { openClient } from '../nodes/client.ts';
import { mixed, startLoad } from '../nodes/load.ts';
import { rollRestart } from '../nodes/rolling.ts';
import { makeFolder } from '../support/attune.ts';
import { checkConfig, moveConfig, shippedConfig, skipNginx, startNginx } from './nginx.ts';
import { type SlowUpload, uploadSlowly } from './slow-uploads.ts';

const openssl = '/usr/bin/openssl';
const run = promisify(execFile);

async function makeCertificate(folder: string) {
  const [file, keyFile] = [join(folder, 'attune.crt'), join(folder, 'attune.key')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const what = ['-subj', '/CN=localhost', '-days', '1', '-keyout', keyFile, '-out', file];
  await run(openssl, ['req', '-x509', ...key, ...what]);
  return { file, keyFile };
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await makeFolder('proxy');
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Asks over TLS, whatever the certificate; the status, and where it leads. */
const askTls = (url: string, headers: Record<string, string> = {}): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { rejectUnauthorized: false, agent: false, headers });
    asking.once('error', reject);
    asking.once('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => resolve([response.statusCode ?? 0, text]));
    });
    asking.end();
  });

suite('behind nginx', { skip: skipNginx }, () => {
  const skip = existsSync(openssl) ? false : `${openssl} is not installed`;

  test('the shipped configuration is valid, and nginx warns of nothing', { skip }, async (t) => {
    const folder = await temporary(t);
    const certificate = await makeCertificate(folder);
    const nodes = ['http://10.0.0.1:8080', 'http://10.0.0.2:8080', 'http://10.0.0.3:8080'];
    const places = { folder, port: 8443, plainPort: 8088, nodes, certificate };
    const said = await checkConfig(moveConfig(await shippedConfig(), places), folder);
    assert.match(said, /test is successful/);
    assert.doesNotMatch(said, /\[(warn|error|emerg)\]/);
  });

  test('it ends TLS, tells Attune of the client, and hides the operation', { skip }, async (t) => {
    const certificate = await makeCertificate(await temporary(t));
    const env = { TRUSTED_PROXIES: '127.0.0.1' };
    const server = await testServer({ api: true, worker: false }, { env });
    t.after(server.close);
    const nginx = await startNginx([server.url], certificate);
    t.after(nginx.close);
    const key = await server.test.key(['serve']);
    const [status, text] = await askTls(`${nginx.url}/v2/keys/self`, { 'svc-api-key': key });
    assert.equal(status, 200, text);
    for (const path of [
      '/metrics',
      '/healthz',
      '/readyz',
      '/%6detrics',
      '//metrics',
      '/metrics/',
    ]) {
      const [hidden, body] = await askTls(nginx.url + path);
      assert.equal(hidden, 404, path);
      assert.doesNotMatch(body, /attune/, path);
    }
    // The console takes HTTPS alone: it believes nginx that this is, whatever the client says.
    const [console] = await askTls(`${nginx.url}/console/api/session`, {
      'x-forwarded-proto': 'http',
    });
    assert.equal(console, 401);
    const plain = await fetch(`${nginx.plainUrl}/v2/keys/self`, { redirect: 'manual' });
    assert.equal(plain.status, 308);
    assert.equal(plain.headers.get('location'), 'https://localhost/v2/keys/self');
  });

  test('200 slow uploads through it fail no choose', async (t) => {
    const server = await testServer({ api: true, worker: false });
    t.after(server.close);
    const nginx = await startNginx([server.url]);
    t.after(nginx.close);
    const key = await server.test.key(['serve', 'collect', 'userprofile', 'manage', 'feed']);
    const client = openClient();
    t.after(client.close);
    await publishHome(client, server.url, key);
    const feed = { name: 'Shop', affinity: [] };
    const made = await client.ask(nginx.url, {
      method: 'POST',
      path: '/v2/feeds',
      key,
      body: feed,
    });
    assert.equal(made.status, 201, made.text);
    const { id } = JSON.parse(made.text) as { id: string };
    const uploads = Array.from({ length: 200 }, (_, at) =>
      (at % 2 ? jsonUpload : feedUpload)(key, id),
    );

    const choosing = startLoad(50, () => client.ask(nginx.url, mixed(key, 0)));
    const pace = { parts: 20, pauseMs: 200 };
    const sending = uploads.map((upload) => uploadSlowly(nginx.url, upload, pace));
    await pause(2_000);
    const connections = await connectionsOf(server.url);
    const statuses = await Promise.all(sending);
    const { sent, failures } = await choosing.stop();

    assert.deepEqual([...failures], []);
    assert.ok(sent > 150, `${sent} sent`);
    // Half of them wait at nginx until their bodies are whole.
    assert.ok(connections < 180, `${connections} connections`);
    const events = statuses.filter((_, at) => at % 2 === 1);
    assert.deepEqual([...new Set(events)], [204]);
    // A node works on a few uploads of a site at once, and refuses those that wait for too long.
    const feeds = new Set(statuses.filter((_, at) => at % 2 === 0));
    assert.ok(feeds.isSubsetOf(new Set([200, 202, 503])), [...feeds].join());
    assert.doesNotMatch(await nginx.errors(), /\[(crit|alert|emerg)\]/);
  });
});

test('three nodes are restarted one by one behind a proxy, and no request fails', async () => {
  // Above the two seconds for which nginx keeps idle connections. Without nginx: our own balancer.
  const plan = { perSecond: 40, drainSeconds: 3, times: 1 };
  const found = await rollRestart({ ...plan, ...(!skipNginx && { balance: startNginx }) });
  assert.deepEqual(found.faults, []);
  assert.deepEqual([...found.balanced.failures], []);
  assert.deepEqual([...found.direct.failures], []);
  assert.equal(found.restarts, 3);
  assert.ok(found.balanced.sent > 500, String(found.balanced.sent));
});

function jsonUpload(key: string): SlowUpload {
  const data = [{ attribute: 'color', values: ['red'] }];
  const events = [{ name: 'Quiz', properties: { svcType: 'inform-affinity-v1', data } }];
  const body = JSON.stringify({ user: { cuid: 'slow', cuidType: 'external' }, events });
  return { method: 'POST', path: '/v2/collect/user/event', key, type: 'application/json', body };
}

function feedUpload(key: string, feedId: string): SlowUpload {
  const items = Array.from({ length: 20 }, (_, at) => ({
    ...{ sku: `sku-${at}`, name: `Shoe ${at}`, price: 10 + at, url: `https://shop.example/${at}` },
    ...{ group_id: `sku-${at}`, in_stock: true, image_url: `https://shop.example/${at}.webp` },
  }));
  const body = items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const path = `/v2/feeds/svcid/${feedId}`;
  return { method: 'PUT', path, key, type: 'application/x-ndjson', body };
}

async function connectionsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^attune_connections (\d+)$/m.exec(text)?.[1]);
}
