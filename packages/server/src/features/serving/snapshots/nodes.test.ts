// Tests of two nodes on one database: what one changes, the other one applies within a second.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually } from '../../../testing.ts';
import { createKey, deleteKey } from '../../access/api-keys/index.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import {
  callWith,
  campaignOf,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const first = await experienceServer();
const dataDir = await mkdtemp(join(tmpdir(), 'attune-second-'));
const second = await startNode(
  readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: first.databaseUrl,
    PORT: '0',
    SECRET_KEY: (await readFile(join(first.ctx.config.dataDir, 'secret.key'), 'utf8')).trim(),
  }),
  createLog('silent'),
  { api: true, worker: true },
);
after(async () => {
  await second.stop();
  await first.close();
  await rm(dataDir, { recursive: true });
});

const url = second.url ?? '';
const { manage, publish, test: site } = first;
const elsewhere = callWith(url, await site.key(['serve', 'collect', 'userprofile']));

/** Resolves when `look` is true on the other node. Rejects after the second that is promised. */
const withinOneSecond = (look: () => Promise<boolean>) => eventually(look, 1_000);

async function served(selector: string): Promise<unknown> {
  const request = { user: { id: '7' }, selector: { names: [selector] } };
  const { body } = await elsewhere('POST', '/v2/serve/user/choose', request);
  return body.choices[0]?.variations[0]?.payload.data;
}

test('a campaign that is published on one node is served by the other, and paused with it', async () => {
  const id = await publish({ selector: 'shared' });
  await withinOneSecond(async () => (await served('shared')) === 'hello');
  const experiences = [{ name: 'E', variations: [variation('changed')] }];
  const changed = campaignOf({ selector: 'shared', experiences });
  await manage('PUT', `/v2/campaigns/${id}`, changed);
  await manage('POST', `/v2/campaigns/${id}/publish`);
  await withinOneSecond(async () => (await served('shared')) === 'changed');
  await manage('POST', `/v2/campaigns/${id}/pause`);
  await withinOneSecond(async () => (await served('shared')) === undefined);
});

test('both nodes give a user the same variation', async () => {
  const experiences = [{ name: 'E', variations: [variation('A'), variation('B')] }];
  await publish({ selector: 'split', experiences });
  await withinOneSecond(async () => (await served('split')) !== undefined);
  for (let user = 100; user < 130; user += 1) {
    const request = { user: { id: String(user) }, selector: { names: ['split'] } };
    const { body } = await elsewhere('POST', '/v2/serve/user/choose', request);
    const here = await first.client.choose(request);
    assert.deepEqual(body.choices[0].variations, here.choices[0]?.variations);
  }
});

test('a key works on the other node at once, and is refused there within a second', async () => {
  const request = { name: 'short', source: 'Server-side', permissions: ['serve'] };
  const { id, value } = await createKey(first.ctx, site.snapshot(), request, 'test');
  const self = () => callWith(url, value)('GET', '/v2/keys/self');
  assert.equal((await self()).status, 200);
  await deleteKey(first.ctx, site.id, id, 'test');
  await withinOneSecond(async () => (await self()).status === 401);
});

test('a change without a notification is found within a second too', async () => {
  const value = await site.key(['serve']);
  const self = () => callWith(url, value)('GET', '/v2/keys/self');
  assert.equal((await self()).status, 200);
  await first.ctx.pool.query(
    `with gone as (update api_key set deleted_at = now() where id = (select max(id) from api_key))
     update site set revision = revision + 1 where id = $1`,
    [site.id],
  );
  await withinOneSecond(async () => (await self()).status === 401);
});

test('settings and features act on the other node as well', async () => {
  const read = async () => {
    const path = '/v2/userprofile?cuid=a&cuidType=external&affinity=true';
    return (await elsewhere('GET', path)).status;
  };
  assert.equal(await read(), 200);
  await changeSettings(first.ctx, site.id, { features: ['management-api'] }, 'test');
  await withinOneSecond(async () => (await read()) === 403);
  const all = { features: ['feeds', 'affinity', 'management-api'] };
  await changeSettings(first.ctx, site.id, all, 'test');
  await withinOneSecond(async () => (await read()) === 200);
});

test('what one node was sent of a user, the other one knows', async () => {
  const user = { cuid: 'a', cuidType: 'external' };
  const properties = {
    svcType: 'inform-affinity-v1' as const,
    data: [{ attribute: 'color', values: ['red'] }],
  };
  await first.client.events({ user, events: [{ name: 'Quiz', properties }] });
  await eventually(async () => {
    const path = '/v2/userprofile?cuid=a&cuidType=external&affinity=true';
    return (await elsewhere('GET', path)).text === '{"affinity":{"color":{"red":1}}}';
  });
});

test('attributes that both nodes accept at once are all there, and each node uses them', async () => {
  const targeting = { 'user.attributes.plan': 'gold', 'user.attributes.since': 2020 };
  const experiences = [
    { name: 'Gold', targeting, variations: [variation('gold')] },
    { name: 'Others', variations: [variation('other')] },
  ];
  await publish({ selector: 'told', experiences });
  const key = await site.key(['serve', 'userdata']);
  const nodes = [callWith(first.url, key), callWith(url, key)] as const;
  const cuids = Array.from({ length: 300 }, (_, at) => `told-${at}`);
  const names = { names: ['told'] };
  const given = async (call: (typeof nodes)[number], cuid: string) => {
    const body = { user: { cuid, cuidType: 'external' }, selector: names };
    const answer = await call('POST', '/v2/serve/user/choose', body);
    return answer.body.choices[0]?.variations[0]?.payload.data;
  };
  for (const call of nodes) await eventually(async () => (await given(call, 'told-7')) === 'other');
  const told = [{ plan: 'gold' }, { since: 2020 }];
  await Promise.all(
    nodes.map(async (call, at) => {
      // Each in an order of its own: neither waits for the other for ever.
      const order = at === 0 ? cuids : cuids.toReversed();
      const rows = order.map((cuid) => ({ cuid, cuidType: 'external', data: told[at] }));
      const requests = rows.map((row) => ({ action: 'upsert', ...row }));
      const { body } = await call('POST', '/v2/userdata/bulk', { requests });
      assert.equal(body.data.accepted, cuids.length);
    }),
  );
  for (const call of nodes) {
    for (const cuid of ['told-7', 'told-0', 'told-299']) {
      await withinOneSecond(async () => (await given(call, cuid)) === 'gold');
    }
  }
});
