// Tests of a feed's history: its changes with author and time, differences, and rollback.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from '../../../access/teammates/teammates.fixture.ts';
import { feedServer } from '../feeds.fixture.ts';

const server = await feedServer();
after(server.close);
const { call, feed, put, items, test: site } = server;

test('each change is listed with its author, its time, and how much it changed', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a' }, { sku: 'b' }, {}]);
  await put(id, [{ sku: 'a' }, { sku: 'b' }]);
  await call('POST', `/v2/feeds/${id}/bulk`, { requests: [{ id: 'b', action: 'delete' }] });
  const { body } = await call('GET', `/v2/feeds/${id}/revisions`);
  const told = body.revisions.map((one: Record<string, unknown>) => [
    ...[one['revision'], one['way'], one['isWhole'], one['added'], one['removed']],
    ...[one['rejected'], one['items'], one['isKept']],
  ]);
  assert.deepEqual(told, [
    [2, 'api', false, 0, 1, 0, 1, true],
    [1, 'api', true, 2, 0, 1, 2, true],
  ]);
  assert.match(body.revisions[0].by, /^key \d+ \(test key\)$/);
  assert.ok(Math.abs(Date.parse(body.revisions[0].at) - Date.now()) < 60_000);
  assert.equal(body.next, null);
  const { body: listed } = await call('GET', '/v2/feeds');
  const own = listed.items.find((one: { id: string }) => one.id === id);
  assert.deepEqual([own.items, own.lastChange.revision], [1, 2]);
});

test('what differs between two revisions is listed item by item, in pages', async () => {
  const id = await feed();
  const many = Array.from({ length: 7 }, (_, at) => ({ sku: `n${at}`, price: at }));
  await put(id, [...many, { sku: 'x', color: 'red', size: 1 }]);
  await put(id, [...many.slice(0, 4), { sku: 'x', color: 'blue', size: 1 }, { sku: 'z' }]);
  const page = async (query: string) => (await call('GET', `/v2/feeds/${id}/diff?${query}`)).body;
  const first = await page('from=1&to=2&limit=2');
  assert.deepEqual(first.items, [
    {
      sku: 'n4',
      change: 'removed',
      columns: [
        { column: 'price', before: 4 },
        { column: 'sku', before: 'n4' },
      ],
    },
    {
      sku: 'n5',
      change: 'removed',
      columns: [
        { column: 'price', before: 5 },
        { column: 'sku', before: 'n5' },
      ],
    },
  ]);
  const second = await page(`from=1&to=2&limit=2&cursor=${first.next}`);
  const rest = await page(`cursor=${second.next}`);
  assert.deepEqual(
    [...second.items, ...rest.items].map((one) => [one.sku, one.change]),
    [
      ['n6', 'removed'],
      ['x', 'changed'],
      ['z', 'added'],
    ],
  );
  assert.deepEqual(second.items[1].columns, [{ column: 'color', before: 'red', after: 'blue' }]);
  assert.equal(rest.next, null);
  const back = await page('from=2&to=1');
  assert.deepEqual(
    back.items.map((one: { change: string }) => one.change),
    ['added', 'added', 'added', 'changed', 'removed'],
  );
  assert.deepEqual((await page('from=2&to=2')).items, []);
  assert.equal((await call('GET', `/v2/feeds/${id}/diff?from=1&to=3`)).status, 404);
});

test('a teammate looks at a rollback before it is done, and the audit log names them', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a' }, { sku: 'b' }]);
  await put(id, [{ sku: 'a', color: 'red' }]);
  const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: false });
  const viewer = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  const path = `/sites/test/feeds/${id}`;
  const refused = await viewer.ask('POST', `${path}/rollback`, { toRevision: 1 });
  assert.equal(refused.body.code, 'role_missing');
  const dry = await editor.ask('POST', `${path}/rollback?dryRun=true`, { toRevision: 1 });
  const { added, changed } = dry.body.data;
  assert.deepEqual([dry.status, added, changed], [200, 1, 1]);
  const stale = await editor.ask(
    'POST',
    `${path}/rollback`,
    { toRevision: 1 },
    { 'if-match': '"1"' },
  );
  assert.equal(stale.body.code, 'revision_mismatch');
  assert.deepEqual(await items(id), [{ sku: 'a', color: 'red' }]);
  const done = await editor.ask(
    'POST',
    `${path}/rollback`,
    { toRevision: 1 },
    { 'if-match': '"2"' },
  );
  assert.deepEqual([done.status, done.body.data.revision], [200, 3]);
  assert.deepEqual(await items(id), [{ sku: 'a' }, { sku: 'b' }]);
  const { body } = await viewer.ask('GET', `${path}/revisions?limit=1`);
  const [last] = body.revisions;
  assert.deepEqual([last.way, last.note, last.by, body.next], ['rollback', '1', editor.email, '3']);
  const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: false });
  const audit = await admin.ask('GET', '/sites/test/audit?action=feed.rollback');
  assert.equal(audit.body.entries[0].actor, editor.email);
  assert.equal(audit.body.entries[0].details.after.added, 1);
});

test('a name and affinity columns are changed, what is left out stays', async () => {
  const id = await feed(['color']);
  const changed = await call('PUT', `/v2/feeds/${id}`, { name: 'Other' });
  assert.deepEqual([changed.body.name, changed.body.affinity], ['Other', ['color']]);
  const both = await call('PUT', `/v2/feeds/${id}`, { affinity: [] }, { 'if-match': '"0"' });
  assert.deepEqual([both.body.name, both.body.affinity, both.etag], ['Other', [], '"0"']);
  const stale = await call('PUT', `/v2/feeds/${id}`, { name: 'X' }, { 'if-match': '"7"' });
  assert.equal(stale.body.code, 'revision_mismatch');
  assert.deepEqual((await call('GET', `/v2/feeds/${id}`)).body, both.body);
});
