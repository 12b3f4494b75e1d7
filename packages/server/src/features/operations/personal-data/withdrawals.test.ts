// Withdrawals of consent: what an explicit no erases, by who says it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rebuildProfiles, rebuildStale } from '../../events/collect/index.ts';
import {
  external,
  login,
  purchase,
  type Shop,
  shopServer,
  view,
} from '../../events/collect/shop.fixture.ts';
import { callWith, campaignOf, variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { selectErasuresSince } from '../../people/erasures/index.ts';
import { identityToken, selectPerson } from '../../people/identity/index.ts';
import { noteErasures, runErasures } from './index.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;

const no = { active_consent_accepted: false };

/** A shop whose pages report with its public key. */
async function openTo(name: string) {
  const opened = await shop(name);
  const page = await opened.site.client(['collect', 'serve'], 'Client-side');
  const claim = async (user: object, ...events: ReturnType<typeof view>[]) =>
    void (await page.events({ user, events }));
  return { ...opened, page, claim };
}

/** Lets workers do what is to be done; resolves to how many erasures were. */
async function settle(): Promise<number> {
  await workOff();
  const done = await runErasures(ctx);
  await rebuildStale(ctx);
  return done;
}

async function erasures({ siteId }: Shop) {
  const all = await selectErasuresSince(ctx.db, new Date(0), undefined, 1_000);
  return all.filter((one) => one.siteId === siteId);
}

test('a server’s no of a person erases the person, with all devices', async () => {
  const one = await openTo('person');
  await one.tell({ svcid: '11' }, view('tent'), login(['ann']));
  await one.tell({ svcid: '12' }, login(['ann']), view('stove'));
  await one.tell(external('bob'), view('lamp'));
  await workOff();
  await one.tell({ ...external('ann'), ...no }, view('lamp'));
  assert.equal(await settle(), 1);
  const { bob, ...others } = await one.log();
  assert.deepEqual(bob, ['product-view']);
  assert.deepEqual([...new Set(Object.values(others).flat())], ['login'], 'nameless, as numbers');
  assert.equal(
    await selectPerson(ctx.db, one.siteId, { type: 'external', value: 'ann' }),
    undefined,
  );
  assert.equal(await settle(), 0);
});

test('a server’s no of a device erases the device, and its person nowhere else', async () => {
  const one = await openTo('device');
  await one.tell({ svcid: '21' }, view('tent'));
  await one.tell({ svcid: '21' }, login(['ann']));
  await one.tell({ svcid: '22' }, login(['ann']));
  await one.tell(external('ann'), view('stove'));
  await workOff();
  await one.tell({ svcid: '21', ...no }, view('lamp'));
  assert.equal(await settle(), 1);
  const { ann, 21: left } = await one.log();
  assert.deepEqual([ann, left], [['product-view'], undefined]);
  assert.deepEqual(await one.counts('ann'), { 'blue view': 1 });
});

test('a no of choose, a pageview, events, an engagement, a beacon and a flag withdraws alike', async () => {
  const one = await openTo('alike');
  const { client } = one;
  const serving = await one.site.client(['serve']);
  const [open, serve] = [
    await one.site.key(['collect'], 'Client-side'),
    await one.site.key(['serve']),
  ];
  const manage = callWith(server.url, await one.site.key(['manage']));
  const experiences = [{ name: 'All', variations: [variation('hello')] }];
  const made = await manage('POST', '/v2/campaigns', campaignOf({ selector: 'home', experiences }));
  await manage('POST', `/v2/campaigns/${made.body.id}/publish`);
  const selector = { names: ['home'] };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', body: JSON.stringify(body), headers });
  const context = { page: { type: 'PRODUCT' as const, data: ['tent'] } };
  const ways: Readonly<
    Record<string, (user: { svcid: string }, decisionId: string) => Promise<unknown>>
  > = {
    choose: (user) => serving.choose({ user: { ...user, ...no }, context }),
    pageview: (user) => client.pageview({ user: { ...user, ...no }, context }),
    events: (user) => one.claim({ ...user, ...no }, view('tent')),
    engagement: (user, decisionId) =>
      client.engagement({ user: { ...user, ...no }, engagements: [{ type: 'CLICK', decisionId }] }),
    beacon: (user) =>
      post('/v2/collect/beacon', { key: open, user: { ...user, ...no }, events: [view('tent')] }),
    flags: ({ svcid }) =>
      post(
        '/ofrep/v1/evaluate/flags',
        { context: { targetingKey: svcid, ...no } },
        { 'x-api-key': serve, 'content-type': 'application/json' },
      ),
  };
  for (const [at, [name, way]] of Object.entries(ways).entries()) {
    const user = { svcid: String(31 + at) };
    await one.claim(user, view('tent'));
    const { choices } = await serving.choose({ user, selector });
    await server.recorded();
    await workOff();
    assert.deepEqual((await one.log())[user.svcid], ['exposure', 'product-view']);
    await way(user, choices[0]!.decisionId);
    await server.recorded();
    assert.equal(await settle(), 1, name);
    const left = [(await one.log())[user.svcid], (await one.profiles())[user.svcid]];
    assert.deepEqual(left, [undefined, undefined], name);
  }
});

test('a page’s no takes back what pages told of its device, and nothing that a server vouches for', async () => {
  const one = await openTo('claims');
  await one.tell({ id: '41' }, view('stove'), purchase('T1', ['stove']));
  await one.claim({ svcid: '41' }, view('tent'), purchase('T2', ['tent']));
  await one.claim({ svcid: '42' }, view('tent'));
  await workOff();
  await one.claim({ svcid: '41', ...no }, view('lamp'));
  await one.claim({ svcid: '42', ...no }, view('lamp'));
  assert.equal(await settle(), 2);
  const { 41: left, 42: gone, ...others } = await one.log();
  assert.deepEqual([left, gone], [['product-view', 'purchase'], undefined]);
  assert.deepEqual(Object.values(others), [['purchase']], 'the claim is a number, of nobody');
  assert.deepEqual(await one.counts('41'), { 'blue purchase': 1, 'blue view': 1 });
  assert.deepEqual(await rebuildProfiles(ctx, one.siteId, ['41']), []);
});

test('no public key erases a person, with or without proof of who they are', async () => {
  const one = await openTo('public');
  await one.tell({ svcid: '51' }, login(['ann']), view('tent'));
  await one.tell(external('ann'), view('stove'));
  await workOff();
  const before = await one.log();
  const ann = { type: 'external', value: 'ann' };
  const person = (await selectPerson(ctx.db, one.siteId, ann))!;
  const token = identityToken(one.site.snapshot().identitySecret!, ann);
  await one.claim({ ...external('ann'), ...no }, view('lamp'));
  await one.claim({ ...external('ann'), token, ...no }, view('lamp'));
  await one.claim({ svcid: person, ...no }, view('lamp'));
  await one.claim({ svcid: '51', ...no }, view('lamp'));
  assert.equal(await settle(), 1, 'of the device, of which pages have told nothing');
  assert.deepEqual(await one.log(), before);
  assert.deepEqual(await one.counts('ann'), { 'blue view': 1 });
});

test('a no of somebody who was never recorded leaves nothing, and one said again is one', async () => {
  const one = await openTo('once');
  await one.claim({ svcid: '61', ...no }, view('tent'));
  await one.tell({ ...external('ann'), ...no }, view('tent'));
  assert.deepEqual([await settle(), await erasures(one), await one.log()], [0, [], {}]);
  await one.claim({ svcid: '61' }, view('tent'));
  for (let nth = 0; nth < 3; nth += 1) await one.claim({ svcid: '61', ...no }, view('tent'));
  assert.equal(await settle(), 1);
  assert.deepEqual([(await erasures(one)).length, await one.log()], [1, {}]);
  await one.claim({ svcid: '61' }, view('stove'));
  await workOff();
  assert.deepEqual(await one.counts('61'), { 'blue view': 1 }, 'a yes begins anew');
});

test('on somebody else’s device, a person’s no leaves that one’s past', async () => {
  const one = await openTo('shared');
  await one.tell({ svcid: '71' }, login(['owner']), view('tent'));
  await one.tell({ svcid: '71' }, login(['lodger']), view('stove'));
  await workOff();
  await one.tell({ svcid: '71', ...external('lodger'), ...no }, view('lamp'));
  assert.equal(await settle(), 1);
  assert.deepEqual(await one.counts('71'), { 'red view': 1 });
});

test('a ledger takes back what pages told again, and still nothing of a server', async () => {
  const one = await openTo('again');
  await one.claim({ svcid: '81' }, view('tent'));
  await workOff();
  await one.claim({ svcid: '81', ...no }, view('tent'));
  assert.equal(await settle(), 1);
  const noted = (await erasures(one)).map((erasure) => ({ ...erasure, id: crypto.randomUUID() }));
  assert.deepEqual(
    noted.map(({ claims }) => claims),
    [true],
  );
  // As a backup of before would bring it back.
  await one.claim({ svcid: '81' }, view('tent'));
  await one.tell({ id: '81' }, view('stove'));
  await workOff();
  await ctx.db.transaction().execute((tx) => noteErasures(tx, one.siteId, noted, ctx.inbox.mark));
  assert.equal(await settle(), 1);
  assert.deepEqual(await one.counts('81'), { 'blue view': 1 });
});
