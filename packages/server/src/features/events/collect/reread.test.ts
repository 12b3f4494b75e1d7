// An upgrade that knows a type of events counts those that came before it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually, testServer } from '../../../testing.ts';
import { rereadUnrecognised } from './reread.ts';

const server = await testServer();
after(server.close);
const { ctx, folded, test: site } = server;
const client = await site.client(['serve', 'collect', 'userprofile']);
const browser = await site.client(['collect'], 'Client-side');
const newType = 'product-view-v1';

/** Sends an event as it was kept by a version that did not know `newType` yet. */
async function sendToFormer(
  user: object,
  eventId: string,
  properties: object,
  by = client,
): Promise<void> {
  const unknown = { ...properties, svcType: 'product-view-v9' };
  await by.events({ user, events: [{ name: 'View', eventId, properties: unknown as never }] });
  await folded();
  const { rowCount } = await ctx.pool.query(
    `update event set data = replace(data, 'product-view-v9', $1)
     where id = $2 or id like '%:' || $2`,
    [newType, eventId],
  );
  assert.equal(rowCount, 1);
}

const logged = async () => {
  const { rows } = await ctx.pool.query(
    `select id, kind, user_id from event where site_id = $1 order by id`,
    [site.id],
  );
  return rows.map(({ id, kind, user_id }) => [id, kind, user_id]);
};

/** The worker has begun with all types that there are. */
await eventually(async () => {
  const { rowCount } = await ctx.pool.query('select from event_type');
  return rowCount !== 0;
});

test('events of a type that is known now count as what they are, once and of the same users', async () => {
  const person = { cuid: 'ann', cuidType: 'external' };
  await client.events({ user: person, events: [{ name: 'Hello', eventId: 'a', properties: {} }] });
  await sendToFormer({ id: '7' }, 'b', { productId: 'red' });
  await sendToFormer(person, 'c', { productId: 'blue' });
  await sendToFormer({ id: '7' }, 'd', { productId: 5 });
  const before = await logged();
  assert.deepEqual(
    before.map(([, kind]) => kind),
    ['custom', ...Array(3).fill('unrecognised')],
  );

  await ctx.pool.query('delete from event_type where type = $1', [newType]);
  assert.equal(await rereadUnrecognised(ctx), 2);
  const [a, b, c, d] = before;
  const view = 'product-view';
  assert.deepEqual(await logged(), [a, [b![0], view, b![2]], [c![0], view, c![2]], d]);
  assert.equal(await rereadUnrecognised(ctx), 0);
  const { rows } = await ctx.pool.query(
    `select state from profile where site_id = $1 and user_id = 7`,
    [site.id],
  );
  assert.match(rows[0].state, /red/);
});

test('whose an event is stays, whoever has the device by then, and a claim stays one', async () => {
  const login = (cuid: string) => ({
    name: 'Login',
    properties: { svcType: 'login-v1' as const, cuid, cuidType: 'external' },
  });
  await client.events({ user: { id: '9' }, events: [login('carla')] });
  await sendToFormer({ id: '9' }, 'e', { productId: 'green' });
  await sendToFormer({ id: '9' }, 'f', { productId: 'green' }, browser);
  await client.events({ user: { id: '9' }, events: [login('dora')] });
  await folded();
  await ctx.pool.query('delete from event_type where type = $1', [newType]);
  assert.equal(await rereadUnrecognised(ctx), 2);
  const read = (await logged()).filter(([, , user]) => user === '9');
  assert.deepEqual(
    read.filter(([, kind]) => kind === 'product-view'),
    [
      ['c:9:f', 'product-view', '9'],
      ['e', 'product-view', '9'],
    ],
  );
});
