// Tests of a site’s settings on the console: what they say, which roles change them, and the
// effect.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../testing.ts';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await testServer({ api: true, worker: true });
after(server.close);
const { ctx, url, test: site } = server;
const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: false });
const path = '/sites/test/settings';
const types = '/sites/test/identifier-types';

test('a site’s settings are shown with the defaults in them', async () => {
  const viewer = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  const { status, body } = await viewer.ask('GET', path);
  assert.equal(status, 200);
  const { revision, affinity, ...shown } = body;
  assert.deepEqual(shown, {
    ...{ name: 'test', vertical: 'E-commerce', features: ['feeds', 'affinity', 'management-api'] },
    ...{ timeZone: 'UTC', currency: 'USD', requireConsent: false, requireIdentityToken: true },
    ...{ decisionLog: 'served', approval: 'none', retentionDays: 400, auditRetentionDays: 400 },
    nightlyExport: false,
    ...{ learningCap: 20, columns: [], identifierTypes: [], accountTypes: [] },
    internalTraffic: { addresses: [], userAgents: [], audience: null },
  });
  assert.deepEqual([affinity.weights.purchase, affinity.halfLifeDays], [8, 30]);
  assert.equal(affinity.properties, null);
  assert.equal(revision, site.snapshot().site.revision);
});

test('columns are those that the items of the feeds have, the best for affinity first', async () => {
  const shop = await server.site('columns', { vertical: 'Other' });
  const client = await shop.client(['feed']);
  await client.createFeed({ id: '1', name: 'A', affinity: ['color'] });
  await client.createFeed({ id: '2', name: 'B' });
  const items = Array.from({ length: 300 }, (_, at) => ({
    ...{ sku: `sku-${at}`, color: at % 2 ? 'red' : 'blue', price: at, nested: { a: 1 } },
  }));
  await client.putItems('1', items);
  await client.putItems('2', [
    { sku: 'x', size: 'L' },
    { sku: 'gone', lost: 'y' },
  ]);
  await client.putItems('2', [{ sku: 'x', size: 'L' }]);
  const one = await signedIn(server, shop.id, { role: 'Viewer', codeEditing: false });
  const { body } = await one.ask('GET', '/sites/columns/settings');
  assert.deepEqual(body.columns, ['color', 'price', 'size', 'sku']);
});

test('what is left out stays; the audit log has what changed, and its author', async () => {
  const before = (await admin.ask('GET', path)).body;
  const wanted = {
    timeZone: 'Europe/Paris',
    affinity: { weights: { view: 3 }, properties: ['color'] },
  };
  const { status, body } = await admin.ask('PUT', path, wanted);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    ...before,
    timeZone: 'Europe/Paris',
    affinity: {
      ...before.affinity,
      weights: { ...before.affinity.weights, view: 3 },
      properties: ['color'],
      propertiesInUse: ['color'],
    },
    revision: before.revision + 1,
  });
  assert.equal(site.snapshot().site.settings.timeZone, 'Europe/Paris');
  const { entries } = (await admin.ask('GET', '/sites/test/audit?limit=1')).body;
  const { actor, action, details } = entries[0];
  assert.deepEqual([actor, action], [admin.email, 'site.change']);
  assert.deepEqual(details, {
    before: { timeZone: 'UTC', affinity: { weights: { view: 1 } } },
    after: { timeZone: 'Europe/Paris', affinity: { weights: { view: 3 }, properties: ['color'] } },
  });
  const back = await admin.ask('PUT', path, { affinity: { properties: null } });
  assert.equal(back.body.affinity.properties, null);
});

