// The visitor of a request to a shop's server, whatever framework it has.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { choices, listen } from './http.fixture.ts';
import { createClient } from './index.ts';
import { visitorFor } from './server.ts';

const attune = await listen((response, _at, one) => {
  if (one.path.endsWith('/choose')) choices(response, one);
  else response.writeHead(204).end();
});
const client = createClient({ url: attune.url, key: 'k' });
const lastSent = () => attune.received.at(-1)!;

/** A shop of plain Node, as Express is one. */
async function shop(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => {
    handle(request, response).then(() => response.end());
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a shop of Express or Node sets the cookies, and knows its visitor at the next page', async () => {
  const shown: unknown[] = [];
  const url = await shop(async (request, response) => {
    response.setHeader('set-cookie', 'cart=1');
    const visitor = visitorFor(client, request, response);
    shown.push((await visitor.experience('hero', { headline: '' })).value.headline);
  });
  const first = await fetch(`${url}/p/1?a=b`, { headers: { 'user-agent': 'Browser/1' } });
  const [cart, user = '', session = ''] = first.headers.getSetCookie();
  assert.equal(cart, 'cart=1');
  assert.match(user, /^_svcid_server=-?\d+; Path=\/; Max-Age=31556926; SameSite=Lax$/);
  assert.match(session, /^_svcjsession=[0-9a-z]{32}; Path=\/; Max-Age=1800; SameSite=Lax$/);
  const { body } = lastSent();
  assert.deepEqual(body.context, {
    page: { type: 'OTHER', location: `${url}/p/1?a=b` },
    device: { userAgent: 'Browser/1', ip: '127.0.0.1' },
  });
  const cookie = [user, session].map((text) => text.split(';')[0]).join('; ');
  const second = await fetch(url, { headers: { cookie: `other=x; ${cookie}` } });
  assert.deepEqual(second.headers.getSetCookie().slice(1), [user, session]);
  assert.deepEqual([lastSent().body.user, lastSent().body.session], [body.user, body.session]);
  assert.deepEqual(shown, ['Bold', 'Bold']);
});

test('with Fetch requests, cookies go onto any Headers or Response', async () => {
  const request = new Request('https://shop.example/?attune_preview=p.1', {
    headers: { cookie: '_svcid_server=42; _svcjsession=no-session', referer: 'https://a.example/' },
  });
  const headers = new Headers();
  const response = new Response('');
  const options = { domain: 'shop.example', person: { cuid: 'ann', cuidType: 'external' } };
  const visitor = visitorFor(client, request, headers, options);
  visitorFor(client, request, response);
  const [user, session = ''] = headers.getSetCookie();
  const attributes = 'Max-Age=31556926; SameSite=Lax; Domain=shop.example; Secure';
  assert.equal(user, `_svcid_server=42; Path=/; ${attributes}`);
  assert.equal(response.headers.getSetCookie().length, 2);
  assert.ok(session.startsWith(`_svcjsession=${visitor.ids.sessionId};`));
  assert.ok(
    visitor.cookieHeader.startsWith(`_svcid_server=42; _svcjsession=${visitor.ids.sessionId};`),
  );
  await visitor.experience('hero', null);
  const { body } = lastSent();
  assert.deepEqual(body.user, { svcid_server: '42', ...options.person });
  assert.deepEqual(body.selector.preview, { ids: ['p.1'] });
  assert.equal(body.context.page.referrer, 'https://a.example/');
});

test('behind a proxy the address is the one that the visitor sees', async () => {
  const headers = new Headers({
    host: 'shop.internal',
    'x-forwarded-host': 'shop.example',
    'x-forwarded-proto': 'https, http',
  });
  const out = new Headers();
  const visitor = visitorFor(client, { headers, url: '/p/1' }, out);
  assert.match(out.getSetCookie()[0] ?? '', /; Secure$/);
  await visitor.experience('hero', null);
  assert.equal(lastSent().body.context.page.location, 'https://shop.example/p/1');
});

test('events of a request are sent without waiting for others, and can be waited for', async () => {
  const visitor = visitorFor(client, { headers: {} });
  visitor.track({ name: 'a' });
  assert.deepEqual(await visitor.flush(), {});
  assert.equal(lastSent().body.events[0].name, 'a');
});

test('a prefetch is passed on as one, so that it records no exposure', async () => {
  await visitorFor(client, { headers: { 'sec-purpose': 'prefetch' } }).experience('hero', null);
  assert.equal(lastSent().headers['sec-purpose'], 'prefetch');
});

test('without consent no cookie is set and nothing is sent; consent given sets them', async () => {
  const out = new Headers();
  const before = attune.received.length;
  const visitor = visitorFor(client, { headers: {} }, out, { consent: false });
  assert.equal((await visitor.experience('hero', 'fallback')).value, 'fallback');
  assert.deepEqual([out.getSetCookie(), attune.received.length], [[], before]);
  await visitor.setConsent(true);
  await visitor.experience('hero', null);
  assert.equal(out.getSetCookie().length, 2);
  assert.deepEqual(await visitor.setConsent(false), {});
  assert.equal(lastSent().body.user.active_consent_accepted, false);
  assert.match(out.getSetCookie()[2] ?? '', /^_svcid_server=; Path=\/; Max-Age=0;/);
});
