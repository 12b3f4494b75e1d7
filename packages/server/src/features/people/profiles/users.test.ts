// Tests of the list of users that a rebuild goes through.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { shopServer, view } from '../../events/collect/shop.fixture.ts';
import { selectUserPage } from './store.ts';

const server = await shopServer();
after(server.close);
const { ctx } = server;

test('users who lost their profile are listed by their events, each once and by id', async () => {
  const { tell, siteId } = await server.shop('lost');
  for (const svcid of ['13', '11', '12']) await tell({ svcid }, view('tent'), view('lamp'));
  await server.workOff();
  await ctx.db.deleteFrom('profile').where('site_id', '=', siteId).execute();
  const row = { site_id: siteId, user_id: '14', state: '' };
  await ctx.db.insertInto('profile').values(row).execute();
  assert.deepEqual(await selectUserPage(ctx.db, siteId, undefined, 3), ['11', '12', '13']);
  assert.deepEqual(await selectUserPage(ctx.db, siteId, '12', 3), ['13', '14']);
});
