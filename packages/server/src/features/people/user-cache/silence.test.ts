// Tests of a node that hears of no change: it asks the database, and uses nothing from its cache.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DatabaseLink, openLink } from '../../../http/database-link.fixture.ts';
import { withoutNotifications } from '../../../http/silence.fixture.ts';
import { eventually, testServer } from '../../../testing.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';

let swallowed = 0;
let link: DatabaseLink | undefined;
const server = await testServer(
  { api: true, worker: true },
  {
    through: async (databaseUrl) => {
      link = await openLink(databaseUrl, () =>
        withoutNotifications(() => {
          swallowed += 1;
        }),
      );
      return link.url;
    },
  },
);
after(async () => {
  await server.close();
  await link?.close();
});

test('where notifications are swallowed, every profile is as the worker left it', async () => {
  const client = await server.test.client(['collect']);
  const call = callWith(server.url, await server.test.key(['userprofile']));
  const person = { cuid: 'ann', cuidType: 'external' };
  const read = async () => {
    const query = new URLSearchParams({ ...person, affinity: 'true' });
    return (await call('GET', `/v2/userprofile?${query}`)).text;
  };
  assert.equal(await read(), '{}');
  for (const [at, color] of ['red', 'blue', 'green'].entries()) {
    const data = [{ attribute: 'color', values: [color] }];
    const properties = { svcType: 'inform-affinity-v1' as const, data };
    await client.events({ user: person, events: [{ name: 'Quiz', properties }] });
    await eventually(async () => {
      const { rows } = await server.ctx.pool.query('select 1 from inbox limit 1');
      return rows.length === 0;
    });
    assert.equal(Object.keys(JSON.parse(await read()).affinity.color).length, at + 1);
  }
  assert.ok(swallowed > 0);
});
