// A person's affinity laid open and edited through HTTP, and what other settings would change.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AffinityDetailOutput } from '@attune/contract';
import { rebuildProfiles } from '../../events/collect/index.ts';
import {
  callWith,
  campaignOf,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { runErasures } from '../../operations/personal-data/index.ts';
import { external, profileServer } from '../../people/profiles/profiles.fixture.ts';
import { renewTotals } from '../../people/profiles/totals.ts';

const server = await profileServer();
after(server.close);
const { ctx, client, say, set, text, test: site, folded } = server;
const call = callWith(server.url, await site.key(['userdata', 'manage']));
const { decide, publish } = await experiencesOf(server, site);

const query = (cuid: string) => `?cuid=${cuid}&cuidType=external`;
const detail = async (cuid: string) => {
  const answer = await call('GET', `/v2/userprofile/affinity${query(cuid)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const edit = async (cuid: string, body: object) => {
  const answer = await call('POST', `/v2/userprofile/affinity/edits${query(cuid)}`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const notifiedOf = (body: AffinityDetailOutput, property: string, value: string) =>
  body.properties
    .find((one) => one.property === property)!
    .values.find((one) => one.value === value)!;

test('each value has its score, share, confidence and the signals that made it', async () => {
  await say(
    external('open'),
    { taste: { color: ['red', 'blue'] } },
    { taste: { color: ['red'] }, daysAgo: 30 },
  );
  const body = await detail('open');
  const red = notifiedOf(body, 'color', 'red');
  assert.deepEqual([red.rank, red.score, red.points, red.expected], [1, 6, 6, 6]);
  assert.equal(red.share, 0.6);
  assert.equal(red.confidence, 1.5 / 5.5);
  assert.deepEqual(red.signals, [{ signal: 'inform', count: 2, points: 6 }]);
  assert.deepEqual(
    red.days.map(({ points }: { points: number }) => points),
    [4, 2],
  );
  const sources = await call(
    'GET',
    `/v2/userprofile/affinity/sources${query('open')}&property=color&value=red`,
  );
  assert.equal(sources.body.items.length, 2);
  assert.deepEqual(sources.body.items[0].signal, 'inform');
  const nobody = await call('GET', `/v2/userprofile/affinity${query('nobody')}`);
  assert.equal(nobody.status, 404);
});

test('an edit ranks at once, everywhere it counts, survives a rebuild and goes when it is removed', async () => {
  await say(
    external('edited'),
    { taste: { color: ['red', 'red2', 'green'], size: ['L'] } },
    { taste: { color: ['red'] } },
  );
  await publish(
    campaignOf({
      selector: 'green first',
      experiences: [
        {
          name: 'Green',
          targeting: { 'affinity.color.green.rank': 1 },
          variations: [variation('green')],
        },
        { name: 'Others', variations: [variation('other')] },
      ],
    }),
  );
  const served = async () => {
    const { variations } = await decide('green first', { user: external('edited') });
    return (variations[0]!.payload as { data: string }).data;
  };
  assert.equal(await served(), 'other');
  const body = await edit('edited', {
    set: [
      { property: 'color', value: 'green', action: 'boost', amount: 10 },
      { property: 'color', value: 'red2', action: 'mute' },
      { property: 'color', value: 'gold', action: 'set', amount: 30 },
      { property: 'size', action: 'mute' },
    ],
  });
  assert.equal(notifiedOf(body, 'color', 'green').score, 40);
  assert.deepEqual(notifiedOf(body, 'color', 'red2').rank, null);
  assert.equal(notifiedOf(body, 'color', 'red2').mutedBy, 'teammate');
  const after4 = '{"affinity":{"color":{"green":1,"gold":2,"red":3}}}';
  assert.equal(await text(external('edited')), after4);
  assert.equal(await served(), 'green');
  const { rows } = await ctx.pool.query(`select user_id from profile where site_id = $1`, [
    site.id,
  ]);
  await rebuildProfiles(
    ctx,
    site.id,
    rows.map(({ user_id }) => user_id),
  );
  assert.equal(await text(external('edited')), after4);
  const exported = await call('GET', `/v2/userprofile/export${query('edited')}`);
  assert.equal(exported.body.affinityEdits.length, 4);
  assert.deepEqual(Object.keys(exported.body.affinity), ['color']);
  await edit('edited', { remove: [{ property: 'size' }, { property: 'color', value: 'green' }] });
  assert.equal(
    await text(external('edited')),
    '{"affinity":{"color":{"gold":1,"red":2,"green":3},"size":{"L":1}}}',
  );
});

test('every error of an edit is listed, nothing is changed, and the audit log names no value', async () => {
  await say(external('faulty'), { taste: { color: ['secret-red'] } });
  const answer = await call('POST', `/v2/userprofile/affinity/edits${query('faulty')}`, {
    set: [
      { property: 'color', action: 'set', amount: 1 },
      { property: 'color', value: 'red', action: 'boost', amount: 0 },
      { property: 'color', value: 'red', action: 'mute', amount: 1 },
    ],
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(
    answer.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/set/0/value', '/set/1/amount', '/set/2/amount'],
  );
  assert.deepEqual((await detail('faulty')).edits, []);
  await edit('faulty', { set: [{ property: 'color', value: 'secret-red', action: 'mute' }] });
  const { rows } = await ctx.pool.query(
    `select subject, details::text from audit where site_id = $1 and action = 'user.affinity'`,
    [site.id],
  );
  assert.ok(rows.length > 0);
  assert.ok(
    !JSON.stringify(rows).includes('secret-red') && !JSON.stringify(rows).includes('faulty'),
  );
});

test('edits go with the person who is erased', async () => {
  await say(external('erased'), { taste: { color: ['red'] } });
  const { userId } = await edit('erased', {
    set: [{ property: 'color', value: 'red', action: 'boost', amount: 2 }],
  });
  await call('DELETE', `/v2/userprofile${query('erased')}`);
  while ((await runErasures(ctx)) === 0);
  const { rows } = await ctx.pool.query('select 1 from user_fact where value = $1', [userId]);
  assert.equal(rows.length, 0);
});

test('a dislike takes away what was liked, of values and of products, and is shown', async () => {
  await client.createFeed({ id: '5', name: 'Shop', affinity: ['color', 'price'] });
  await client.putItems('5', [
    { sku: 's1', color: 'red', price: 12.5 },
    { sku: 's2', color: 'blue', price: 80 },
  ]);
  const inform = (data: object[]) =>
    client.events({
      user: external('critic'),
      events: [{ name: 'Quiz', properties: { svcType: 'inform-affinity-v1', data } }],
    });
  await inform([
    { attribute: 'color', values: ['red', 'blue'] },
    { attribute: 'color', values: ['blue'], sentiment: 'dislike' },
    { productId: 's1' },
  ]);
  await folded();
  assert.match(await text(external('critic')), /"color":\{"red":1\}/);
  const blue = notifiedOf(await detail('critic'), 'color', 'blue');
  assert.deepEqual([blue.rank, blue.score, blue.points], [null, 0, -4]);
  assert.deepEqual(blue.signals[0], { signal: 'dislike', count: 1, points: -8 });
  await inform([{ productId: 's1', sentiment: 'dislike' }]);
  await folded();
  assert.doesNotMatch(await text(external('critic')), /red/);
  await assert.rejects(inform([{ attribute: 'color', values: ['x'], sentiment: 'so-so' }]));
});

test('prices are liked in bands of the site, which keep their names', async () => {
  const prices = [5, 9, 11, 19, 25, 40, 60, 80, 120, 300];
  const items = prices.map((price, at) => ({ sku: `p${at}`, color: 'any', price }));
  await client.putItems('5', items, { allowShrink: true });
  const view = (cuid: string, sku: string) =>
    client.events({
      user: external(cuid),
      events: [{ name: 'View', properties: { svcType: 'product-view-v1', productId: sku } }],
    });
  for (const [at] of prices.entries()) await view(`buyer ${at}`, `p${at}`);
  await folded();
  await renewTotals(ctx, site.id);
  const { bands } = site.snapshot().normaliser!;
  const { boundaries } = bands.get('price')!;
  assert.ok(boundaries.length >= 3, JSON.stringify(boundaries));
  const [lowest] = boundaries;
  assert.match(await text(external('buyer 0')), new RegExp(`"price":\\{"<${lowest}":1\\}`));
  assert.match(
    await text(external('buyer 9')),
    new RegExp(`"price":\\{">=${boundaries.at(-1)}":1\\}`),
  );
  await view('buyer 0', 'p1');
  await folded();
  await renewTotals(ctx, site.id);
  assert.deepEqual(site.snapshot().normaliser!.bands.get('price')!.boundaries, boundaries);
  await set({ bandsByProperty: { price: [50] } });
  assert.match(await text(external('buyer 9')), /"price":\{">=50":1\}/);
  assert.match(await text(external('buyer 0')), /"price":\{"<50":1\}/);
  await set({ bandsByProperty: null });
});

test('a value that the site mutes is no user’s any more, and can be had back', async () => {
  await say(external('quiet'), { taste: { color: ['red', 'blue'] } });
  await set({ muted: [{ property: 'color', value: 'red' }] });
  assert.match(await text(external('quiet')), /"color":\{"blue":1\}/);
  assert.equal(notifiedOf(await detail('quiet'), 'color', 'red').mutedBy, 'site');
  await set({ muted: [{ property: 'color' }] });
  assert.doesNotMatch(await text(external('quiet')), /color/);
  await set({ muted: null });
  assert.match(await text(external('quiet')), /"color":\{"blue":1,"red":2\}/);
});

test('a what-if lists the users who change under proposed settings, and writes nothing', async () => {
  await say(external('old love'), { taste: { color: ['old', 'old2'] }, daysAgo: 60 });
  await say(
    external('old love'),
    { taste: { color: ['old'] }, daysAgo: 60 },
    { taste: { color: ['new'] } },
  );
  const before = site.snapshot().site.revision;
  const tried = await call('POST', '/v2/affinity/what-if', {
    settings: { halfLifeDays: 365 },
    people: [external('old love'), external('stranger')],
  });
  assert.equal(tried.status, 200, tried.text);
  const [user] = tried.body.users;
  assert.equal(user.userName.type, 'external');
  const color = user.properties.find(({ property }: { property: string }) => property === 'color');
  const names = (ranked: { value: string }[]) => ranked.map(({ value }) => value);
  assert.deepEqual(names(color.before), ['new', 'old', 'old2']);
  assert.deepEqual(names(color.after), ['old', 'new', 'old2']);
  assert.deepEqual(
    [tried.body.looked, tried.body.changed, tried.body.unknown],
    [1, 1, ['stranger']],
  );
  // The average of those who have a color, the person among them, is added twice.
  const weighed = await call('POST', '/v2/affinity/what-if', {
    settings: { siteWeight: 2 },
    people: [external('old love')],
  });
  const colors = weighed.body.properties.find(
    ({ property: name }: { property: string }) => name === 'color',
  );
  assert.deepEqual(colors.siteWeight, { before: 0, after: 2 });
  assert.ok(!JSON.stringify(weighed.body.users[0].properties).includes('red'), 'never had');
  const sampled = await call('POST', '/v2/affinity/what-if', {
    settings: { weights: { inform: 5 }, bandsByProperty: { price: 2 } },
    sample: 100,
  });
  assert.equal(sampled.status, 200, sampled.text);
  assert.ok(sampled.body.looked > 1);
  const price = sampled.body.properties.find(
    ({ property }: { property: string }) => property === 'price',
  );
  assert.equal(price.edges.length, 1);
  const faulty = await call('POST', '/v2/affinity/what-if', {
    settings: { halfLifeDays: 0, weights: { nosuch: 1 }, dailyCap: 'x' },
  });
  assert.deepEqual(
    [faulty.status, faulty.body.errors.map(({ pointer }: { pointer: string }) => pointer)],
    [422, ['/settings/weights/nosuch']],
  );
  assert.equal(site.snapshot().site.revision, before);
});
