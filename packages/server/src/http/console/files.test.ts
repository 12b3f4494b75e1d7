// The console's files as a browser requests them, whatever it requests.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { ApiError } from '../../api-error.ts';
import type { App } from '../app.ts';
import { refuseUnrouted } from '../methods.ts';
import { mountConsoleFiles } from './files.ts';

const page = '<!doctype html><title>Attune</title>';
const reference = '<!doctype html><title>Attune API</title>';
const script = 'console.log("built");';
const client = 'var Attune = {};'.repeat(100);

describe('the files of the console', () => {
  let folder: string;
  let app: App;
  let url: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attune-console-'));
    await mkdir(join(folder, '_'));
    await writeFile(join(folder, 'index.html'), page);
    await writeFile(join(folder, '_/main-a1.js'), script);
    await writeFile(join(folder, '_/main-a1.js.br'), brotliCompressSync(script));
    await writeFile(join(folder, '_/main-a1.js.gz'), gzipSync(script));
    await writeFile(join(folder, 'docs.html'), reference);
    await writeFile(join(folder, 'sdk.js'), client);
    await writeFile(join(folder, 'sdk.js.br'), brotliCompressSync(client));
    await writeFile(join(folder, '.built-from'), 'a hash');
    ({ app, url } = await serve(folder));
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, { redirect: 'manual', ...init });

  test('the root leads to the console', async () => {
    const response = await get('/');
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), '/console');
  });

  test('every address of a page answers the one page, which is not cached', async () => {
    for (const path of ['', '/', '/sign-in', '/shop/api-keys', '/shop/a.js?new', '/a/b/c']) {
      const response = await get(`/console${path}`);
      assert.equal(response.status, 200, path);
      assert.equal(await response.text(), page);
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(response.headers.get('cache-control'), 'no-cache');
    }
  });

  test('assets come compressed as the browser accepts, and are cached for good', async () => {
    const cases = [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const;
    for (const [accepted, encoding] of cases) {
      const response = await get('/console/_/main-a1.js', {
        headers: { 'accept-encoding': accepted },
      });
      assert.equal(response.headers.get('content-encoding'), encoding, accepted);
      assert.equal(await response.text(), script);
      assert.equal(response.headers.get('vary'), 'accept-encoding');
      assert.match(response.headers.get('cache-control') ?? '', /immutable/);
      assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    }
  });

  test('a browser that has the page already gets 304', async () => {
    const first = await get('/console/shop/api-keys');
    const ifNoneMatch = first.headers.get('etag') ?? '';
    const headers = { 'if-none-match': ifNoneMatch, 'cache-control': 'max-age=0' };
    const again = await get('/console/shop/api-keys', { headers });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    assert.match(again.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

  test('HEAD answers the headers, other methods are refused', async () => {
    const head = await get('/console/_/main-a1.js', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    assert.equal((await get('/console/shop/api-keys', { method: 'POST' })).status, 405);
  });

  test('pages of every origin load the client, cached for an hour and then only if changed', async () => {
    const response = await get('/sdk.js', { headers: { 'accept-encoding': 'br' } });
    assert.equal(await response.text(), client);
    const { headers } = response;
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(headers.get('content-encoding'), 'br');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.match(headers.get('cache-control') ?? '', /^public, max-age=3600/);
    const again = await get('/sdk.js', {
      headers: {
        'accept-encoding': 'br',
        'if-none-match': headers.get('etag') ?? '',
        'cache-control': 'max-age=0',
      },
    });
    assert.equal(again.status, 304);
    assert.equal((await get('/sdk.js', { method: 'POST' })).status, 405);
  });

  test('the reference of the API has a policy of its own, and reaches this server alone', async () => {
    const response = await get('/docs');
    assert.equal(await response.text(), reference);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self';.*connect-src 'self';/);
    assert.doesNotMatch(policy, /https:|trusted-types/);
    assert.equal((await get('/docs', { method: 'POST' })).status, 405);
  });

  test('what is no asset is not there, nor is anything beside the build', async () => {
    const paths = [
      '/console/_/main-b2.js',
      '/console/_/',
      '/console/_/../../package.json',
      '/console/_/%2e%2e/index.html',
      '/console/_/..%2findex.html',
      '/console/_/.built-from',
      '/console/_/..%2f.built-from',
      '/console/_/%2e%2e%2f%2e%2e%2fetc/passwd',
      '/console/_/..\\index.html',
      '/console/_//etc/passwd',
      '/console/_/main-a1.js/',
      '/console/_/main-a1.js/..',
      '/console/api',
      '/console/api/session',
    ];
    for (const path of paths) assert.equal(await statusOf(url, path), 404, path);
  });

  test('every answer lets the browser run nothing but the build', async () => {
    for (const path of [
      '/console',
      '/console/shop/api-keys',
      '/console/_/main-a1.js',
      '/console/_/x',
    ]) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self';/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /require-trusted-types-for 'script'/);
      assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
      assert.match(policy, /img-src 'self' data: https:;/);
      assert.match(policy, /frame-src data:;/);
      assert.equal(policy.split('https:').length, 2, 'only pictures come from elsewhere');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.ok(headers.has('permissions-policy'));
    }
  });

  test('where nothing was built, the console shows what to do', async () => {
    const bare = await serve(join(folder, 'nothing'));
    const response = await fetch(`${bare.url}/console/shop/api-keys`);
    assert.equal(response.status, 503);
    assert.match(await response.text(), /not built here.*npm ci/);
    await bare.app.close();
  });
});

async function serve(folder: string) {
  const app: App = Fastify() as never;
  app.setErrorHandler((error, _request, reply) => {
    const isMissing = error instanceof ApiError && error.code === 'not_found';
    const isOther = error instanceof ApiError && error.code === 'method_not_allowed';
    reply.status(isMissing ? 404 : isOther ? 405 : 503).send((error as Error).message);
  });
  app.addHook('onRequest', async (request) => refuseUnrouted(request));
  mountConsoleFiles(app, folder);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

/** Requests a path as it stands: `fetch` would resolve its dots first. */
async function statusOf(url: string, path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', reject);
  socket.on('data', (bytes) => resolve(bytes.toString()));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: attune\r\nconnection: close\r\n\r\n`);
  const answer = await promise;
  socket.destroy();
  return Number(answer.split(' ')[1]);
}
