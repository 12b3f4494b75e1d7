// Tests of what all kinds of versioned objects have in common, on each of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  callWith,
  campaignOf,
  experienceServer,
} from '../../experiences/campaigns/campaigns.fixture.ts';

// No worker: a model that it builds is a change of the site as well, and changes are counted here.
const server = await experienceServer({ api: true, worker: false });
after(server.close);
const { manage } = server;
const elsewhere = callWith(server.url, await (await server.site('elsewhere')).key(['manage']));

interface Kind {
  readonly path: string;
  readonly field: string;
  /** An input by which name is unique; a version of it that still has that name. */
  readonly input: (name: string, version?: number) => Record<string, unknown>;
  readonly wrong: Record<string, unknown>;
  readonly pointers: readonly string[];
}

const kinds: Kind[] = [
  {
    path: '/v2/campaigns',
    field: 'campaign',
    input: (selector, version = 1) => ({ ...campaignOf({ selector }), name: `Version ${version}` }),
    wrong: { name: '', type: 'unheard-of', experiences: [], traffic: 2 },
    pointers: ['/experiences', '/name', '/selector', '/traffic', '/type'],
  },
  {
    path: '/v2/audiences',
    field: 'audience',
    input: (name, version = 1) => ({ name, condition: { 'pageAttributes.age': version } }),
    wrong: { name: 7, condition: [] },
    pointers: ['/condition', '/name'],
  },
  {
    path: '/v2/identifier-types',
    field: 'identifierType',
    input: (name) => ({ name }),
    wrong: { name: 'Loyalty Card' },
    pointers: ['/name'],
  },
  {
    path: '/v2/layers',
    field: 'layer',
    input: (name) => ({ name }),
    wrong: { name: 7, slots: 500 },
    pointers: ['/name', '/slots'],
  },
  {
    path: '/v2/holdouts',
    field: 'holdout',
    input: (name, version = 1) => ({ name, share: version / 10, labels: ['spring'] }),
    wrong: { name: '', share: 0.6, labels: [] },
    pointers: ['/labels', '/name', '/share'],
  },
  {
    path: '/v2/strategies',
    field: 'strategy',
    input: (name, version = 1) => ({
      name,
      steps: [{ method: { type: 'newest' } }],
      diversity: [{ column: 'brand', most: version }],
    }),
    wrong: { name: '', steps: [], exploration: { share: 2 } },
    pointers: ['/exploration/share', '/name', '/steps'],
  },
];

interface Audited {
  readonly actor: string;
  readonly subject: string;
  readonly subject_id: string;
}

async function auditOf(action: string): Promise<Audited[]> {
  const { rows } = await server.ctx.pool.query(
    'select actor, subject, subject_id from audit where site_id = $1 and action = $2 order by id',
    [server.test.id, action],
  );
  return rows;
}

