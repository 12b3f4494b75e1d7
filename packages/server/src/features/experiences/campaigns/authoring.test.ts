// Tests of writing campaigns: versions and the way back, copies, new draws, the archive, times.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import { callWith, campaignOf, experienceServer, json, variation } from './campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, decide, manage, publish } = server;

const path = '/v2/campaigns';
const act = (id: number, action: string, body?: unknown) =>
  manage('POST', `${path}/${id}/${action}`, body);
const read = async (id: number) => (await manage('GET', `${path}/${id}`)).body;
const served = async (selector: string, user = '7') =>
  (await decide(selector, { user: { id: user } })).variations[0]?.payload.data;

test('every version is kept with its author and time, and publications are listed', async () => {
  const id = await publish({ selector: 'kept', notes: 'First thoughts', labels: ['spring'] });
  const { campaign } = await read(id);
  const renamed = { ...campaign, name: 'Renamed' };
  await manage('PUT', `${path}/${id}`, renamed);
  const { items, next } = (await manage('GET', `${path}/${id}/versions`)).body;
  assert.equal(next, null);
  const told = items.map((one: Record<string, unknown>) => [one['version'], one['action']]);
  assert.deepEqual(told, [
    [2, 'replace'],
    [1, 'create'],
  ]);
  assert.match(items[0].by, /^key \d+ \(test key\)$/);
  assert.equal(items[1].publications.length, 1);
  assert.deepEqual([items[0].publications, items[1].publications[0].by], [undefined, items[1].by]);
  const first = (await manage('GET', `${path}/${id}/versions/1`)).body;
  assert.deepEqual([first.body.name, first.body.notes], [campaign.name, 'First thoughts']);
  const shown = await read(id);
  assert.deepEqual([shown.updatedBy, shown.updatedAt], [items[0].by, items[0].at]);
  assert.deepEqual([shown.publishedBy, shown.publishedVersion], [items[1].by, 1]);
  const page = (await manage('GET', `${path}/${id}/versions?limit=1`)).body;
  assert.deepEqual([page.items.length, page.next], [1, '2']);
  const rest = (await manage('GET', `${path}/${id}/versions?limit=1&cursor=2`)).body;
  assert.deepEqual([rest.items[0].version, rest.next], [1, null]);
});

test('pauses and the archive are in the history, at the version that they were done with', async () => {
  const id = await publish({ selector: 'acted-on' });
  await act(id, 'pause');
  const { campaign } = await read(id);
  await manage('PUT', `${path}/${id}`, { ...campaign, name: 'Renamed' });
  await act(id, 'publish');
  await act(id, 'archive');
  await act(id, 'unarchive');
  const { items } = (await manage('GET', `${path}/${id}/versions`)).body;
  const acts = items.map(({ acts: all = [] }: { acts?: { action: string; by: string }[] }) =>
    all.map(({ action, by }) => `${action} ${by === items[0].by}`),
  );
  assert.deepEqual(acts, [['unarchive true', 'archive true'], ['pause true']]);
  const other = await publish({ selector: `${id}` });
  assert.equal((await manage('GET', `${path}/${other}/versions`)).body.items[0].acts, undefined);
});

test('two versions are compared place by place', async () => {
  const id = await publish({ selector: 'told apart' });
  const { campaign } = await read(id);
  const [experience] = campaign.experiences;
  await manage('PUT', `${path}/${id}`, {
    ...campaign,
    experiences: [
      { name: 'Phones', targeting: { 'device.type': 'mobile' }, variations: [variation('B')] },
      { ...experience, variations: [{ ...experience.variations[0], payload: json({ a: 1 }) }] },
    ],
  });
  const { body } = await manage('GET', `${path}/${id}/versions/2/diff`);
  assert.deepEqual([body.from, body.to], [1, 2]);
  const places = body.differences.map((one: Record<string, unknown>) =>
    [one['change'], one['pointer']].join(' '),
  );
  assert.deepEqual(places, [
    ...['added /experiences/0', 'changed /experiences/1/variations/0/payload/data'],
  ]);
  const back = (await manage('GET', `${path}/${id}/versions/1/diff?from=2`)).body;
  assert.equal(back.differences.length, 2);
  const whole = (await manage('GET', `${path}/${id}/versions/1/diff`)).body;
  assert.ok(whole.differences.every(({ change }: { change: string }) => change === 'added'));
  const missing = [`${id}/versions/9/diff`, `${id}/versions/2/diff?from=9`, `${id}/versions/9`];
  for (const one of [...missing, '999999/versions', '999999/versions/1', `${id}/versions/0`]) {
    assert.equal((await manage('GET', `${path}/${one}`)).status, 404, one);
  }
});

