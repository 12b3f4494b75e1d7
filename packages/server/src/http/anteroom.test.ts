// Tests of the anteroom: who has not asked yet has no socket, and loses nothing by it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { api, permissionIds, priorities } from '@attune/contract';
import { eventually, testServer } from '../testing.ts';
import { type AdmissionLimits, admissionLimits } from './admission-limits.ts';
import { countUnasked } from './anteroom.ts';
import { type ArrivalLimits, arrivalLimits } from './arrival-limits.ts';
import { beginToLeave } from './drain.ts';
import { route } from './route.ts';
import { createHttpServer } from './server.ts';

const server = await testServer({ api: false, worker: false });
after(server.close);
const { ctx } = server;
const key = await server.test.key(permissionIds);

interface Limits {
  readonly arrivals?: Partial<ArrivalLimits>;
  readonly management?: Partial<AdmissionLimits['management']>;
}

/** A server of one place for each class; its lists are answered when they are let go. */
async function start({ arrivals, management }: Limits = {}) {
  const held: (() => void)[] = [];
  const routes = [
    route(api.listCampaigns, async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return { status: 200, body: { items: [], next: null } };
    }),
    route(api.choose, async () => ({ status: 200, body: { choices: [], cookies: [] } })),
  ];
  const one = { ...admissionLimits.choose, places: 1, leastPlaces: 1, patienceMs: 60_000 };
  const each = { ...one, standingMs: 60_000 };
  const classes = Object.fromEntries(priorities.map((name) => [name, each])) as AdmissionLimits;
  const admission = { ...classes, management: { ...each, ...management } };
  const app = createHttpServer(ctx, routes, {
    admission,
    arrivals: { ...arrivalLimits, ...arrivals },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const letGo = () => {
    for (const go of held.splice(0)) go();
  };
  after(async () => {
    const going = setInterval(letGo, 5);
    await app.close();
    clearInterval(going);
  });
  const { port } = app.server.address() as AddressInfo;
  const guests = () => countUnasked(app.server);
  const sockets = () => promisify(app.server.getConnections).call(app.server);
  const isThere = (many: number) => eventually(async () => guests() === many);
  const open = (said: string) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => undefined);
    socket.write(said);
    return socket;
  };
  return { open, held, letGo, guests, sockets, isThere, app };
}

const partOfHead = 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: ';
const list = `GET /v2/campaigns HTTP/1.1\r\nHost: a\r\nSVC-API-Key: ${key}\r\nConnection: close\r\n\r\n`;
const chooseHead = `POST /v2/serve/user/choose HTTP/1.1\r\nHost: a\r\nSVC-API-Key: ${key}\r\n`;
const chooseBody = JSON.stringify({ sessionId: 'a', filler: 'x'.repeat(60_000) });
const chooseText = `${chooseHead}Connection: close\r\nContent-Length: ${chooseBody.length}\r\n\r\n${chooseBody}`;
const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

const countOf = async (counter: 'connectionsCut' | 'requestsShed', label: string) => {
  const { values } = await ctx.metrics[counter].get();
  const found = values.find(({ labels }) => Object.values(labels).includes(label));
  return found?.value ?? 0;
};

test('who sends a part of his request has no socket until the rest is there, and is answered then', async () => {
  const { open, sockets, isThere } = await start({ arrivals: { headersMs: 60_000 } });
  const ofHead = open(partOfHead);
  const ofBody = open(chooseText.slice(0, 500));
  await isThere(2);
  assert.equal(await sockets(), 0);
  ofHead.write('y\r\nConnection: close\r\n\r\n');
  ofBody.write(chooseText.slice(500));
  assert.match(await text(ofHead), /^HTTP\/1\.1 200 .*"ok"/s);
  assert.match(await text(ofBody), /^HTTP\/1\.1 200 .*"choices"/s);
  await isThere(0);
});

test('without a crowd, who is slow gets a socket, and is told what he did wrong', async () => {
  const { open, isThere } = await start({ arrivals: { headersMs: 400 } });
  const slow = open(partOfHead);
  await isThere(1);
  assert.match(await text(slow), /^HTTP\/1\.1 408 .*"request_timeout"/s);
});

test('in a crowd of those who have not asked, the slow are sent away and never had a socket', async () => {
  const arrivals = { headersMs: 60_000, crowdMs: 300, guestCrowd: 20 };
  const { open, app, guests, isThere } = await start({ arrivals });
  let made = 0;
  app.server.on('connection', () => {
    made += 1;
  });
  const before = [
    await countOf('connectionsCut', 'headers'),
    await countOf('connectionsCut', 'body'),
  ];
  const crowd = Array.from({ length: 60 }, (_, at) =>
    open(at % 2 === 0 ? partOfHead : chooseText.slice(0, 500)).resume(),
  );
  const page = await text(open(chooseText));
  assert.match(page, /^HTTP\/1\.1 200 .*"choices"/s);
  await Promise.all(crowd.map((socket) => socket.closed || ended(socket)));
  const after = [
    await countOf('connectionsCut', 'headers'),
    await countOf('connectionsCut', 'body'),
  ];
  assert.deepEqual([made, ...after], [1, before[0]! + 30, before[1]! + 30]);
  assert.equal(guests(), 0);
  await isThere(0);
});

