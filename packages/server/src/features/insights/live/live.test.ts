// Tests of the live view through HTTP: requests, events, decisions, and why an event does not
// count.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Client } from '@attune/sdk';
import { mostEntries } from '../../../log/live.ts';
import { type TestSite, testServer } from '../../../testing.ts';
import { createKey } from '../../access/api-keys/index.ts';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import { callWith, experiencesOf } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, url } = server;

interface Shown {
  readonly kind: string;
  readonly endpoint: string;
  readonly number: number;
  readonly isUsed: boolean | null;
  readonly why: string;
  readonly traceId: string;
  readonly key: string;
  readonly status: number;
  readonly ms: number;
  readonly decisionId: string | null;
  readonly user: { readonly id: string; readonly name: object | null } | null;
}

async function seatAt(name: string, site: TestSite) {
  const one = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  let last: string | undefined;
  /** What came since the last look, the oldest first. */
  const look = async (): Promise<Shown[]> => {
    const query = last === undefined ? '' : `?after=${last}`;
    const { status, body } = await one.ask('GET', `/sites/${name}/live${query}`);
    assert.equal(status, 200);
    last = body.last;
    return body.entries.toReversed();
  };
  return { ...one, look };
}

async function openSite(name: string) {
  const site = await server.site(name, { vertical: 'Other' });
  return { site, ...(await seatAt(name, site)) };
}

test('a request is shown with its key, its answer and its trace id, on either way', async () => {
  const { site, look } = await openSite('requests');
  const key = await site.key(['collect', 'userprofile', 'feed']);
  const call = callWith(url, key);
  await call('GET', '/v2/userprofile?cuid=unseen-secret&cuidType=external&affinity=true');
  assert.deepEqual(await look(), [], 'nothing from before the first look');
  const short = await call(
    'GET',
    '/v2/userprofile?cuid=secret-name&cuidType=external&affinity=true',
  );
  const long = await call('GET', '/v2/feeds/7/items/a');
  const refused = await call('POST', '/v2/serve/user/choose', { user: { cuid: 'secret-name' } });
  const faulty = await call('POST', '/v2/collect/user/event', { events: [{ name: 7 }] });
  const nowhere = await call('GET', '/v2/nowhere');
  const entries = await look();
  const trace = ({ headers }: typeof short) => headers.get('svc-trace-id');
  assert.deepEqual(
    entries.map((one) => [one.kind, one.endpoint, one.status, one.traceId, one.key]),
    [
      ['request', 'readUserProfile', 200, trace(short), 'test key'],
      ['request', 'readFeedItem', 404, trace(long), 'test key'],
      ['request', 'choose', 403, trace(refused), 'test key'],
      ['request', 'collectEvents', 422, trace(faulty), 'test key'],
      ['request', 'none', 404, trace(nowhere), 'test key'],
    ],
  );
  assert.deepEqual(
    entries.map(({ why }) => why.split(' · ')[0]!.replace(/: .*/, '')),
    ['', 'not_found', 'permission_missing', 'invalid_request', 'not_found'],
  );
  assert.match(entries[3]!.why, /· \/events\/0\/name must/);
  assert.ok(entries.every(({ ms, isUsed }) => ms >= 0 && isUsed === null));
  const text = JSON.stringify(entries);
  for (const secret of [key, 'secret-name']) assert.ok(!text.includes(secret));
  assert.deepEqual(await look(), [], 'each is shown once');
});

