// Tests that sources are connected to at the address that was checked, whatever a name says next.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readAllowedHosts } from '../../../../../public-address.ts';
import { newKey, sftpServer } from './sftp-server.fixture.ts';
import type { Place } from './source.ts';

const openssl = '/usr/bin/openssl';
/** It is allowed, as public addresses are. */
const checked = '127.0.0.2';
/** Nothing there may be asked. */
const inside = '127.0.0.3';
const csv = 'sku\na\n';

/** How often each name was looked up: the first answer is the one that may be asked. */
const lookups = new Map<string, number>();
const answerFor = (host: string) => {
  const before = lookups.get(host) ?? 0;
  lookups.set(host, before + 1);
  return { address: before === 0 ? checked : inside, family: 4 };
};
const system = { callback: dns.lookup, promise: dns.promises.lookup };

/** The resolver of this process, as a server of names that changes its answer would make it. */
function rebind(): void {
  const isOurs = (host: string) => host.endsWith('.rebind.example');
  type Done = (error: null, found: unknown, family?: number) => void;
  const callback = (host: string, options: dns.LookupAllOptions, done: Done) => {
    if (!isOurs(host)) return Reflect.apply(system.callback, dns, [host, options, done]);
    const found = answerFor(host);
    if (options.all) done(null, [found]);
    else done(null, found.address, found.family);
  };
  const promise = async (host: string, options: dns.LookupAllOptions) =>
    isOurs(host) ? [answerFor(host)] : system.promise(host, options);
  Object.assign(dns, { lookup: callback });
  Object.assign(dns.promises, { lookup: promise });
  syncBuiltinESMExports();
}

const folder = mkdtempSync(join(tmpdir(), 'attune-rebind-'));
const skip = existsSync(openssl) ? false : `${openssl} is not installed`;
const [key, cert] = skip ? [] : makeCertificate();

function makeCertificate(): Buffer[] {
  const names = ['-addext', 'subjectAltName=DNS:*.rebind.example'];
  const what = ['-days', '2', '-subj', '/CN=rebind', ...names];
  const files = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
  const into = ['-keyout', files[0], '-out', files[1]];
  const form = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes'];
  execFileSync(openssl, [...form, ...what, ...into], { stdio: 'ignore' });
  const made = files.map((file) => readFileSync(file));
  setDefaultCACertificates([...getCACertificates('default'), made[1]!.toString()]);
  return made;
}

/** Who connected to what must not be asked. */
let trespassed = 0;
const guard = createTcpServer((socket) => {
  trespassed += 1;
  socket.destroy();
});
const https: Server = createServer({ ...(key && cert && { key, cert }) }, (request, response) => {
  if (request.url === '/moved.csv') {
    const location = `https://other.rebind.example:${portOf(https)}/a.csv`;
    response.writeHead(302, { location }).end();
  } else response.end(csv);
});
const sftp = await sftpServer([newKey().private]);
sftp.files.set('/a.csv', { text: csv, mtime: 1 });
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;
const listening = (server: Server | typeof guard, port: number, host: string) =>
  new Promise<void>((resolve) => server.listen(port, host, resolve));
await listening(https, 0, checked);
await listening(guard, portOf(https), inside);
/** The SFTP server at the checked address, and the guard at the same port of the other one. */
const sftpPort = Number(new URL(sftp.at('/')).port);
const relay = createTcpServer((socket) => {
  const onward = connect(sftpPort, '127.0.0.1');
  for (const one of [socket, onward]) one.on('error', () => one.destroy());
  socket.pipe(onward).pipe(socket);
});
await listening(relay, 0, checked);
const sftpGuard = createTcpServer((socket) => {
  trespassed += 1;
  socket.destroy();
});
await listening(sftpGuard, portOf(relay), inside);
rebind();
// Behind the new look-up, so that what reads it at its start reads that one.
const { fetchFrom } = await import('./source.ts');

after(() => {
  Object.assign(dns, { lookup: system.callback });
  Object.assign(dns.promises, { lookup: system.promise });
  syncBuiltinESMExports();
  for (const server of [https, guard, relay, sftpGuard]) server.close();
  https.closeAllConnections();
  sftp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  lookups.clear();
  trespassed = 0;
});

const bounds = () => ({
  ...{ bytesMax: 1_000, idleMs: 20_000, wholeMs: 60_000 },
  ...{ allowed: readAllowedHosts([checked]), signal: new AbortController().signal },
});
const known = { etag: undefined, lastModified: undefined };

async function fetched(place: Place, secret?: object): Promise<string> {
  const found = await fetchFrom(place, secret && JSON.stringify(secret), known, bounds());
  assert.ok(!found.isUnchanged);
  const parts: Buffer[] = [];
  for await (const part of found.source.read()) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

/** Whether the first look-up alone decides, and the next one would lead inside. */
function assertPinned(...hosts: string[]): void {
  for (const host of hosts) {
    assert.equal(lookups.get(host), 1, `${host} is looked up once`);
    assert.equal(answerFor(host).address, inside);
  }
  assert.equal(trespassed, 0);
}

const port = portOf(https);

test('over HTTPS the checked address is connected to, also after a redirect', {
  skip,
}, async () => {
  assert.equal(await fetched({ url: `https://one.rebind.example:${port}/a.csv` }), csv);
  assertPinned('one.rebind.example');
  lookups.clear();
  assert.equal(await fetched({ url: `https://two.rebind.example:${port}/moved.csv` }), csv);
  assertPinned('two.rebind.example', 'other.rebind.example');
});

test('a name that leads inside is refused where it was looked up, also as the target of a redirect', {
  skip,
}, async () => {
  lookups.set('other.rebind.example', 1);
  await assert.rejects(
    fetched({ url: `https://two.rebind.example:${port}/moved.csv` }),
    /other\.rebind\.example leads to 127\.0\.0\.3, which is no public address/,
  );
  assert.equal(trespassed, 0);
});

test('a bucket is asked at the checked address', { skip }, async () => {
  const s3 = { endpoint: `https://s3.rebind.example:${port}`, region: 'eu-central-1' };
  const secret = { accessKeyId: 'A', secretAccessKey: 'B' };
  assert.equal(await fetched({ url: 's3://shop/a.csv', s3 }, secret), csv);
  assertPinned('s3.rebind.example');
});

test('an SFTP server is connected to at the checked address', async () => {
  const url = `sftp://files.rebind.example:${portOf(relay)}/a.csv`;
  const secret = { username: 'shop', password: 'right' };
  const shown = await fetched({ url }, secret).then(String, (error: Error) => error.message);
  const hostKey = /SHA256:[\w+/]+/.exec(shown)?.[0];
  assert.ok(hostKey, shown);
  lookups.clear();
  assert.equal(await fetched({ url, hostKey }, secret), csv);
  assertPinned('files.rebind.example');
});

test('the guard would see a second look-up of the name', async () => {
  lookups.set('again.rebind.example', 1);
  const socket = connect(port, 'again.rebind.example');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  assert.equal(trespassed, 1);
});
