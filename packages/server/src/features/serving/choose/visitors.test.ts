// What is known of a visitor beside their id: where they are, a bot, a page that is loaded ahead.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { mmdbOf } from '../../../mmdb.fixture.ts';
import {
  callWith,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const folder = await mkdtemp(join(tmpdir(), 'attune-geo-'));
const file = join(folder, 'city.mmdb');
const there = {
  country: { iso_code: 'US' },
  subdivisions: [{ iso_code: 'CA' }],
  city: { names: { en: 'Oakland' } },
};
await writeFile(file, mmdbOf('192.0.2.0/24', there));
const server = await experienceServer({ api: true, worker: true }, { env: { GEO_DATABASE: file } });
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
const { client, publish, log } = server;
const call = callWith(server.url, await server.test.key(['serve', 'collect']));
const browser = callWith(server.url, await server.test.key(['serve', 'collect'], 'Client-side'));
const path = '/v2/serve/user/choose';
const ask = async (send: typeof call, body: object, headers = {}) => {
  const request = { selector: { names: ['home'] }, ...body };
  return (await send('POST', path, request, headers)).body;
};

const weights = ['a', 'b', 'c', 'd'].map((data) => ({ ...variation(data), name: data }));
await publish({ selector: 'home', experiences: [{ name: 'All', variations: weights }] });
await publish({
  selector: 'local',
  experiences: [
    { name: 'City', targeting: { 'geo.city': 'Oakland' }, variations: [variation('city')] },
    { name: 'Region', targeting: { 'geo.region': 'BY' }, variations: [variation('region')] },
    { name: 'Land', targeting: { 'geo.country': 'DE' }, variations: [variation('country')] },
  ],
});
const local = async (context: object, headers = {}) => {
  const body = { user: { id: '7' }, context, selector: { names: ['local'] } };
  return (await ask(call, body, headers)).choices[0].variations[0]?.payload.data;
};

test('where somebody is comes from the caller, then from the edge, then from the address', async () => {
  const device = { ip: '192.0.2.7' };
  assert.equal(await local({ device }), 'city');
  assert.equal(await local({ device: { ip: '192.0.3.7' } }), undefined);
  assert.equal(await local({ device: { ip: 'nowhere' } }), undefined);
  assert.equal(await local({ device }, { 'cf-ipcountry': 'DE' }), 'city');
  assert.equal(await local({ device, geo: { country: 'de' } }), 'country');
  assert.equal(await local({ device, geo: { country: 'DE', region: 'BY' } }), 'region');
});

const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test('all bots see one version, get no cookies and leave nothing', async () => {
  const before = (await log()).length;
  const seen = new Set<string>();
  for (let id = 100; id < 140; id += 1) {
    const context = { device: { userAgent: crawler }, page: { type: 'HOMEPAGE' } };
    const options = { isImplicitPageview: true };
    const answer = await ask(call, { user: { svcid: String(id) }, context, options });
    assert.deepEqual(answer.cookies, []);
    assert.equal(answer.warnings[0].code, 'bot');
    const [choice] = answer.choices;
    seen.add(choice.variations[0].payload.data);
    await client.engagement({ engagements: [{ type: 'CLICK', decisionId: choice.decisionId }] });
  }
  assert.equal(seen.size, 1);
  assert.equal((await log()).length, before);
});

test('a bot is known by its own agent, and a shop’s server is none', async () => {
  const named = await ask(browser, { user: { svcid: '8' } }, { 'user-agent': crawler });
  assert.equal(named.warnings[0].code, 'bot');
  const program = await ask(call, { user: { svcid: '8' } }, { 'user-agent': crawler });
  assert.equal(program.warnings, undefined);
  for (const agent of ['okhttp/4.12.0', 'Shop/1.0 CFNetwork/1490 Darwin/23.2.0', 'node']) {
    const app = await ask(browser, { user: { svcid: '8' } }, { 'user-agent': agent });
    assert.equal(app.warnings, undefined, agent);
  }
});

test('of what a bot reports nothing is recorded, and that is told', async () => {
  const before = (await log()).length;
  const user = { svcid: '200', active_consent_accepted: true };
  const page = { type: 'HOMEPAGE' };
  const events = [{ name: 'Seen', properties: {} }];
  const { choices } = await ask(call, { user });
  const engagements = [{ type: 'CLICK', decisionId: choices[0].decisionId }];
  const own = { 'user-agent': crawler };
  const sent = await Promise.all([
    browser('POST', '/v2/collect/user/pageview', { user, context: { page } }, own),
    browser('POST', '/v2/collect/user/event', { user, events }, own),
    browser('POST', '/v2/collect/user/engagement', { user, engagements }, own),
    call('POST', '/v2/collect/user/pageview', {
      user,
      context: { page, device: { userAgent: crawler } },
    }),
  ]);
  const told = sent.map(({ status, headers }) => `${status} ${headers.get('svc-warnings')}`);
  assert.deepEqual(told, Array(4).fill('204 bot=1'));
  const own200 = (await log()).filter(({ userId }) => userId === '200');
  assert.deepEqual(
    own200.map(({ kind }) => kind),
    ['exposure'],
  );
  assert.equal((await log()).length, before + 1);
});

test('what is loaded ahead records no exposure until it is shown', async () => {
  const page = { context: { page: { type: 'HOMEPAGE' } }, user: { id: '300' } };
  const ahead = { 'sec-purpose': 'prefetch;prerender' };
  const { choices } = await ask(browser, page, ahead);
  const kinds = async () => {
    const own = (await log()).filter(({ userId }) => userId === '300');
    return own.map(({ kind }) => kind).sort();
  };
  assert.deepEqual(await kinds(), ['decision']);
  const [{ decisionId }] = choices;
  await client.engagement({ engagements: [{ type: 'IMP', decisionId }] });
  assert.deepEqual(await kinds(), ['decision', 'exposure']);
});