test('a version is restored with the ids of its parts, and keeps the seed of today', async () => {
  const [a, b] = [variation('A'), variation('B')];
  const experiences = [{ name: 'E', variations: [a, b] }];
  const id = await publish({ selector: 'restored', experiences });
  const first = (await read(id)).campaign;
  const changed = campaignOf({ selector: 'restored', traffic: 0.5 });
  await manage('PUT', `${path}/${id}`, changed);
  await act(id, 'restart');
  const seed = (await read(id)).campaign.seed;
  assert.notEqual(seed, first.seed);
  const stale = await manage(
    'POST',
    `${path}/${id}/restore`,
    { version: 1 },
    { 'if-match': '"2"' },
  );
  assert.equal(stale.body.code, 'revision_mismatch');
  const restored = await act(id, 'restore', { version: 1 });
  assert.deepEqual([restored.status, restored.headers.get('etag')], [200, '"4"'], restored.text);
  const again = { ...first.experiences[0], allocationVersion: 2 };
  assert.deepEqual(restored.body.campaign, { ...first, seed, experiences: [again] });
  assert.equal((await act(id, 'restore', { version: 9 })).status, 404);
  assert.equal((await act(id, 'restore', { version: 0 })).status, 422);
  const { items } = (await manage('GET', `${path}/${id}/versions`)).body;
  const actions = items.map(({ action }: { action: string }) => action);
  assert.deepEqual(actions, ['restore', 'restart', 'replace', 'create']);
});

test('an audience has versions too, and is restored unless that breaks what uses it', async () => {
  const audiences = '/v2/audiences';
  const condition = { 'device.type': 'mobile' };
  const { id } = (await manage('POST', audiences, { name: 'Phones', condition })).body;
  const other = (await manage('POST', audiences, { name: 'Other', condition: { $audience: id } }))
    .body.id;
  await manage('PUT', `${audiences}/${id}`, { name: 'Phones', condition: { $not: condition } });
  const { differences } = (await manage('GET', `${audiences}/${id}/versions/2/diff`)).body;
  assert.deepEqual(
    differences.map(({ pointer }: { pointer: string }) => pointer),
    ['/condition/device.type', '/condition/$not'],
  );
  const restored = await manage('POST', `${audiences}/${id}/restore`, { version: 1 });
  assert.deepEqual([restored.body.version, restored.body.audience.condition], [3, condition]);
  await manage('PUT', `${audiences}/${other}`, { name: 'Other', condition });
  await manage('PUT', `${audiences}/${id}`, { name: 'Phones', condition: { $audience: other } });
  const circular = await manage('POST', `${audiences}/${other}/restore`, { version: 1 });
  assert.equal(circular.body.errors[0].pointer, '/condition/$audience');
});

test('a copy has ids and a seed of its own, and is a draft', async () => {
  const id = await publish({ selector: 'original', notes: 'why', labels: ['a'] });
  const made = await act(id, 'clone', { name: 'Copy', selector: 'copy' });
  assert.equal(made.status, 201, made.text);
  const { campaign, status } = made.body;
  const original = (await read(id)).campaign;
  assert.deepEqual([status, campaign.notes, campaign.labels], ['draft', 'why', ['a']]);
  assert.notEqual(campaign.seed, original.seed);
  assert.notEqual(campaign.experiences[0].id, original.experiences[0].id);
  const again = await act(id, 'clone', { name: 'Copy', selector: 'copy' });
  assert.equal(again.body.code, 'conflict');
});

