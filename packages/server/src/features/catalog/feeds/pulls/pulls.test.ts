// Tests of feeds that are fetched: from a server on this machine, which only these tests may ask.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { signedIn } from '../../../access/teammates/teammates.fixture.ts';
import { notifiedOf } from '../../../configuration/notifications/notified.fixture.ts';
import { type Answer, csv, never, pullServer, schedule } from './pulls.fixture.ts';
import { runDuePulls } from './run.ts';

const { server, source, port, at, pull, fetchedFrom, close } = await pullServer();
const { call, feed, items, put, ctx, test: site } = server;
after(close);
beforeEach(() => {
  source.seen = [];
});

test('a feed is fetched, and downloaded again only if it is newer', async () => {
  const id = await fetchedFrom('/feed.csv');
  source.answer = csv('sku,color\na,red\nb,blue\n');
  const first = await pull(id);
  assert.deepEqual([first.status, first.accepted, first.revision], ['taken', 2, 1]);
  assert.deepEqual((await items(id)).length, 2);
  source.answer = (request, response) => {
    response.statusCode = request.headers['if-none-match'] === '"one"' ? 304 : 500;
    response.end();
  };
  const second = await pull(id);
  assert.deepEqual([second.status, second.revision], ['unchanged', null]);
  source.answer = csv('sku,color\na,red\nb,blue\n');
  assert.equal((await pull(id)).status, 'unchanged');
  const { body } = await call('GET', `/v2/feeds/${id}/revisions`);
  const [only] = body.revisions;
  assert.deepEqual(
    [body.revisions.length, only.way, only.note],
    [1, 'pull', `127.0.0.1:${port}/feed.csv`],
  );
  assert.match(only.by, /^key/);
  const { pull: state } = (await call('GET', `/v2/feeds/${id}/pull`)).body;
  assert.ok(Date.parse(state.nextAt) > ctx.now() + 59 * 60_000);
});

test('packed files are accepted, and a mapping is applied', async () => {
  const mapping = { columns: { sku: 'id', price: { from: 'p', as: 'price' } }, decimalComma: true };
  const id = await fetchedFrom('/x', { reading: { format: 'csv', delimiter: ';', mapping } });
  source.answer = (_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('id;p\nä;12,50\n'));
  };
  assert.equal((await pull(id)).status, 'taken');
  assert.deepEqual(await items(id), [{ sku: 'ä', price: 12.5 }]);
});

test('a file with other columns than the one before is taken, and told of', async () => {
  const id = await fetchedFrom('/feed');
  const told = await notifiedOf(server, 'feed.columns_changed');
  source.answer = csv('sku,name,colour\na,Ant,red\n');
  assert.doesNotMatch((await pull(id)).detail, /column/);
  source.answer = csv('colour,sku,name\nred,a,Ant\n', '"two"');
  assert.doesNotMatch((await pull(id)).detail, /column/, 'their order says nothing');
  source.answer = csv('sku,name,color,size\na,Ant,red,M\n', '"three"');
  const { status, detail } = await pull(id);
  assert.equal(status, 'taken');
  assert.match(
    detail,
    /The file has new columns: color, size\. It lacks columns that it had: colour\./,
  );
  source.answer = (_, response) =>
    response.end('[{"sku":"a","name":"Ant"},{"sku":"b","size":"L"}]');
  assert.match((await pull(id)).detail, /It lacks columns that it had: color\./);
  const messages = (await told()) as { added: string[]; gone: string[] }[];
  assert.deepEqual(
    messages.map(({ added, gone }) => [added, gone]),
    [
      [['color', 'size'], ['colour']],
      [[], ['color']],
    ],
  );
});

test('a fetch that fails leaves the feed, reports why, and waits longer each time', async () => {
  const id = await fetchedFrom('/feed.csv?token=secret');
  await put(id, [{ sku: 'kept' }, { sku: 'too' }, { sku: 'three' }]);
  const told = await notifiedOf(server, 'feed.pull_failed');
  const cases: [Answer, RegExp][] = [
    [(_, response) => response.writeHead(404).end(), /answered 404 instead of the file/],
    [csv('<!doctype html><title>Sign in</title>'), /the file is a web page \(HTML\)/],
    [csv('sku\na\n'), /items would go/],
    [
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('sku\na\nb\n');
        setTimeout(() => response.destroy(), 50);
      },
      /did not give the file/,
    ],
    [
      (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      /packed the file as br/,
    ],
    [
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      /leads to an address that 169\.254\.169\.254 is no public address/,
    ],
    [
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /must begin with https/,
    ],
    [
      (_, response) => response.writeHead(302, { location: 'http://localhost:1/' }).end(),
      /localhost leads to (::1|127\.0\.0\.1), which is no public address|did not give the file/,
    ],
    [
      (_, response) => response.writeHead(302, { location: '/again' }).end(),
      /more than 5 redirects/,
    ],
  ];
  for (const [one, why] of cases) {
    source.answer = one;
    const run = await pull(id);
    assert.equal(run.status, 'failed');
    assert.match(run.detail, why);
    assert.match(run.detail, /The feed was not changed/);
    assert.doesNotMatch(run.detail, /secret/);
  }
  assert.equal((await items(id)).length, 3);
  const { pull: state } = (await call('GET', `/v2/feeds/${id}/pull`)).body;
  assert.equal(state.failures, cases.length);
  // Of several failures in a row the first is told.
  const [message, ...others] = (await told()) as { feedId: string; reason: string }[];
  assert.deepEqual([message!.feedId, others.length], [id, 0]);
  assert.match(message!.reason, /answered 404 instead of the file\. The feed was not changed/);
  assert.ok(Date.parse(state.nextAt) > ctx.now() + 23 * 3_600_000);
});

