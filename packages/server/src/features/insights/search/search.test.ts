// Tests of the search: what the command palette finds, for which role, and how much of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FoundOutput } from '@attune/contract';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { experienceServer, variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { findNamed, namedOf } from './find-named.ts';

const server = await experienceServer();
after(server.close);
const { test: site, manage, publish, client } = server;
const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: false });

async function search(q: string, by = admin, name = 'test'): Promise<FoundOutput[]> {
  const { status, body } = await by.ask(
    'GET',
    `/sites/${name}/search?${new URLSearchParams({ q })}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.found;
}
const named = (found: readonly FoundOutput[]) =>
  found.map(({ kind, items }) => [kind, items.map(({ name }) => name)]);

const experiences = [{ name: 'Everybody', variations: [variation(null), variation('x')] }];
const campaign = await publish({ name: 'Übergröße banner', selector: 'hero-top', experiences });
await manage('POST', '/v2/audiences', { name: 'Hero fans', condition: { channel: 'APP' } });
await (await site.client(['feed'])).createFeed({ id: '7777', name: 'Hero products' });
const key = await site.key(['serve']);

test('things are found by a part of their names, whatever the case and the accents', async () => {
  assert.deepEqual(named(await search('hero')), [
    ['campaign', ['Übergröße banner']],
    ['audience', ['Hero fans']],
    ['template', ['Hero']],
    ['feed', ['Hero products']],
  ]);
  const [found] = await search('UBERGROSSE');
  assert.deepEqual(found?.items, [
    { id: String(campaign), name: 'Übergröße banner', detail: 'hero-top' },
  ]);
  assert.deepEqual((await search('7777'))[0]?.items[0]?.name, 'Hero products');
  assert.deepEqual(named(await search('banner hero')), [['campaign', ['Übergröße banner']]]);
  assert.deepEqual(await search('nothing has this name'), []);
});

test('what every site has is found, and what was renamed by its new name alone', async () => {
  assert.deepEqual(named(await search('purchases'))[0]?.[0], 'metric');
  assert.deepEqual(named(await search('message bar')), [['template', ['Message bar']]]);
  const made = await manage('POST', '/v2/audiences', {
    name: 'Before',
    condition: { channel: 'APP' },
  });
  assert.equal((await search('before')).length, 1);
  const changed = { name: 'Afterwards', condition: { channel: 'APP' } };
  await manage('PUT', `/v2/audiences/${made.body.id}`, changed);
  await server.ctx.snapshots.catchUp();
  assert.deepEqual([(await search('before')).length, (await search('afterw')).length], [0, 1]);
});

test('a template is found, until it is archived', async () => {
  const body = { name: 'Countdown', schema: { type: 'boolean' } };
  const made = await manage('POST', '/v2/templates', body);
  await server.ctx.snapshots.catchUp();
  const found = { id: String(made.body.id), name: 'Countdown', detail: '' };
  assert.deepEqual(await search('countd'), [{ kind: 'template', total: 1, items: [found] }]);
  await manage('PUT', `/v2/templates/${made.body.id}`, { ...body, archived: true });
  await server.ctx.snapshots.catchUp();
  assert.deepEqual(await search('countd'), []);
});

test('a key is found by its name, by Admins alone, and never by its value', async () => {
  const [keys, ...others] = await search('test key');
  assert.deepEqual([keys?.kind, keys?.items[0]?.name, others], ['key', 'test key', []]);
  assert.deepEqual(await search(key), []);
  assert.deepEqual(await search(key.slice(0, 12)), []);
  for (const role of ['Editor', 'Viewer'] as const) {
    const other = await signedIn(server, site.id, { role, codeEditing: true });
    assert.deepEqual(await search('test key', other), []);
    assert.equal((await search('hero', other)).length, 4, role);
  }
});

test('a person is found by a whole name of theirs, of whatever type', async () => {
  const user = { cuid: 'ann@home', cuidType: 'external' };
  await client.events({ user, events: [{ name: 'Hello', properties: {} }] });
  await server.folded();
  const [found] = await search('ann@home');
  assert.deepEqual(found, {
    ...{ kind: 'user', total: 1 },
    items: [{ id: 'ann@home', name: 'ann@home', detail: 'external' }],
  });
  assert.deepEqual(await search('ann@hom'), []);
});

test('another site’s things are not found', async () => {
  const other = await server.site('elsewhere');
  const there = await signedIn(server, other.id, { role: 'Admin', codeEditing: true });
  assert.deepEqual(await search('hero fans', there, 'elsewhere'), []);
  assert.deepEqual(await search('ann@home', there, 'elsewhere'), []);
});

test('of each kind the best 20 are answered, and how many there are', () => {
  const names = Array.from({ length: 1_000 }, (_, at) =>
    namedOf('campaign', at, `Sale ${at}`, 's'),
  );
  const [found] = findNamed([...names, namedOf('campaign', 2_000, 'The sale')], 'sale');
  assert.deepEqual([found?.total, found?.items.length], [1_001, 20]);
  const best = findNamed(
    [namedOf('campaign', 1, 'Wholesale'), namedOf('campaign', 2, 'Sale')],
    'sale',
  );
  assert.deepEqual(
    best[0]?.items.map(({ name }) => name),
    ['Sale', 'Wholesale'],
  );
  assert.deepEqual(findNamed(names, '  '), []);
});