test('in a crowd one of those who ask for what anybody may have is let in now and then; what needs a key is let in', async () => {
  const arrivals = { headersMs: 60_000, crowdMs: 60_000, guestCrowd: 20, publicMs: 60_000 };
  const { open, held, letGo, isThere } = await start({ arrivals });
  const description = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const statusOf = async (said: string) => (await text(open(said))).split(' ', 2)[1];
  assert.equal(await statusOf(description), '200');
  assert.equal(await statusOf(description), '200', 'without a crowd each is');
  for (let at = 0; at < 30; at += 1) open(partOfHead);
  await isThere(30);
  assert.equal(await statusOf(description), '200');
  const before = await countOf('requestsShed', 'management');
  const refused = await text(open(description));
  assert.match(refused, /^HTTP\/1\.1 503 .*retry-after: 10\r\n.*"overloaded"/is);
  assert.equal(await countOf('requestsShed', 'management'), before + 1);
  const lists = [statusOf(list), statusOf(list)];
  await eventually(async () => held.length > 0);
  const going = setInterval(letGo, 1);
  assert.deepEqual(await Promise.all(lists), ['200', '200']);
  clearInterval(going);
  const session = description.replace('/openapi.json', '/console/api/session');
  assert.notEqual(await statusOf(session), '503');
});

test('in a crowd the first of what was sent ahead is answered, and the connection ends', async () => {
  const { open, isThere } = await start({ arrivals: { headersMs: 60_000, guestCrowd: 20 } });
  const ahead = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3);
  const last = ahead.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n');
  assert.equal((await text(open(last))).match(/"ok"/g)?.length, 3, 'without a crowd all are');
  for (let at = 0; at < 30; at += 1) open(partOfHead);
  await isThere(30);
  assert.equal((await text(open(last))).match(/"ok"/g)?.length, 1);
});

test('who hangs up before he has asked is forgotten', async () => {
  const { open, isThere, sockets } = await start();
  const [silent, speaking] = [open(''), open(partOfHead)];
  await isThere(2);
  silent.destroy();
  speaking.destroy();
  await isThere(0);
  await eventually(async () => (await sockets()) === 0);
});

test('while as many wait at the gate as should, others wait here; pages do not, and all are answered', async () => {
  const { open, held, letGo, sockets, isThere } = await start();
  // One has the place, and four wait at the gate.
  const first = Array.from({ length: 5 }, () => open(list));
  await eventually(async () => held.length === 1 && (await sockets()) === 5);
  const others = Array.from({ length: 10 }, () => open(list));
  await isThere(10);
  assert.match(await text(open(chooseText)), /^HTTP\/1\.1 200 .*"choices"/s);
  const going = setInterval(letGo, 1);
  for (const socket of [...first, ...others]) assert.match(await text(socket), /^HTTP\/1\.1 200 /);
  clearInterval(going);
  await isThere(0);
});

test('who has waited here for as long as the gate is patient is refused, told when to come, and let go', async () => {
  const { open, held, isThere, sockets } = await start({ management: { patienceMs: 150 } });
  const first = open(list);
  await eventually(async () => held.length === 1);
  const before = await countOf('requestsShed', 'management');
  const all = Array.from({ length: 24 }, () => open(list));
  for (const said of await Promise.all(all.map((socket) => text(socket)))) {
    assert.match(said, /^HTTP\/1\.1 503 .*retry-after: 10\r\n.*"overloaded"/is);
  }
  assert.equal(await countOf('requestsShed', 'management'), before + all.length);
  await isThere(0);
  await eventually(async () => (await sockets()) === 1);
  first.destroy();
});

test('no more wait here than may at the gate: others are refused at once', async () => {
  const { open, held, letGo, sockets, isThere } = await start({ management: { waiting: 6 } });
  const first = Array.from({ length: 5 }, () => open(list));
  await eventually(async () => held.length === 1 && (await sockets()) === 5);
  const answers = Array.from({ length: 7 }, () => text(open(list)));
  assert.match(await Promise.race(answers), /^HTTP\/1\.1 503 .*"overloaded"/s);
  await isThere(6);
  const going = setInterval(letGo, 1);
  const all = await Promise.all([...first.map((socket) => text(socket)), ...answers]);
  assert.equal(all.filter((said) => /^HTTP\/1\.1 200 /.test(said)).length, 11);
  clearInterval(going);
});

test('a server that stops answers who waits here', async () => {
  const { open, app, held, isThere } = await start({ arrivals: { stopMs: 100 } });
  const first = Array.from({ length: 5 }, () => open(list));
  await eventually(async () => held.length === 1);
  const waiting = [open(list), open(list)];
  const slow = open(partOfHead);
  await isThere(3);
  const closed = app.close();
  const going = setInterval(() => {
    for (const go of held.splice(0)) go();
  }, 1);
  for (const socket of [...first, ...waiting]) assert.match(await text(socket), /^HTTP\/1\.1 200 /);
  assert.match(await text(slow), /^HTTP\/1\.1 503 .*"not_ready"/s);
  await closed;
  clearInterval(going);
});

test('a server that stops answers who has just connected and not asked yet', async () => {
  const { open, app } = await start();
  beginToLeave(app.server);
  const late = open('');
  await once(app.server, 'connection');
  const closed = app.close();
  await eventually(async () => !app.server.listening);
  late.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.match(await text(late), /^HTTP\/1\.1 200 .*connection: close/is);
  await closed;
});

test('no more are let in than a server takes connections, with a socket or without', async () => {
  const { open, app, guests, isThere } = await start();
  app.server.maxConnections = 10;
  const answered = Array.from({ length: 4 }, () =>
    open('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
  );
  await Promise.all(answered.map((socket) => once(socket, 'data')));
  const some = Array.from({ length: 6 }, () => open(partOfHead));
  await isThere(6);
  await ended(open(partOfHead).resume());
  assert.equal(guests(), 6);
  for (const socket of [...answered, ...some]) socket.destroy();
});