test('a restart acts once it is published: then all users are drawn again', async () => {
  const variations = ['A', 'B', 'C', 'D'].map((name) => variation(name));
  const id = await publish({ selector: 'anew', experiences: [{ name: 'E', variations }] });
  const users = Array.from({ length: 24 }, (_, at) => String(1_000 + at));
  const draw = async () => Promise.all(users.map((user) => served('anew', user)));
  const before = await draw();
  const restarted = await act(id, 'restart');
  assert.deepEqual([restarted.body.version, restarted.body.publishedVersion], [2, 1]);
  assert.ok(
    restarted.body.warnings.some(({ pointer }: { pointer: string }) => pointer === '/seed'),
  );
  assert.equal(restarted.body.campaign.experiences[0].allocationVersion, 2);
  assert.deepEqual(await draw(), before);
  await act(id, 'publish');
  assert.notDeepEqual(await draw(), before);
});

test('what is archived is not served, not listed unless requested, and leaves its selector', async () => {
  const id = await publish({ selector: 'away' });
  const archived = await act(id, 'archive');
  assert.deepEqual([archived.status, archived.body.status], [200, 'archived'], archived.text);
  assert.equal((await act(id, 'archive')).body.status, 'archived');
  const { choices, warnings } = await client.choose({ selector: { names: ['away'] } });
  assert.deepEqual([choices, warnings?.[0]?.code], [[], 'unknown_selector']);
  const ids = async (query: string) =>
    (await manage('GET', `${path}?limit=100&${query}`)).body.items.map(
      (one: { id: number }) => one.id,
    );
  assert.ok(!(await ids('')).includes(id));
  assert.ok((await ids('archived=true')).includes(id));
  assert.deepEqual(await ids('status=archived'), [id]);
  for (const action of ['publish', 'restart']) {
    assert.equal((await act(id, action)).body.code, 'conflict', action);
  }
  assert.equal((await manage('PUT', `${path}/${id}`, campaignOf({ selector: 'x' }))).status, 409);
  const successor = await publish({ selector: 'away' });
  assert.equal((await act(id, 'unarchive')).body.code, 'conflict');
  await act(successor, 'archive');
  const out = await act(id, 'unarchive');
  assert.deepEqual([out.body.status, out.body.publishedVersion], ['draft', null]);
  assert.equal((await act(id, 'unarchive')).body.code, 'conflict');
  await act(id, 'publish');
  assert.equal((await decide('away')).id, id);
});

test('a list is narrowed by text, label and status', async () => {
  const site = await server.site('lists');
  const ask = callWith(server.url, await site.key(['manage']));
  const make = async (selector: string, labels: string[], name = selector) =>
    (await ask('POST', path, { ...campaignOf({ selector }), name, labels })).body.id as number;
  const [hero, footer, popup] = [
    await make('home-hero', ['home', 'Q4'], 'Black Friday'),
    await make('home-footer', ['home']),
    await make('popup', []),
  ];
  await ask('POST', `${path}/${hero}/publish`);
  await ask('POST', `${path}/${popup}/publish`);
  await ask('POST', `${path}/${popup}/pause`);
  const found = async (query: string) =>
    (await ask('GET', `${path}?${query}`)).body.items.map((one: { id: number }) => one.id);
  for (const [query, expected] of [
    ['q=HOME', [hero, footer]],
    ['q=friday', [hero]],
    ['q=%25', []],
    ['label=home', [hero, footer]],
    ['label=home&status=draft', [footer]],
    ['label=hom', []],
    ['status=live', [hero]],
    ['status=paused', [popup]],
    ['status=draft', [footer]],
    ['status=live&q=popup', []],
  ] as const) {
    assert.deepEqual(await found(query), expected, query);
  }
  assert.equal((await ask('GET', `${path}?status=gone`)).status, 400);
});

