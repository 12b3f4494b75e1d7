// Campaigns for sites that are small, and for one that is slow to load.
import type { Pool } from 'pg';
import type { Client } from './client.ts';

/** Publishes one campaign through the API, under the selector name `home`; its id. */
export async function publishHome(client: Client, url: string, key: string): Promise<number> {
  const variation = (data: string) => ({
    name: data,
    weight: 1,
    payload: { type: 'CUSTOM_JSON', data },
  });
  const body = {
    name: 'Home',
    selector: 'home',
    type: 'custom',
    experiences: [
      {
        name: 'Returning, at a large screen',
        targeting: { 'device.type': 'desktop', 'page.type': { $in: ['PRODUCT', 'CART'] } },
        variations: [variation('A'), variation('B')],
      },
      { name: 'Everybody', variations: [variation('C'), variation('D')] },
    ],
  };
  const made = await client.ask(url, { method: 'POST', path: '/v2/campaigns', key, body });
  if (made.status !== 201) throw new Error(`no campaign could be made: ${made.text}`);
  const { id } = JSON.parse(made.text) as { id: number };
  await publish(client, url, key, id);
  return id;
}

/** Publishes a campaign again: every node loads its site anew. */
export async function publish(client: Client, url: string, key: string, id: number): Promise<void> {
  const path = `/v2/campaigns/${id}/publish`;
  const live = await client.ask(url, { method: 'POST', path, key });
  if (live.status !== 200) throw new Error(`the campaign could not be published: ${live.text}`);
}

/** Gives a site so many live campaigns like the one that it has, without a request for each. */
export async function multiply(pool: Pool, siteId: number, count: number): Promise<void> {
  const { rows } = await pool.query(`select body from publication where site_id = $1 limit 1`, [
    siteId,
  ]);
  const one = JSON.parse(rows[0].body) as object;
  const { rows: numbers } = await pool.query(
    `select nextval('managed_id') as id from generate_series(1, $1)`,
    [count],
  );
  const ids = numbers.map(({ id }) => Number(id));
  const names = ids.map((id) => `campaign-${id}`);
  const bodies = ids.map((id) =>
    JSON.stringify({ ...one, id, name: `campaign-${id}`, selector: `campaign-${id}` }),
  );
  await pool.query(
    `with made as (
       insert into managed_object (site_id, kind, id, name, body)
       select $1, 'campaign', * from unnest($2::bigint[], $3::text[], $4::text[])
       returning id, body
     ), live as (
       insert into publication (site_id, campaign_id, status, version, body)
       select $1, id, 'live', 1, body from made
     )
     update site set revision = revision + 1 where id = $1`,
    [siteId, ids, names, bodies],
  );
}