test('errors name what is wrong, and nothing changes', async () => {
  const before = (await admin.ask('GET', path)).body;
  const wrong = {
    timeZone: 'Mars/Olympus',
    currency: 'eur',
    affinity: { weights: { view: 101, vue: 1 }, halfLifeDays: 0 },
  };
  const first = await admin.ask('PUT', path, wrong);
  const pointers = ({ body }: typeof first) =>
    body.errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.equal(first.status, 422);
  assert.deepEqual(pointers(first), ['/affinity/weights/vue']);
  const { vue: _vue, ...weights } = wrong.affinity.weights;
  const second = await admin.ask('PUT', path, {
    ...wrong,
    affinity: { ...wrong.affinity, weights },
  });
  assert.deepEqual(pointers(second), [
    ...['/timeZone', '/currency', '/affinity/weights/view', '/affinity/halfLifeDays'],
  ]);
  assert.equal((await admin.ask('PUT', path, { vertical: 'Banking' })).status, 422);
  assert.equal((await admin.ask('PUT', path, { features: ['teleport'] })).status, 422);
  assert.deepEqual((await admin.ask('GET', path)).body, before);
});

test('a feature turned off and another vertical withdraw permissions at once; keys stay', async () => {
  const key = await site.key(['feed', 'userprofile', 'serve']);
  const call = callWith(url, key);
  const feeds = () => call('GET', '/v2/feeds/7/items/a');
  const profile = () => call('GET', '/v2/userprofile?cuid=a&cuidType=external&affinity=true');
  const keysNow = async () => (await ctx.pool.query('select * from api_key order by id')).rows;
  const keys = await keysNow();
  assert.deepEqual([(await feeds()).status, (await profile()).status], [404, 200]);
  await admin.ask('PUT', path, { features: ['feeds', 'management-api'] });
  assert.deepEqual([(await feeds()).status, (await profile()).status], [404, 403]);
  await admin.ask('PUT', path, { vertical: 'Finance', features: ['feeds', 'affinity'] });
  assert.deepEqual([(await feeds()).status, (await profile()).status], [403, 200]);
  assert.deepEqual(await keysNow(), keys);
  await admin.ask('PUT', path, { vertical: 'E-commerce' });
  assert.equal((await feeds()).status, 404);
});

test('identifier types are defined and removed, unless people are known by them', async () => {
  const added = await admin.ask('POST', types, { name: 'loyalty' });
  assert.deepEqual(
    [added.status, added.body.identifierType],
    [201, { name: 'loyalty', identifies: 'person' }],
  );
  assert.equal((await admin.ask('POST', types, { name: 'loyalty' })).body.code, 'conflict');
  for (const name of ['he', 'Loyalty', '', 'x'.repeat(51)]) {
    const refused = await admin.ask('POST', types, { name });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/name'], name);
  }
  const client = await site.client(['collect']);
  const user = { cuid: 'a', cuidType: 'loyalty' };
  await client.events({ user, events: [{ name: 'Visit', properties: {} }] });
  await server.folded();
  assert.equal((await admin.ask('DELETE', `${types}/${added.body.id}`)).body.code, 'conflict');
  const { id } = (await admin.ask('POST', types, { name: 'unused' })).body;
  const stale = await admin.ask('DELETE', `${types}/${id}`, undefined, { 'if-match': '"7"' });
  assert.equal(stale.body.code, 'revision_mismatch');
  assert.equal((await admin.ask('DELETE', `${types}/${id}`)).status, 204);
  assert.equal((await admin.ask('DELETE', `${types}/${id}`)).status, 404);
  const { body } = await admin.ask('GET', path);
  assert.deepEqual([body.identifierTypes, body.accountTypes], [['loyalty'], []]);
});

test('an identifier type of accounts names nobody, and stays one', async () => {
  const company = { name: 'company', identifies: 'account' };
  const { status, body } = await admin.ask('POST', types, company);
  assert.deepEqual([status, body.identifierType], [201, company]);
  const one = `${types}/${body.id}`;
  const version = { 'if-match': '"1"' };
  const changed = await admin.ask('PUT', one, { name: 'company' }, version);
  assert.deepEqual([changed.status, changed.body.errors[0].pointer], [422, '/identifies']);
  assert.deepEqual((await admin.ask('GET', path)).body.accountTypes, ['company']);
});