test('what is secret is sent to its host alone, and never shown', async () => {
  const authorization = { username: 'shop', password: 'passé' };
  const id = await fetchedFrom('/feed.csv', { authorization });
  const other = createServer((request, response) => {
    source.seen.push(request);
    response.end('sku\na\n');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/feed.csv`;
  source.answer = (request, response) => {
    if (request.url === '/feed.csv') response.writeHead(302, { location: '/moved' }).end();
    else response.writeHead(307, { location }).end();
  };
  assert.equal((await pull(id)).status, 'taken');
  const basic = `Basic ${Buffer.from('shop:passé').toString('base64')}`;
  assert.deepEqual(
    source.seen.map(({ headers }) => headers.authorization),
    [basic, basic, undefined],
  );
  other.close();
  const shown = JSON.stringify((await call('GET', `/v2/feeds/${id}/pull`)).body);
  assert.match(shown, /"hasAuthorization":true/);
  assert.doesNotMatch(shown, /pass/);
  const audit = await ctx.db.selectFrom('audit').select('details').execute();
  assert.doesNotMatch(JSON.stringify(audit), /passé|Basic/);
  const same = { url: at('/other.csv'), schedule };
  const kept = await call('PUT', `/v2/feeds/${id}/pull`, same);
  assert.equal(kept.body.pull.hasAuthorization, true);
  const elsewhere = { url: 'https://evil.example/feed.csv', schedule };
  const gone = await call('PUT', `/v2/feeds/${id}/pull`, elsewhere);
  assert.equal(gone.body.pull.hasAuthorization, false);
});

test('credentials in the query of an address are sent, kept for its host, and never shown', async () => {
  const id = await fetchedFrom('/feed.csv?store=1&token=qu%2Bery');
  source.answer = csv('sku\na\n');
  const shown = at('/feed.csv?store=1&token=***');
  assert.equal((await call('GET', `/v2/feeds/${id}/pull`)).body.pull.url, shown);
  assert.equal((await pull(id)).status, 'taken');
  // As a teammate saves the form again, and tests it, with another path.
  const again = { url: shown.replace('feed', 'other'), schedule };
  assert.equal((await call('PUT', `/v2/feeds/${id}/pull`, again)).status, 200);
  await call('POST', `/v2/feeds/${id}/pull/test`, { url: again.url });
  await pull(id);
  assert.deepEqual(
    source.seen.map(({ url }) => url),
    ['feed', 'other', 'other'].map((name) => `/${name}.csv?store=1&token=qu%2Bery`),
  );
  const elsewhere = { url: 'https://evil.example/feed.csv?token=***', schedule };
  const refused = await call('PUT', `/v2/feeds/${id}/pull`, elsewhere);
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/url']);
  const tried = await call('POST', `/v2/feeds/${id}/pull/test`, { url: elsewhere.url });
  assert.deepEqual([tried.status, tried.body.errors[0].pointer], [422, '/url']);
  const rows = await ctx.db.selectFrom('feed_schedule').select('settings').execute();
  const audit = await ctx.db.selectFrom('audit').select('details').execute();
  assert.doesNotMatch(JSON.stringify([rows, audit]), /qu%2Bery|qu\+ery/);
});

test('forbidden addresses are refused when they are set', async () => {
  const id = await feed();
  for (const url of [
    ...['http://10.0.0.1/', 'http://[::1]/', 'http://[::ffff:10.0.0.1]/', 'http://0x7f.2/'],
    ...['http://2130706434/', 'ftp://shop.example/', 'file:///etc/passwd', 'nothing'],
    ...['https://user:secret@shop.example/', 'http://169.254.169.254/latest/meta-data'],
  ]) {
    const { status, body } = await call('PUT', `/v2/feeds/${id}/pull`, { url, schedule });
    assert.deepEqual([status, body.errors?.[0].pointer], [422, '/url'], url);
  }
  const header = { header: 'a\r\nx: y' };
  const body = { url: 'https://shop.example/', schedule, authorization: header };
  assert.equal((await call('PUT', `/v2/feeds/${id}/pull`, body)).status, 422);
  assert.deepEqual((await call('GET', `/v2/feeds/${id}/pull`)).body, { pull: null });
  assert.equal((await call('POST', `/v2/feeds/${id}/pull/run`)).status, 404);
  assert.equal((await call('DELETE', `/v2/feeds/${id}/pull`)).status, 404);
});

test('one node fetches at a time, and a node that stops leaves the fetch to others', async () => {
  const id = await fetchedFrom('/slow.csv');
  const began = new Promise<void>((resolve) => {
    source.answer = (_, response) => {
      response.writeHead(200);
      response.write('sku\na\n');
      resolve();
    };
  });
  await call('POST', `/v2/feeds/${id}/pull/run`);
  const stopping = new AbortController();
  const running = runDuePulls(ctx, stopping.signal);
  await began;
  await runDuePulls(ctx, never);
  assert.equal(source.seen.length, 1);
  stopping.abort();
  await running;
  assert.deepEqual(await items(id), []);
  source.answer = csv('sku\nb\n');
  await runDuePulls(ctx, never);
  assert.deepEqual(await items(id), [{ sku: 'b' }]);
  const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: false });
  const gone = await editor.ask('DELETE', `/sites/test/feeds/${id}/pull`);
  assert.equal(gone.status, 204);
});
