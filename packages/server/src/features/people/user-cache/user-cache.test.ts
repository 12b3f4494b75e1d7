// Tests of users in nodes' caches: true on every node as soon as a worker has reported.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually } from '../../../testing.ts';
import {
  callWith,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { openUserCache } from './user-cache.ts';

const first = await experienceServer();
const dataDir = await mkdtemp(join(tmpdir(), 'attune-second-'));
const env = { DATA_DIR: dataDir, DATABASE_URL: first.databaseUrl, PORT: '0' };
const second = await startNode(readConfig(env), createLog('silent'), { api: true, worker: false });
after(async () => {
  await second.stop();
  await first.close();
  await rm(dataDir, { recursive: true });
});

const { client, folded, publish, test: site, ctx } = first;
const elsewhere = callWith(
  second.url ?? '',
  await site.key(['serve', 'collect', 'userprofile', 'userdata']),
);

const person = (cuid: string) => ({ cuid, cuidType: 'external' });
const likes = (values: string[]) => ({
  name: 'Quiz',
  properties: { svcType: 'inform-affinity-v1', data: [{ attribute: 'color', values }] },
});

/** Reports something of a user, and waits until both nodes have applied it. */
async function say(user: Record<string, string>, ...events: object[]): Promise<void> {
  await client.events({ user, events: events as never });
  await folded();
  await second.catchUp();
}

async function affinity(cuid: string): Promise<string> {
  const answer = await elsewhere(
    'GET',
    `/v2/userprofile?cuid=${cuid}&cuidType=external&affinity=true`,
  );
  return answer.text;
}

await publish({
  selector: 'fans',
  experiences: [
    {
      name: 'Fans',
      targeting: { 'affinity.color.red.rank': 1 },
      variations: [variation('for fans')],
    },
  ],
});

await second.ctx.snapshots.catchUp();

async function served(user: Record<string, string>): Promise<unknown> {
  const request = { user, selector: { names: ['fans'] } };
  const { body } = await elsewhere('POST', '/v2/serve/user/choose', request);
  return body.choices[0].variations[0]?.payload.data;
}

test('what a node has cached of a device is what the worker last wrote', async () => {
  const user = { svcid: '71' };
  assert.equal(await served(user), undefined);
  await say(user, likes(['red']));
  assert.equal(await served(user), 'for fans');
  await say(user, likes(['blue']), likes(['blue']));
  assert.equal(await served(user), undefined);
});

test('a user id that was made just now is known without a read, until a worker has more of it', async (t) => {
  const users = await openUserCache(ctx, { url: first.databaseUrl });
  t.after(users.stop);
  const { site: shop } = ctx.snapshots.site(site.id)!;
  let device = 4_711;
  const findUser = () => users.find(shop, { device: String(device), identifiers: [] });
  // Where the machine paused, everything is read until the node has heard of its database again.
  const found = await eventually(async () => {
    device += 1;
    users.noteNew(shop, String(device));
    const known = findUser();
    return known instanceof Promise ? undefined : known;
  });
  assert.equal(found.profile, undefined);
  await say({ svcid: String(device) }, likes(['red']));
  await users.catchUp();
  assert.ok((await findUser()).profile);
});

test('a device that is linked to a person is theirs from then on, with what both did', async () => {
  const [device, ann] = [{ svcid: '72' }, person('ann')];
  assert.equal(await served(device), undefined);
  assert.equal(await affinity('ann'), '{}');
  await say(ann, likes(['red']));
  assert.equal(await served(device), undefined);
  assert.equal(await affinity('ann'), '{"affinity":{"color":{"red":1}}}');
  await say(device, likes(['blue']), likes(['blue']));
  await say({ ...device, ...ann }, likes(['red']), likes(['red']));
  assert.equal(await served(device), 'for fans');
  assert.equal(await affinity('ann'), '{"affinity":{"color":{"red":1,"blue":2}}}');
});

test('another name of a person finds what is cached of them', async () => {
  const [bob, alias] = [person('bob'), person('bobby')];
  assert.equal(await affinity('bobby'), '{}');
  await say(bob, likes(['red']));
  const known = { svcType: 'identify-v1', ...bob, secondaryIdentifiers: [alias] };
  const names = [{ type: 'external', value: 'bobby' }];
  await say(bob, { name: 'Known', properties: { ...known, secondaryIdentifiers: names } });
  assert.equal(await affinity('bobby'), '{"affinity":{"color":{"red":1}}}');
});

test('an erased person is in no cache', async () => {
  const [device, eve] = [{ svcid: '73' }, person('eve')];
  await say({ ...device, ...eve }, likes(['red']));
  assert.equal(await served(device), 'for fans');
  await elsewhere('DELETE', '/v2/userprofile?cuid=eve&cuidType=external');
  const deadline = performance.now() + 20_000;
  while ((await affinity('eve')) !== '{}') {
    assert.ok(performance.now() < deadline, 'still in memory');
    const { rows } = await ctx.pool.query('select 1 from erasure where done_at is null');
    if (rows.length === 0) await second.catchUp();
  }
  assert.equal(await served(device), undefined);
});