test('settings are changed by Admins of the site alone', async () => {
  await server.site('foreign');
  const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: true });
  for (const [method, address, body] of [
    ['PUT', path, { timeZone: 'UTC' }],
    ['POST', types, { name: 'mine' }],
    ['DELETE', `${types}/8888009`],
  ] as const) {
    assert.equal((await editor.ask(method, address, body)).body.code, 'role_missing');
    const elsewhere = address.replace('/test/', '/foreign/');
    assert.equal((await admin.ask(method, elsewhere, body)).status, 404);
  }
  assert.equal((await admin.ask('GET', '/sites/foreign/settings')).status, 404);
});

test('all settings of affinity are changed by name, and what is null returns to its default', async () => {
  const affinity = {
    bandsByProperty: { price: [10, 50] },
    halfLifeDaysByProperty: { color: 365 },
    normalisation: 0.5,
    siteWeight: 4,
    dailyCap: 10,
    sessionMinutes: 60,
    sessionBlend: 0.4,
    muted: [{ property: 'shoes', value: 'socks' }, { property: 'size' }],
  };
  const { status, body } = await admin.ask('PUT', path, { affinity });
  assert.equal(status, 200, JSON.stringify(body));
  for (const [name, value] of Object.entries(affinity)) {
    assert.deepEqual(body.affinity[name], value, name);
  }
  assert.deepEqual(body.affinity.siteWeightsLearned, []);
  const none = {
    ...{ bandsByProperty: null, halfLifeDaysByProperty: { color: null }, muted: null },
    siteWeight: null,
  };
  const back = await admin.ask('PUT', path, { affinity: none });
  assert.deepEqual(back.body.affinity.bandsByProperty, { price: 5 });
  assert.deepEqual([back.body.affinity.halfLifeDaysByProperty, back.body.affinity.muted], [{}, []]);
  assert.equal(back.body.affinity.siteWeight, null);
  const faulty = await admin.ask('PUT', path, {
    affinity: {
      ...{ bandsByProperty: { price: [2, 1] }, sessionBlend: 2, muted: [{ property: '' }] },
      siteWeight: -1,
    },
  });
  assert.deepEqual(
    faulty.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    [
      ...['/affinity/siteWeight', '/affinity/bandsByProperty/price'],
      ...['/affinity/sessionBlend', '/affinity/muted'],
    ],
  );
});

test('a shorter term that takes something is refused, saying what, unless that is allowed', async () => {
  const term = { auditRetentionDays: 30 };
  const path = '/sites/aged/settings';
  const { id } = await server.site('aged');
  const one = await signedIn(server, id, { role: 'Admin', codeEditing: false });
  assert.equal((await one.ask('PUT', path, { ...term, retentionDays: 30 })).status, 200);
  assert.equal((await one.ask('PUT', path, { auditRetentionDays: 400 })).status, 200);
  await ctx.pool.query(
    `insert into audit (site_id, at, actor, action, subject)
     values ($1, now() - interval '31 days', 'a', 'b', 'c')`,
    [id],
  );
  const would = await one.ask('GET', '/sites/aged/retention?auditRetentionDays=30');
  assert.deepEqual([would.body.audit.count, would.body.events.count], [1, 0]);
  assert.equal((await one.ask('GET', '/sites/aged/retention')).body.audit.count, 0);
  const refused = await one.ask('PUT', path, { ...term, currency: 'EUR' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.detail, /deletes 1 audit entries from before .* within 60 minutes/);
  assert.equal((await one.ask('GET', path)).body.currency, 'USD');
  const allowed = await one.ask('PUT', path, { ...term, allowLoss: true });
  assert.deepEqual([allowed.status, allowed.body.auditRetentionDays], [200, 30]);
  const wrong = await one.ask('PUT', path, { retentionDays: 6, auditRetentionDays: 36_501 });
  assert.deepEqual(
    wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/retentionDays', '/auditRetentionDays'],
  );
});
