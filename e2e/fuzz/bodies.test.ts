// Bodies that are too large, declared so or not, and bodies that unpack to more than memory.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGzip, gzipSync } from 'node:zlib';
import { defaultBodyLimitBytes, endpoints } from '@attune/contract';
import { exampleOf } from '../../packages/server/src/http/examples.fixture.ts';
import { type Answer, openConnection } from './connection.ts';
import { faultOf } from './judge.ts';
import { startTarget } from './target.ts';

const target = await startTarget();
after(target.close);
const mebibyte = 1024 * 1024;
/** A rise of the process's memory that no request may cause. */
const risesBy = 250 * mebibyte;

const headOf = (method: string, path: string, ...headers: string[]) =>
  Buffer.from(
    [`${method} ${path} HTTP/1.1`, 'host: attune.test', `svc-api-key: ${target.keys.server}`]
      .concat(headers, '', '')
      .join('\r\n'),
  );

async function exchange(pieces: readonly Uint8Array[]): Promise<Answer> {
  const connection = openConnection(target.url);
  const { answers } = await connection.exchange(pieces, false);
  connection.close();
  const [answer] = answers;
  assert.ok(answer, 'closed without an answer');
  assert.equal(faultOf(answer, target.leakIn, undefined), undefined);
  assert.deepEqual(target.takeLogFaults(), []);
  return answer;
}

async function assertUnchanged(before: number): Promise<void> {
  await target.settled();
  assert.equal(await target.writtenSince(before), '');
}

const put = (...headers: string[]) => {
  const { feed } = target.named();
  return headOf('PUT', `/v2/feeds/svcid/${feed}?dryRun=true`, ...headers);
};
const asLines = ['content-type: application/x-ndjson', 'content-encoding: gzip'];
const chunkOf = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

test('a body beyond the bound of its endpoint is refused, and nothing is written', async () => {
  const before = await target.settled();
  for (const endpoint of endpoints) {
    if (!endpoint.body) continue;
    const { path } = exampleOf(endpoint, target.named());
    const limit = endpoint.bodyLimitBytes ?? defaultBodyLimitBytes;
    const declared = headOf(endpoint.method, path, `content-length: ${limit + 1}`);
    assert.equal((await exchange([declared])).status, 413, `${endpoint.id}, declared`);
    const chunk = chunkOf(Buffer.alloc(mebibyte, ' '));
    const chunks = new Array<Uint8Array>(Math.ceil(limit / mebibyte) + 1).fill(chunk);
    const head = headOf(endpoint.method, path, 'transfer-encoding: chunked');
    assert.equal((await exchange([head, ...chunks])).status, 413, `${endpoint.id}, in chunks`);
  }
  await assertUnchanged(before);
});

test('what unpacks to a thousand times its size takes no memory', async () => {
  const before = await target.settled();
  const memory = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const bomb = await packed(320, Buffer.alloc(mebibyte, 'a'));
  assert.ok(bomb.length < 2 * mebibyte);
  const oneLine = await exchange([put(...asLines, `content-length: ${bomb.length}`), bomb]);
  assert.equal(oneLine.status, 400, oneLine.text);
  const spaces = await packed(64, Buffer.alloc(mebibyte, ' '));
  await exchange([put(...asLines, `content-length: ${spaces.length}`), spaces]);
  const twice = gzipSync(bomb);
  await exchange([put(...asLines, `content-length: ${twice.length}`), twice]);
  const wrong = headOf('POST', '/v2/serve/user/choose', 'content-encoding: gzip');
  const asJson = Buffer.from(
    wrong.toString().replace('\r\n\r\n', `\r\ncontent-length: ${spaces.length}\r\n\r\n`),
  );
  assert.equal((await exchange([asJson, spaces])).status, 413);
  clearInterval(watch);
  assert.ok(
    most - memory < risesBy,
    `memory rose by ${Math.round((most - memory) / mebibyte)} MiB`,
  );
  await assertUnchanged(before);
});

test('a body of nothing but faults has a short answer and takes no memory', async () => {
  const before = await target.settled();
  const memory = process.memoryUsage.rss();
  const faults = `{"items":[${new Array(2_000_000).fill('"\\u0000"').join()}]}`;
  const head = put(`content-length: ${faults.length}`);
  const { status, text } = await exchange([head, Buffer.from(faults)]);
  assert.equal(status, 422);
  assert.equal(JSON.parse(text).errors.length, 200);
  const rise = process.memoryUsage.rss() - memory;
  assert.ok(rise < risesBy, `memory rose by ${Math.round(rise / mebibyte)} MiB`);
  await assertUnchanged(before);
});

test('the server answers as ever', async () => {
  assert.equal((await exchange([headOf('GET', '/v2/keys/self')])).status, 200);
});

/** So many times the same bytes, packed. */
async function packed(times: number, bytes: Buffer): Promise<Buffer> {
  const gzip = createGzip({ level: 3 });
  const parts: Buffer[] = [];
  gzip.on('data', (part) => parts.push(part));
  for (let time = 0; time < times; time += 1) {
    if (!gzip.write(bytes)) await new Promise((resolve) => gzip.once('drain', resolve));
  }
  gzip.end();
  await new Promise((resolve) => gzip.once('end', resolve));
  return Buffer.concat(parts);
}