test('a request with a key that has expired is shown, and one with an unknown key is not', async () => {
  const { site, look } = await openSite('expired');
  await look();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const request = { name: 'short-lived', source: 'Server-side', permissions: ['serve'], expiresAt };
  const { value, id } = await createKey(ctx, site.snapshot(), request, 'test');
  const past = `update api_key set expires_at = now() - interval '1 s' where id = $1`;
  await ctx.pool.query(past, [id]);
  await changeSettings(ctx, site.id, {}, 'test');
  const call = callWith(url, value);
  assert.equal((await call('POST', '/v2/serve/user/choose', {})).status, 401);
  assert.equal((await call('GET', '/v2/keys/self')).status, 401);
  const unknown = value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x');
  await callWith(url, unknown)('GET', '/v2/keys/self');
  const entries = await look();
  assert.deepEqual(
    entries.map(({ key, why }) => [key, why.slice(0, 11)]),
    [
      ['short-lived', 'key_expired'],
      ['short-lived', 'key_expired'],
    ],
  );
});

const known = (svcType: string, properties: object) => ({
  name: svcType,
  properties: { svcType, ...properties },
});
const view = (productId: string) => known('product-view-v1', { productId });

test('an event shows whether it counts, and if not, why', async () => {
  const { site, look } = await openSite('events');
  const client = await site.client(['collect', 'feed']);
  const user = { cuid: 'ann', cuidType: 'external' };
  await look();
  /** The verdict on the only event of a request. */
  const verdict = async (event: object, of: object = user, by: Client = client) => {
    await by.events({ user: of, events: [event] } as never);
    const [told, ...others] = (await look()).filter(({ kind }) => kind === 'event');
    assert.deepEqual(others, []);
    return [told!.isUsed, told!.why];
  };
  assert.deepEqual(await verdict(view('tent')), [
    ...[false, 'the site has no feed to look products up in'],
  ]);
  await client.createFeed({ id: '1', name: 'Shop', affinity: ['color', 'size'] });
  await client.putItems('1', [
    { sku: 'tent', color: 'red', size: ['L', 'M'] },
    { sku: 'plain', price: 3 },
  ]);
  assert.deepEqual(await verdict(view('tent')), [true, 'view counts for color, size']);
  assert.deepEqual(await verdict(view('none')), [false, 'no product of sku none in any feed']);
  assert.deepEqual(await verdict(view('plain')), [
    ...[false, 'the product plain has nothing in the affinity columns (color, size)'],
  ]);
  const cart = ['tent', 'none'].map((productId) => ({ productId, quantity: 1, itemPrice: 1 }));
  const bought = known('purchase-v1', { uniqueTransactionId: 't', value: 2, cart });
  assert.deepEqual(await verdict(bought), [
    ...[true, 'purchase counts for color, size; no product of sku none in any feed'],
  ]);
  const [, refund] = await verdict(known('refund-v1', { uniqueTransactionId: 't' }));
  assert.match(String(refund), /^takes back/);
  const [isUsed, why] = await verdict({ name: 'Visit', properties: {} });
  assert.deepEqual([isUsed, String(why).slice(0, 12)], [false, 'not a signal']);
  const [, typo] = await verdict(known('purchase-v2', { value: 1 }));
  assert.match(String(typo), /^no known type, .*: purchase-v2. Did you mean purchase-v1\?$/);
  const filter = known('filter-items-v1', { filterType: 'brand', filterStringValue: 'A' });
  assert.deepEqual(await verdict(filter), [
    ...[false, 'brand is not among the affinity properties of the site'],
  ]);
  const browser = await site.client(['collect'], 'Client-side');
  const [unproved, unprovedWhy] = await verdict(view('tent'), user, browser);
  assert.deepEqual([unproved, String(unprovedWhy).slice(0, 15)], [false, 'user unverified']);
  const [device, deviceWhy] = await verdict(view('tent'), { ...user, svcid: '5' }, browser);
  assert.deepEqual(
    [device, /for the device alone; view counts/.test(String(deviceWhy))],
    [true, true],
  );
  const [nobody, nobodyWhy] = await verdict(view('tent'), {});
  assert.deepEqual([nobody, String(nobodyWhy).slice(0, 7)], [false, 'no user']);
  const settings = { requireConsent: true, affinity: { weights: { view: 0 } } };
  await changeSettings(ctx, site.id, { settings }, 'test');
  const [refused, refusedWhy] = await verdict(view('tent'));
  assert.deepEqual([refused, String(refusedWhy).slice(0, 10)], [false, 'no consent']);
  const [, refusal] = await verdict(view('tent'), { ...user, active_consent_accepted: false });
  assert.match(String(refusal), /^no consent: .* is false; nothing is kept/);
  assert.deepEqual(await verdict(view('tent'), { ...user, active_consent_accepted: true }), [
    ...[false, 'the site gives view the weight 0'],
  ]);
});

