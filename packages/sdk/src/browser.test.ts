// The visitor of a page: their cookies, and what goes when the page does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen } from './http.fixture.ts';
import { fallback, service, TestWindow, visitorAt } from './window.fixture.ts';

test('first requests that go out together share one id, which the page keeps', async () => {
  const { received, ...at } = await service();
  const window = new TestWindow();
  const visitor = visitorAt({ received, ...at }, window);
  await Promise.all([visitor.experience('a', null), visitor.pageview(), visitor.choose({})]);
  const users = new Set(received.map(({ body }) => body.user.svcid_server));
  const sessions = new Set(received.map(({ body }) => body.session.svc));
  assert.equal(received.length, 3);
  assert.deepEqual(
    [[...users], [...sessions]],
    [...window.jar.values()].map((id) => [id]),
  );
  assert.match([...users][0], /^-?[1-9]\d+$/);
  assert.match([...sessions][0], /^[0-9a-z]{32}$/);
  const next = new TestWindow('https://shop.example/next');
  for (const [name, value] of window.jar) next.jar.set(name, value);
  await visitorAt({ received, ...at }, next).pageview();
  assert.equal(received[3]?.body.user.svcid_server, [...users][0]);
});

test('a cookie of the server is not written again by the script, which would shorten it', async () => {
  const at = await service();
  const window = new TestWindow();
  window.jar.set('_svcid_server', '-42');
  await visitorAt(at, window).pageview();
  assert.equal(at.received[0]?.body.user.svcid_server, '-42');
  assert.deepEqual(
    window.written.map((text) => text.split('=')[0]),
    ['_svcjsession'],
  );
  assert.match(window.written[0] ?? '', /; Path=\/; Max-Age=1800; SameSite=Lax; Secure$/);
});

test('what waits when the page goes is sent by a beacon, which needs no header', async () => {
  const at = await service();
  const window = new TestWindow();
  const visitor = visitorAt({ ...at, url: `${at.url}/` }, window, { batchMs: 60_000 });
  const hero = await visitor.experience('hero', fallback);
  for (let count = 0; count < 30; count++) visitor.track({ name: `event ${count}` });
  visitor.click(hero);
  window.leave();
  window.leave();
  const [first, second, ...more] = window.beacons;
  assert.deepEqual(more, []);
  assert.equal(first?.url, `${at.url}/v2/collect/beacon`);
  const { key, user, session, events, engagements, sentAt } = first.body as never;
  assert.deepEqual([key, engagements], ['k', [{ type: 'CLICK', decisionId: hero.decisionId }]]);
  assert.deepEqual([user, session], [at.received[0]?.body.user, at.received[0]?.body.session]);
  assert.ok(Math.abs(sentAt - Date.now()) < 60_000);
  assert.equal([...(events as []), ...(second?.body['events'] ?? [])].length, 30);
  assert.ok(!('engagements' in (second?.body ?? {})));
  assert.equal(at.received.length, 1);
});

test('where the browser takes no beacon, a request outlives the page', async () => {
  let arrived = (_path: string): void => undefined;
  const path = new Promise<string>((done) => {
    arrived = done;
  });
  const at = await listen((response, _at, one) => {
    arrived(`${one.path} ${one.headers['content-type']} ${one.body.events[0].name}`);
    response.writeHead(204).end();
  });
  const window = new TestWindow();
  window.takesBeacons = false;
  visitorAt(at, window, { batchMs: 60_000 }).track({ name: 'a' });
  window.leave();
  assert.equal(await path, '/v2/collect/beacon text/plain a');
});

test('a page that is prerendered stores and sends nothing until somebody sees it', async () => {
  const at = await service();
  const window = new TestWindow('https://shop.example/', { prerendering: true });
  const visitor = visitorAt(at, window, { batchMs: 60_000 });
  const chosen = visitor.experience('hero', fallback);
  const viewed = visitor.pageview();
  visitor.track({ name: 'a' });
  window.leave();
  await new Promise(setImmediate);
  assert.deepEqual([at.received, window.written, window.beacons], [[], [], []]);
  Object.assign(window.document, { prerendering: false });
  (window.document as unknown as EventTarget).dispatchEvent(new Event('prerenderingchange'));
  assert.deepEqual(await viewed, {});
  assert.equal((await chosen).isFallback, false);
  assert.deepEqual(await visitor.flush(), {});
  assert.equal(at.received.length, 3);
});

test('a preview link shows drafts, in every choice of the page', async () => {
  const at = await service();
  const address = 'https://shop.example/?a=1&attune_preview=p.1,p.2&attune_preview=p.3#top';
  const visitor = visitorAt(at, new TestWindow(address));
  await visitor.experience('hero', null);
  assert.deepEqual(at.received[0]?.body.selector.preview, { ids: ['p.1', 'p.2', 'p.3'] });
});

test('a preview link holds for the tab until its preview is left', async () => {
  const at = await service();
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const shown = async (address: string, sessionStorage?: typeof storage) => {
    const window = Object.assign(new TestWindow(`https://shop.example/${address}`), {
      ...(sessionStorage && { sessionStorage }),
    });
    await visitorAt(at, window).experience('hero', null);
    return at.received.at(-1)?.body.selector.preview?.ids;
  };
  assert.equal(await shown('', storage), undefined);
  assert.deepEqual(await shown('?attune_preview=p.1,p.2', storage), ['p.1', 'p.2']);
  assert.deepEqual(await shown('cart', storage), ['p.1', 'p.2']);
  assert.equal(await shown('cart'), undefined, 'another tab is not in it');
  assert.deepEqual(await shown('?attune_preview=p.3', storage), ['p.3']);
  assert.equal(await shown('cart?attune_preview=off', storage), undefined);
  assert.equal(await shown('cart', storage), undefined);
  assert.equal(kept.size, 0);
});

test('where storage is blocked, a preview link shows drafts on its page', async () => {
  const at = await service();
  const window = new TestWindow('https://shop.example/?attune_preview=p.1');
  Object.defineProperty(window, 'sessionStorage', {
    get: () => {
      throw new DOMException('The document is sandboxed', 'SecurityError');
    },
  });
  await visitorAt(at, window).experience('hero', null);
  assert.deepEqual(at.received[0]?.body.selector.preview, { ids: ['p.1'] });
});

test('where cookies are blocked, the visitor is one of this page', async () => {
  const at = await service();
  const window = new TestWindow();
  const blocked = () => {
    throw new DOMException('The document is sandboxed', 'SecurityError');
  };
  Object.defineProperty(window.document, 'cookie', { get: blocked, set: blocked });
  const visitor = visitorAt(at, window);
  await visitor.experience('hero', null);
  await visitor.pageview();
  const [first, second] = at.received.map(({ body }) => [body.user, body.session]);
  assert.deepEqual(first, second);
});
