// Tests of experiences as files: out of one site, into another, twice, and by the command line.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  callWith,
  campaignOf,
  experienceServer,
  json,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
const folder = await mkdtemp(join(tmpdir(), 'attune-files-'));
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function siteOf(name: string) {
  const site = await server.site(name);
  const ask = callWith(server.url, await site.key(['manage']));
  const apply = (files: unknown, query = '') =>
    ask('POST', `/v2/experiences/import${query}`, files);
  const files = async () => (await ask('GET', '/v2/experiences/export')).body;
  return { site, ask, apply, files };
}

const payload = { z: 1, a: { '10': 'ten', '9': 'nine' } };

/** Whatever a site can have, listed in an order in which nothing can be made. */
const everything = {
  campaigns: [
    {
      ...campaignOf({ selector: 'hero', labels: ['home'], notes: 'Why' }),
      status: 'live',
      layer: { name: 'Checkout', share: 0.5 },
      metrics: { primary: 'Orders', others: ['Clicks'] },
      schedule: { start: '2026-01-01T00:00' },
      testUsers: [{ id: '7', experience: 'Phones', variation: 'B' }],
      payloadSchema: { type: 'object', properties: { z: { type: 'integer' } } },
      experiences: [
        {
          name: 'Phones',
          targeting: { $or: [{ $audience: 'Loyal phones' }, { $not: { $audience: 'Loyal' } }] },
          variations: [{ name: 'B', weight: 1, payload: json(payload) }, variation(null)],
        },
      ],
    },
    { ...campaignOf({ selector: 'footer' }), status: 'paused' },
    { ...campaignOf({ selector: 'popup' }) },
  ],
  audiences: [
    { name: 'Loyal phones', condition: { $audience: 'Loyal', 'device.type': 'mobile' } },
    { name: 'Loyal', condition: { 'session.count': { $gte: 3 } } },
  ],
  holdouts: [{ name: 'Programme', share: 0.05 }],
  layers: [{ name: 'Checkout' }],
  metrics: [{ name: 'Orders', kind: 'count', event: { type: 'purchase' } }],
};

test('what is exported from one site is imported into another by names, and the result lists the changes', async () => {
  const [one, other] = [await siteOf('one'), await siteOf('other')];
  const made = await one.apply(everything);
  assert.equal(made.status, 200, made.text);
  const kinds = made.body.changes.map((change: { kind: string; name: string }) => change.kind);
  assert.equal(kinds.length, 8);
  const out = await one.files();
  const states = out.campaigns.map((file: Record<string, unknown>) => [
    ...[file['selector'], file['status']],
  ]);
  assert.deepEqual(states, [
    ['footer', 'paused'],
    ['hero', 'live'],
    ['popup', 'draft'],
  ]);
  const hero = out.campaigns[1];
  assert.doesNotMatch(JSON.stringify(out), /"(id|seed|allocationVersion)":(?!"7")/);
  assert.deepEqual(
    hero.experiences[0].targeting,
    everything.campaigns[0]?.experiences[0]?.targeting,
  );
  assert.equal(
    JSON.stringify(hero.experiences[0].variations[0].payload.data),
    JSON.stringify(payload),
  );
  assert.deepEqual(hero.layer, { name: 'Checkout', share: 0.5 });
  assert.deepEqual(hero.metrics, { primary: 'Orders', others: ['Clicks'] });
  assert.equal((await other.apply(out)).status, 200);
  assert.deepEqual(await other.files(), out);
});

test('a second import changes nothing, and reports that', async () => {
  const { site, apply, files } = await siteOf('twice');
  await apply(everything);
  const { revision } = site.snapshot().site;
  for (const again of [everything, await files()]) {
    const { body } = await apply(again);
    assert.deepEqual([body.changes, body.unchanged], [[], 8]);
  }
  assert.equal(site.snapshot().site.revision, revision);
});

test('a dry run lists the differences in terms of the files, and changes nothing', async () => {
  const { apply, files } = await siteOf('dry');
  await apply(everything);
  const before = await files();
  const hero = before.campaigns[1];
  const changed = {
    campaigns: [
      {
        ...hero,
        traffic: 0.5,
        experiences: [{ name: 'All', variations: [variation(payload)] }, ...hero.experiences],
      },
      { ...before.campaigns[2], status: 'live' },
    ],
    audiences: [{ name: 'Loyal', condition: { 'session.count': { $gte: 5 } } }],
  };
  const { body } = await apply(changed, '?dryRun=true');
  assert.equal(body.isDryRun, true);
  const told = body.changes.map((one: { name: string; differences: { place: string }[] }) => [
    ...[one.name, one.differences.map(({ place }) => place)],
  ]);
  assert.deepEqual(told, [
    ['Loyal', ['condition › session.count › $gte']],
    ['hero', ['traffic', 'All']],
    ['popup', []],
  ]);
  assert.deepEqual(body.changes[1].status, { before: 'live', after: 'live' });
  assert.deepEqual(body.changes[2].status, { before: 'draft', after: 'live' });
  assert.match(JSON.stringify(body.warnings), /can never be reached/);
  assert.deepEqual(await files(), before);
  await apply(changed);
  assert.equal((await files()).campaigns[1].traffic, 0.5);
});