test('all of a request’s events are shown with its trace id, and at most the last 200', async () => {
  const { site, look } = await openSite('many');
  const client = await site.client(['collect']);
  await look();
  const events = Array.from({ length: 25 }, (_, at) => ({ name: `Visit ${at}`, properties: {} }));
  await client.events({ user: { svcid: '5' }, events });
  const first = await look();
  const visits = first.filter(({ kind }) => kind === 'event');
  assert.deepEqual(
    visits.map(({ endpoint }) => endpoint),
    events.map(({ name }) => name),
  );
  assert.deepEqual(new Set(first.map(({ traceId }) => traceId)).size, 1);
  for (let batch = 0; batch < 10; batch += 1) {
    await client.events({ user: { svcid: '5' }, events });
  }
  assert.equal((await look()).length, mostEntries);
});

test('a decision is shown with what it gave, and with the id that replays it', async () => {
  const { site, look } = await openSite('decisions');
  const { publish, client } = await experiencesOf(server, site);
  await publish({ selector: 'hero' });
  await look();
  const { choices } = await client.choose({ user: { svcid: '5' }, selector: { names: ['hero'] } });
  const [decision, request] = await look();
  assert.deepEqual([decision?.kind, decision?.endpoint], ['decision', 'hero']);
  assert.deepEqual([decision?.decisionId, request?.decisionId], [choices[0]?.decisionId, null]);
  assert.match(decision!.why, /^.+: allocated$/);
  assert.equal(decision?.traceId, request?.traceId);
});

test('whose an event or a decision is, is shown by the site’s name for them, looked up anew', async () => {
  const { site, look } = await openSite('named');
  const { publish, client } = await experiencesOf(server, site);
  await publish({ selector: 'named' });
  await look();
  const choose = (svcid: string) =>
    client.choose({ user: { svcid }, selector: { names: ['named'] } });
  await choose('5');
  const usersNow = async () =>
    (await look()).flatMap(({ kind, user }) => (kind === 'decision' ? [user] : []));
  assert.deepEqual(await usersNow(), [{ id: '5', name: null }]);
  await ctx.pool.query(
    `insert into identifier (site_id, type, value, person_id)
     values ($1, 'he', 'ab12', 50), ($1, 'external', 'ann-1', 50)`,
    [site.id],
  );
  await ctx.pool.query(
    `insert into device (site_id, user_id, owner_id, present_id, is_first)
     values ($1, 5, 50, 50, true)`,
    [site.id],
  );
  await choose('5');
  const [{ id, name }] = (await usersNow()) as [{ id: string; name: object }];
  assert.deepEqual([id, name], ['5', { type: 'external', value: 'ann-1' }]);
});

test('what another site does is not seen, and nothing is gathered of it', async () => {
  const { site, ask } = await openSite('watching');
  const other = await server.site('unwatched', { vertical: 'Other' });
  await ask('GET', '/sites/watching/live');
  await (await other.client(['collect'])).events({
    user: { svcid: '5' },
    events: [{ name: 'Theirs', properties: {} }],
  });
  assert.deepEqual((await ask('GET', '/sites/watching/live')).body.entries, []);
  assert.equal((await ask('GET', '/sites/unwatched/live')).status, 404);
  assert.deepEqual([ctx.live.isWatched(site.id), ctx.live.isWatched(other.id)], [true, false]);
});