for (const { path, field, input, wrong, pointers } of kinds) {
  test(`${path}: created, read, replaced and deleted, each version with its tag`, async () => {
    const made = await manage('POST', path, input('first'));
    assert.equal(made.status, 201, made.text);
    const { id, version } = made.body;
    assert.deepEqual([version, made.headers.get('etag')], [1, '"1"']);
    const read = await manage('GET', `${path}/${id}`);
    const { warnings: _told, ...kept } = made.body;
    assert.deepEqual([read.body, read.headers.get('etag')], [kept, '"1"']);
    const head = await fetch(`${server.url}${path}/${id}`, {
      method: 'HEAD',
      headers: { 'svc-api-key': await server.test.key(['manage']) },
    });
    assert.deepEqual([head.status, head.headers.get('etag')], [200, '"1"']);
    const replaced = await manage('PUT', `${path}/${id}`, input('first', 2), { 'if-match': '"1"' });
    assert.deepEqual([replaced.status, replaced.headers.get('etag')], [200, '"2"'], replaced.text);
    for (const [name, value] of Object.entries(input('first', 2))) {
      if (name !== 'experiences') assert.deepEqual(replaced.body[field][name], value);
    }
    const gone = await manage('DELETE', `${path}/${id}`, undefined, { 'if-match': '"2"' });
    assert.deepEqual([gone.status, gone.text], [204, '']);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? input('first') : undefined;
      assert.equal((await manage(method, `${path}/${id}`, body)).status, 404);
    }
  });

  test(`${path}: a change that is based on another version is refused`, async () => {
    const { id } = (await manage('POST', path, input('matched'))).body;
    for (const tag of ['"2"', '"0"', '1', 'W/"1"', '"2", "3"']) {
      const put = await manage('PUT', `${path}/${id}`, input('matched', 3), { 'if-match': tag });
      const removal = await manage('DELETE', `${path}/${id}`, undefined, { 'if-match': tag });
      for (const { status, body } of [put, removal]) {
        assert.deepEqual([status, body.code], [412, 'revision_mismatch']);
        assert.match(body.detail, /"1"/);
      }
    }
    assert.equal((await manage('GET', `${path}/${id}`)).body.version, 1);
    for (const [tag, version] of [
      ['*', 2],
      ['"9", "2"', 3],
    ] as const) {
      const put = await manage('PUT', `${path}/${id}`, input('matched'), { 'if-match': tag });
      assert.deepEqual([put.status, put.body.version], [200, version]);
    }
  });

  test(`${path}: of two replacements of one version, one is refused`, async () => {
    const { id } = (await manage('POST', path, input('raced'))).body;
    const race = [2, 3, 4].map((version) =>
      manage('PUT', `${path}/${id}`, input('raced', version), { 'if-match': '"1"' }),
    );
    const statuses = (await Promise.all(race)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 412, 412]);
  });

  test(`${path}: a name that is taken is a conflict, at creation and at replacement`, async () => {
    await manage('POST', path, input('taken'));
    const again = await manage('POST', path, input('taken'));
    assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
    assert.match(again.body.detail, /"taken"/);
    if (field === 'identifierType') return;
    const { id } = (await manage('POST', path, input('free'))).body;
    assert.equal((await manage('PUT', `${path}/${id}`, input('taken'))).status, 409);
    assert.equal((await manage('PUT', `${path}/${id}`, input('now-free'))).status, 200);
  });

  test(`${path}: a list comes in pages, each naming the next`, async () => {
    const ids: number[] = [];
    for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) {
      ids.push((await elsewhere('POST', path, input(name))).body.id);
    }
    const seen: number[] = [];
    let next: string | null = '0';
    for (let pages = 1; next !== null; pages += 1) {
      const { body } = await elsewhere('GET', `${path}?limit=2&cursor=${next}`);
      seen.push(...body.items.map((item: { id: number }) => item.id));
      assert.equal(body.items.length, pages === 3 ? 1 : 2);
      next = body.next;
    }
    assert.deepEqual(seen, ids);
    assert.deepEqual((await elsewhere('GET', `${path}?limit=5`)).body.next, null);
    const latest: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await elsewhere('GET', `${path}?order=newest&limit=2${cursor}`);
      latest.push(...body.items.map((item: { id: number }) => item.id));
      if (body.next === null) break;
      cursor = `&cursor=${body.next}`;
    }
    assert.deepEqual(latest, ids.toReversed());
    assert.equal((await elsewhere('GET', path)).body.items.length, 5);
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'cursor=-1',
      'cursor=abc',
      'order=best',
    ]) {
      const refused = await elsewhere('GET', `${path}?${query}`);
      assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_query'], query);
    }
  });

  test(`${path}: every error is listed with its place, and nothing is changed`, async () => {
    const before = (await manage('GET', `${path}?limit=100`)).body;
    const refused = await manage('POST', path, wrong);
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_request']);
    const places = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(places.sort(), pointers);
    assert.deepEqual((await manage('GET', `${path}?limit=100`)).body, before);
  });

  test(`${path}: another site’s is not there, and ids that cannot be are not either`, async () => {
    const { id } = (await manage('POST', path, input('mine'))).body;
    const reads = [`${id}`, '999999999', '0', 'abc', '-1', '1.5', '9'.repeat(16), '%20'];
    for (const one of reads) {
      const { status, body } = await elsewhere('GET', `${path}/${one}`);
      assert.deepEqual([status, body.code], [404, 'not_found'], one);
    }
    assert.equal((await elsewhere('PUT', `${path}/${id}`, input('mine'))).status, 404);
    assert.equal((await elsewhere('DELETE', `${path}/${id}`)).status, 404);
    assert.equal((await elsewhere('POST', path, input('mine'))).status, 201);
  });
}

test('every change leaves its audit entry, and raises the revision', async () => {
  const { revision } = server.test.snapshot().site;
  const { id } = (await manage('POST', '/v2/campaigns', campaignOf({ selector: 'audited' }))).body;
  for (const action of ['publish', 'pause']) await manage('POST', `/v2/campaigns/${id}/${action}`);
  await manage('PUT', `/v2/campaigns/${id}`, campaignOf({ selector: 'audited' }));
  await manage('DELETE', `/v2/campaigns/${id}`);
  const { name } = campaignOf({ selector: 'audited' });
  for (const action of ['create', 'publish', 'pause', 'replace', 'delete']) {
    const entry = (await auditOf(`campaign.${action}`)).at(-1);
    assert.match(entry?.actor ?? '', /^key \d+ \(test key\)$/);
    assert.deepEqual([entry?.subject, entry?.subject_id], [name, String(id)], action);
  }
  assert.equal(server.test.snapshot().site.revision, revision + 5);
  const refused = await manage('POST', '/v2/campaigns', campaignOf({ selector: 'taken' }));
  assert.equal(refused.status, 409);
  assert.equal(server.test.snapshot().site.revision, revision + 5, 'a refusal changes nothing');
});