test('where a part is refused nothing is made, and every error is listed', async () => {
  const { site, apply, files } = await siteOf('faulty');
  const { revision } = site.snapshot().site;
  const broken = {
    audiences: [
      { name: 'Fine', condition: { 'device.type': 'mobile' } },
      { name: 'A', condition: { $audience: 'B' } },
      { name: 'B', condition: { $not: { $audience: 'A' } } },
    ],
    campaigns: [
      { ...campaignOf({ selector: 'a' }), payloadSchema: { type: 'number' } },
      { ...campaignOf({ selector: 'b' }), layer: { name: 'None', share: 0.1 } },
      { ...campaignOf({ selector: 'b' }) },
    ],
  };
  const twice = await apply(broken);
  assert.deepEqual(twice.body.errors.length, 1, twice.text);
  broken.campaigns.pop();
  const { status, body } = await apply(broken);
  assert.deepEqual([status, body.code], [422, 'invalid_request']);
  assert.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer),
    [
      ...['/audiences/1/condition/$audience', '/audiences/2/condition/$not/$audience'],
      ...['/campaigns/0/experiences/0/variations/0/payload/data', '/campaigns/1/layer/name'],
    ],
  );
  assert.deepEqual((await files()).audiences, []);
  assert.equal(site.snapshot().site.revision, revision);
});

test('pruned is what the files do not have, of the kinds that they list', async () => {
  const { apply, files, ask } = await siteOf('pruned');
  await apply(everything);
  const [hero] = everything.campaigns;
  const kept = await apply({ campaigns: [hero] }, '?prune=true');
  const removed = kept.body.changes.map(({ name, action }: Record<string, string>) => [
    name,
    action,
  ]);
  assert.deepEqual(removed, [
    ['footer', 'remove'],
    ['popup', 'remove'],
  ]);
  assert.equal((await files()).audiences.length, 2);
  const used = await apply({ campaigns: [hero], audiences: [] }, '?prune=true');
  assert.match(used.body.errors[0].detail, /is used by .*"hero"/);
  await apply(
    { campaigns: [], audiences: [], layers: [], holdouts: [] },
    '?prune=true&dryRun=true',
  );
  assert.equal((await files()).campaigns.length, 1);
  const { items } = (await ask('GET', '/v2/campaigns?status=archived')).body;
  assert.equal(items.length, 2);
  // What comes back to the files comes back out of the archive.
  await apply(everything);
  assert.equal((await ask('GET', '/v2/campaigns?archived=true')).body.items.length, 3);
  await apply({ campaigns: [{ ...campaignOf({ selector: 'footer' }), status: 'draft' }] });
  assert.equal((await files()).campaigns[0].status, 'draft');
});

test('attune campaigns export and apply keep a folder and a site the same', async () => {
  const { apply, files } = await siteOf('folder');
  await apply(everything);
  await apply({ strategies: [{ name: 'Newest', steps: [{ method: { type: 'newest' } }] }] });
  const attune = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const bin = fileURLToPath(new URL('../../../../bin/attune.js', import.meta.url));
      const env = {
        ...process.env,
        DATABASE_URL: server.databaseUrl,
        DATA_DIR: server.ctx.config.dataDir,
      };
      const all = [bin, 'campaigns', ...args, '--site', 'folder'];
      execFile(process.execPath, all, { env }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });
  const written = await attune('export', folder);
  assert.deepEqual([written.code, written.out], [0, '9 files written.\n'], written.err);
  assert.deepEqual(await readdir(join(folder, 'strategies')), ['newest.json']);
  assert.deepEqual(await readdir(join(folder, 'audiences')), ['loyal-phones.json', 'loyal.json']);
  const file = join(folder, 'campaigns', 'hero.json');
  const hero = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...hero, traffic: 0.25 }));
  const differs = await attune('apply', folder, '--dry-run');
  assert.equal(differs.code, 5, differs.err);
  assert.match(
    differs.out,
    /~ campaign "hero"\n {4}publishes a new version\n {4}changed traffic: 1 -> 0.25\n/,
  );
  const applied = await attune('apply', folder, '--json');
  assert.equal(JSON.parse(applied.out).changes.length, 1, applied.err);
  assert.equal((await files()).campaigns[1].traffic, 0.25);
});
