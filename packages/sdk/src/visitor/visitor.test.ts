// What a visitor sees, and that what they did is reported as theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choices, json, listen } from '../http.fixture.ts';
import type { Exposure } from '../index.ts';
import { fallback, service, TestWindow, visitorAt } from '../window.fixture.ts';

test('experiences of one moment are one request, and are the fallback where nothing is chosen', async () => {
  const { received, ...at } = await listen((response, _at, one) => choices(response, one, true));
  const visitor = visitorAt({ received, ...at }, new TestWindow());
  const [both, again] = await Promise.all([
    visitor.experiences({ hero: fallback, footer: null }),
    visitor.experience('hero', fallback),
  ]);
  assert.equal(received.length, 1);
  assert.deepEqual(received[0]?.body.selector, { names: ['hero', 'footer'] });
  assert.deepEqual(both.hero, again);
  const { value, isFallback, decisionId } = both.hero;
  assert.deepEqual([value, isFallback, decisionId], [fallback, true, 'decision of hero']);
  assert.equal(both.footer.value, null);
});

test('a service that fails leaves the fallback, and says why', async () => {
  const at = await listen((response) => response.destroy());
  const visitor = visitorAt(at, new TestWindow(), { retries: 0 });
  const { value, isFallback, error } = await visitor.experience('hero', fallback);
  assert.deepEqual([value, isFallback, error?.code], [fallback, true, 'network']);
});

test('an exposure is told once for each decision', async () => {
  const exposures: Exposure[] = [];
  const options = { onExposure: (exposure: Exposure) => exposures.push(exposure) };
  const visitor = visitorAt(await service(), new TestWindow(), options);
  const { hero } = await visitor.experiences({ hero: fallback });
  await visitor.experience('hero', fallback);
  visitor.preload({ hero });
  assert.deepEqual(exposures, [
    {
      selector: 'hero',
      decisionId: 'decision of hero',
      campaign: { id: 1, name: 'Hero' },
      experience: { id: 2, name: 'Everybody' },
      variation: { id: 3, name: 'Bold' },
    },
  ]);
});

test('a fault of an analytics tool is shown, and costs no experience', async (t) => {
  const shown = t.mock.method(console, 'error', () => undefined);
  const fault = new Error('gtag is not defined');
  const onExposure = () => {
    throw fault;
  };
  const visitor = visitorAt(await service(), new TestWindow(), { onExposure });
  assert.deepEqual((await visitor.experience('hero', fallback)).value, { headline: 'Bold' });
  assert.deepEqual(shown.mock.calls[0]?.arguments, [fault]);
});

test('everything is chosen again when the address is another one', async () => {
  const at = await service();
  const window = new TestWindow();
  const visitor = visitorAt(at, window);
  const chosen = () => at.received.filter(({ path }) => path.endsWith('/choose')).length;
  await visitor.experience('hero', null);
  await visitor.pageview({ type: 'HOMEPAGE' });
  await visitor.experience('hero', null);
  assert.equal(chosen(), 1);
  window.location.href = 'https://shop.example/p/1';
  await visitor.pageview({ type: 'PRODUCT', data: ['1'] });
  await visitor.experience('hero', null);
  assert.equal(chosen(), 2);
  assert.deepEqual(at.received.at(-1)?.body.context.page, {
    type: 'PRODUCT',
    location: 'https://shop.example/p/1',
    referrer: 'https://search.example/',
    locale: 'en',
    data: ['1'],
  });
});

test('events go in batches; what could not be sent goes with the next, and counts once', async () => {
  const at = await listen((response, index) =>
    index < 1 ? response.destroy() : response.writeHead(204).end(),
  );
  const visitor = visitorAt(at, new TestWindow(), { retries: 0, batchMs: 60_000 });
  visitor.track({ name: 'a' }, { name: 'b' });
  assert.equal((await visitor.flush()).error?.problem.code, 'network');
  visitor.track({ name: 'c' });
  visitor.click({ slotId: 'slot' });
  assert.deepEqual(await visitor.flush(), {});
  const [failed, events, engagement] = at.received.map(({ body }) => body);
  assert.deepEqual(events.events.slice(0, 2), failed.events);
  assert.equal(events.events[2].name, 'c');
  assert.deepEqual(engagement.engagements, [{ type: 'SLOT_CLICK', slotId: 'slot' }]);
});

