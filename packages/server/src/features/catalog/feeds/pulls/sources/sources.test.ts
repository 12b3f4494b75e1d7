// Tests of files that lie on SFTP servers and in buckets: real servers, started here.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import S3rver from '@20minutes/s3rver';
import { AwsClient } from 'aws4fetch';
import { readAllowedHosts } from '../../../../../public-address.ts';
import { pullServer, schedule } from '../pulls.fixture.ts';
import { newKey, sftpServer } from './sftp-server.fixture.ts';
import { fetchFrom } from './source.ts';

const { server, source, at, set, pull, close } = await pullServer();
const { call, feed, items, ctx } = server;
const sftp = await sftpServer();
const folder = await mkdtemp(join(tmpdir(), 'attune-s3-'));
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder });
const { port } = await s3.run();
after(async () => {
  sftp.close();
  await s3.close();
  await rm(folder, { recursive: true });
  await close();
});

const csv = 'sku,name,price\na,Ant,1\nb,Bee,2\n';
const password = { username: 'shop', password: 'right' };

const tried = async (id: string, body: object) => {
  const { status, body: answer } = await call('POST', `/v2/feeds/${id}/pull/test`, body);
  assert.equal(status, 200, JSON.stringify(answer));
  return answer;
};

async function refusedOf(id: string, body: object) {
  const { status, body: answer } = await call('PUT', `/v2/feeds/${id}/pull`, { schedule, ...body });
  assert.equal(status, 422, JSON.stringify(answer));
  return `${answer.errors[0].pointer} ${answer.errors[0].detail}`;
}

test('an SFTP server is fetched from once its host key is accepted, by password or key', async () => {
  const many = Array.from({ length: 2_000 }, (_, at) => `sku-${at},Name of ${at},${at}\n`).join('');
  sftp.files.set('/out/all.csv', { text: csv + many, mtime: 1 });
  const id = await feed();
  const url = sftp.at('/out/all.csv');
  assert.match(await refusedOf(id, { url, authorization: password }), /^\/hostKey is missing/);
  const unknown = await tried(id, { url, authorization: password });
  assert.equal(unknown.isOk, false);
  assert.match(unknown.detail, /^The host key of 127\.0\.0\.1:\d+ is SHA256:/);
  const { hostKey } = unknown;
  const right = await tried(id, { url, hostKey, authorization: password });
  assert.equal(right.isOk, true, right.detail);
  assert.match(right.detail, /these columns: sku, name, price\.$/);
  await set(id, { url, hostKey, authorization: password });
  const first = await pull(id);
  assert.deepEqual([first.status, first.accepted, first.detail], ['taken', 2_002, first.detail]);
  assert.equal((await pull(id)).status, 'unchanged');
  sftp.files.set('/out/all.csv', { text: `${csv}${many}c,Cow,3\n`, mtime: 2 });
  const byKey = { username: 'shop', privateKey: sftp.privateKey };
  const shown = await set(id, { url, hostKey, authorization: byKey });
  assert.equal(shown.hasAuthorization, true);
  assert.equal((await pull(id)).accepted, 2_003);
  const { body } = await call('GET', `/v2/feeds/${id}/pulls`);
  assert.doesNotMatch(JSON.stringify(body), /PRIVATE KEY|right/);
  const stored = await ctx.pool.query('select t::text from feed_schedule t');
  assert.doesNotMatch(JSON.stringify(stored.rows), /PRIVATE KEY|"right"/);
});

test('an SFTP server that is not as it should be gives the reason, and no secret', async () => {
  sftp.files.set('/a.csv', { text: csv, mtime: 1 });
  const id = await feed();
  const url = sftp.at('/a.csv');
  const { hostKey } = await tried(id, { url, authorization: password });
  const cases: [object, RegExp][] = [
    [
      { url, hostKey, authorization: { ...password, password: 'wrong' } },
      /did not accept the user/,
    ],
    [{ url: sftp.at('/b.csv'), hostKey, authorization: password }, /no such file: \/b\.csv/],
    [
      { url, hostKey, authorization: { username: 'shop', privateKey: newKey().private } },
      /did not accept the user name with this password or key/,
    ],
    [
      { url: `sftp://127.0.0.1:${port}/a.csv`, hostKey, authorization: password },
      /no SSH|no SFTP|SSH|closed|did not/,
    ],
  ];
  for (const [body, why] of cases) {
    const { isOk, detail } = await tried(id, body);
    assert.equal(isOk, false);
    assert.match(detail, why);
    assert.doesNotMatch(detail, /wrong|right/);
  }
  await set(id, { url, hostKey: `SHA256:${'A'.repeat(43)}`, authorization: password });
  const run = await pull(id);
  assert.equal(run.status, 'failed');
  assert.match(run.detail, /The host key of .* changed: it is SHA256:.*accept the new key/i);
  const authorization = { username: 'shop', privateKey: 'nonsense' };
  assert.match(await refusedOf(id, { url, hostKey, authorization }), /is no private key/);
  const elsewhere = { url: 'sftp://10.0.0.1/a.csv', hostKey, authorization: password };
  assert.match(await refusedOf(id, elsewhere), /^\/url 10\.0\.0\.1 is no public address/);
  const other = { url: 'sftp://files.shop.example/a.csv', hostKey };
  assert.match(await refusedOf(id, other), /^\/authorization is missing/);
});