test('times without a zone are the site’s, summer and winter, and stay when its zone changes', async () => {
  const site = await server.site('clocks', { settings: { timeZone: 'Europe/Berlin' } });
  const ask = callWith(server.url, await site.key(['manage']));
  const schedule = { start: '2099-07-01T00:00', end: '2099-11-27T00:00:00' };
  const made = await ask('POST', path, campaignOf({ schedule }));
  assert.deepEqual(made.body.campaign.schedule, {
    ...{ start: '2099-07-01T00:00:00+02:00', end: '2099-11-27T00:00:00+01:00' },
  });
  await changeSettings(server.ctx, site.id, { settings: { timeZone: 'Asia/Tokyo' } }, 'test');
  const { body } = await ask('GET', `${path}/${made.body.id}`);
  assert.deepEqual(body.schedule, {
    timeZone: 'Asia/Tokyo',
    start: { at: '2099-06-30T22:00:00.000Z', local: '2099-07-01T07:00:00+09:00' },
    end: { at: '2099-11-26T23:00:00.000Z', local: '2099-11-27T08:00:00+09:00' },
  });
  await changeSettings(server.ctx, site.id, { settings: { timeZone: 'Europe/Berlin' } }, 'test');
  const skipped = { start: '2027-03-28T02:30' };
  const put = await ask('PUT', `${path}/${made.body.id}`, campaignOf({ schedule: skipped }));
  assert.match(put.body.warnings[0].detail, /skipped by the clock of Europe\/Berlin/);
});

test('what would refuse a draft, and what is probably not meant, is reported before it is live', async () => {
  const equal = [variation('A', 50), { ...variation('A', 49), name: 'Again' }];
  const experiences = [
    { name: 'Everybody', variations: equal },
    {
      name: 'Never',
      targeting: { 'device.type': 'mobile', $not: { 'device.type': 'mobile' } },
      variations: [variation('B')],
    },
  ];
  const made = await manage('POST', path, campaignOf({ selector: 'odd', traffic: 0, experiences }));
  const pointers = made.body.warnings.map(({ pointer }: { pointer: string }) => pointer);
  const expected = ['/traffic', '/experiences/1', '/experiences/0/variations'];
  const never = '/experiences/1/targeting';
  assert.deepEqual(pointers.slice(0, 4), [...expected, '/experiences/0/variations/1/payload']);
  assert.ok(pointers[4].startsWith(never) && pointers.length === 5, pointers.join());
  const { body } = await act(made.body.id, 'check');
  assert.deepEqual([body.faults, body.warnings], [[], made.body.warnings]);
});

test('a teammate does all of it on the console, as far as their role allows', async () => {
  const editor = await signedIn(server, server.test.id, { role: 'Editor', codeEditing: false });
  const viewer = await signedIn(
    server,
    server.test.id,
    { role: 'Viewer', codeEditing: false },
    'viewer@shop.example',
  );
  const at = '/sites/test/campaigns';
  const made = await editor.ask('POST', at, campaignOf({ selector: 'by hand' }));
  const { id } = made.body;
  assert.deepEqual([made.status, made.headers.get('etag')], [201, '"1"']);
  const { campaign } = made.body;
  const put = { ...campaign, name: 'Other' };
  const stale = await editor.ask('PUT', `${at}/${id}`, put, { 'if-match': '"2"' });
  assert.equal(stale.body.code, 'revision_mismatch');
  assert.equal((await editor.ask('PUT', `${at}/${id}`, put, { 'if-match': '"1"' })).status, 200);
  assert.equal((await editor.ask('POST', `${at}/${id}/publish`)).body.publishedBy, editor.email);
  const { items } = (await viewer.ask('GET', `${at}/${id}/versions`)).body;
  assert.deepEqual(
    items.map(({ by }: { by: string }) => by),
    [editor.email, editor.email],
  );
  assert.equal((await viewer.ask('POST', `${at}/${id}/check`)).status, 200);
  assert.equal((await viewer.ask('POST', `${at}/${id}/preview`, {})).status, 200);
  const restore = await viewer.ask('POST', `${at}/${id}/restore`, { version: 1 });
  assert.equal(restore.body.code, 'role_missing');
});