test('without consent nothing is stored or sent, and with it everything is chosen again', async () => {
  const at = await service();
  const window = new TestWindow();
  const visitor = visitorAt(at, window, { consent: false });
  let changes = 0;
  visitor.subscribe(() => changes++);
  visitor.track({ name: 'a' });
  assert.deepEqual(await visitor.pageview(), {});
  const { value, error } = await visitor.experience('hero', fallback);
  assert.deepEqual([value, error], [fallback, undefined]);
  assert.deepEqual(await visitor.flush(), {});
  window.leave();
  assert.deepEqual([at.received, window.written, window.beacons], [[], [], []]);
  const before = changes;
  await visitor.setConsent(true);
  assert.equal(changes, before + 1);
  assert.deepEqual((await visitor.experience('hero', fallback)).value, { headline: 'Bold' });
  assert.equal(at.received[0]?.body.user.active_consent_accepted, true);
  assert.equal(window.jar.size, 2);
  visitor.track({ name: 'b' });
  const { svcid_server } = at.received[0]!.body.user;
  assert.deepEqual(await visitor.setConsent(false), {});
  window.leave();
  assert.deepEqual([window.jar.size, window.beacons.length, at.received.length], [0, 0, 2]);
  const { path, body } = at.received[1]!;
  assert.deepEqual(
    [path, body.user, body.session],
    ['/v2/collect/user/pageview', { svcid_server, active_consent_accepted: false }, undefined],
    'the service is told, so that it erases',
  );
  assert.deepEqual(await visitor.setConsent(false), {});
  assert.equal(at.received.length, 2, 'once');
});

test('a visitor who was never known takes nothing back', async () => {
  const at = await service();
  const visitor = visitorAt(at, new TestWindow());
  assert.deepEqual(await visitor.setConsent(false), {});
  assert.deepEqual(at.received, []);
});

test('without consent, a page may request what serves without: as nobody, and nothing is kept', async () => {
  const at = await service();
  const window = new TestWindow();
  const visitor = visitorAt(at, window, { consent: false, choosesWithoutConsent: true });
  assert.deepEqual((await visitor.experience('hero', fallback)).value, { headline: 'Bold' });
  const { user, session } = at.received[0]!.body;
  assert.deepEqual([user, session], [{ active_consent_accepted: false }, undefined]);
  visitor.track({ name: 'a' });
  await visitor.flush();
  window.leave();
  assert.deepEqual([at.received.length, window.written, window.beacons], [1, [], []]);
});

test('who signs in is a person from then on, with the proof of your server', async () => {
  const at = await service();
  const visitor = visitorAt(at, new TestWindow());
  await visitor.experience('hero', null);
  const person = { cuid: 'ann', cuidType: 'external', token: 'proof' };
  visitor.identify(person);
  visitor.identify({ ...person });
  await visitor.flush();
  await visitor.experience('hero', null);
  const [before, identified, after] = at.received.map(({ body }) => body);
  assert.deepEqual(identified.user, { ...before.user, ...person });
  const { cuid, cuidType } = person;
  const properties = { svcType: 'identify-v1', cuid, cuidType };
  assert.equal(identified.events.length, 1);
  assert.deepEqual(identified.events[0].properties, properties);
  assert.equal(after.user.cuid, 'ann');
  visitor.identify();
  await visitor.experience('hero', null);
  assert.deepEqual(at.received.at(-1)?.body.user, before.user);
});

test('what somebody did stays theirs when another signs in', async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  const at = await listen((response, index) => {
    response.writeHead(204).end();
    if (index === 2) arrive();
  });
  const person = { cuid: 'ann', cuidType: 'external' };
  const visitor = visitorAt(at, new TestWindow(), { person, batchMs: 60_000 });
  visitor.track({ name: "Ann's" });
  visitor.identify({ ...person, cuid: 'bob' });
  visitor.track({ name: "Bob's" });
  visitor.identify();
  visitor.track({ name: "Nobody's" });
  await Promise.all([visitor.flush(), arrived]);
  const sent = at.received.map(({ body }) => [
    body.user.cuid,
    body.events.map(({ name }: { name: string }) => name),
  ]);
  assert.deepEqual(
    new Map(sent as never),
    new Map<unknown, string[]>([
      ['ann', ["Ann's"]],
      ['bob', ['Identify', "Bob's"]],
      [undefined, ["Nobody's"]],
    ]),
  );
});

test('events that nobody reads never become exceptions', async () => {
  const at = await listen((response) => json(response, {}, 400));
  const visitor = visitorAt(at, new TestWindow(), { throwOnError: true, batchMs: 0 });
  const failed = new Promise((done) => {
    visitorAt(at, new TestWindow(), { throwOnError: true, batchMs: 0, onError: done }).track({
      name: 'a',
    });
  });
  await failed;
  visitor.track({ name: 'a' });
  await assert.rejects(visitor.flush());
});