const endpoint = `http://127.0.0.1:${port}`;
const place = { endpoint, region: 'us-east-1' };
const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

async function stored(path: string, body?: string) {
  const client = new AwsClient({ ...key, service: 's3', region: place.region });
  const headers = body === undefined ? {} : { 'content-length': String(body.length) };
  const answer = await client.fetch(`${endpoint}/${path}`, {
    method: 'PUT',
    headers,
    ...(body && { body }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

test('a bucket is fetched from by signed requests, and downloaded again only if it is newer', async () => {
  await stored('shop');
  await stored('shop/out/all%20items.csv', csv);
  const id = await feed();
  const url = 's3://shop/out/all%20items.csv';
  const right = await tried(id, { url, s3: place, authorization: key });
  assert.equal(right.isOk, true, right.detail);
  await set(id, { url, s3: place, authorization: key });
  assert.deepEqual([(await pull(id)).accepted, (await items(id)).length], [2, 2]);
  const again = await pull(id);
  assert.equal(again.detail, 'The source says that it has nothing newer.');
  const cases: [object, RegExp][] = [
    [
      { authorization: { ...key, secretAccessKey: 'other' } },
      /does not accept the secret access key/,
    ],
    [{ authorization: { ...key, accessKeyId: 'other' } }, /does not know the access key/],
    [
      { url: 's3://shop/none.csv', authorization: key },
      /there is no such object: s3:\/\/shop\/none/,
    ],
    [{ url: 's3://nowhere/none.csv', authorization: key }, /there is no such bucket/],
  ];
  for (const [more, why] of cases) {
    const { isOk, detail } = await tried(id, { url, s3: place, ...more });
    assert.equal(isOk, false);
    assert.match(detail, why);
  }
  const inside = { ...place, endpoint: 'http://169.254.169.254' };
  assert.match(await refusedOf(id, { url, s3: inside, authorization: key }), /^\/s3\/endpoint 169/);
  assert.match(await refusedOf(id, { url, authorization: key }), /^\/s3 is missing/);
  const other = { ...place, endpoint: 'https://s3.shop.example' };
  assert.match(await refusedOf(id, { url, s3: other }), /^\/authorization is missing/);
});

test('a file that is too large is refused, and a redirect of a bucket is not followed', async () => {
  sftp.files.set('/large.csv', { text: csv, mtime: 1 });
  await stored('large');
  await stored('large/a.csv', csv);
  const bounds = {
    ...{ bytesMax: 10, idleMs: 5_000, wholeMs: 5_000 },
    ...{ allowed: readAllowedHosts(['127.0.0.1']), signal: new AbortController().signal },
  };
  const known = { etag: undefined, lastModified: undefined };
  const url = sftp.at('/large.csv');
  const { hostKey } = await tried(await feed(), { url, authorization: password });
  const byUser = JSON.stringify(password);
  await assert.rejects(fetchFrom({ url, hostKey }, byUser, known, bounds), /larger than 10 bytes/);
  const found = await fetchFrom(
    { url: 's3://large/a.csv', s3: place },
    ...([JSON.stringify(key), known, bounds] as const),
  );
  assert.ok(!found.isUnchanged);
  await assert.rejects(async () => {
    for await (const _ of found.source.read());
  }, /larger than 10 bytes/);
  source.answer = (_, response) => {
    response.writeHead(307, { location: endpoint, 'x-amz-bucket-region': 'eu-west-1' }).end();
  };
  const moved = { endpoint: at(''), region: 'us-east-1' };
  await assert.rejects(
    fetchFrom({ url: 's3://large/a.csv', s3: moved }, JSON.stringify(key), known, bounds),
    /the bucket large is not at .* in the region us-east-1: it is in eu-west-1/,
  );
});
