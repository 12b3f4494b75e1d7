// A log of many events, made by PostgreSQL: views, carts and orders of a shop, evenly over days.
import type { Context } from '../../../context.ts';
import { addEventDay } from '../../events/collect/store.ts';

const dayMs = 86_400_000;

interface Log {
  readonly siteId: number;
  readonly count: number;
  /** Days before today, so many of them. */
  readonly days: number;
}

/** Of ten events, six are views, two go into carts, one is an order, one is something else. */
export async function plantEvents(
  { db, pool, now }: Pick<Context, 'db' | 'pool' | 'now'>,
  { siteId, count, days }: Log,
): Promise<void> {
  const today = Math.floor(now() / dayMs) * dayMs;
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  for (let back = days; back > 0; back -= 1) {
    const start = today - back * dayMs;
    const day = new Date(start).toISOString().slice(0, 10);
    await addEventDay(db, day);
    const from = Math.floor(((days - back) * count) / days);
    const to = Math.floor(((days - back + 1) * count) / days);
    await client.query(
      `insert into event (site_id, day, id, user_id, kind, time, data)
      select $1::integer, $2::date, md5(n::text) || n, n / 40 * 7919::bigint, kind,
        to_timestamp(ms / 1000.0),
        json_build_object('v', 1, 'identified', n % 40 < 4, 'observations', json_build_array(
            json_build_array('view', json_build_array(
              json_build_array('color', json_build_array('color ' || n % 12)),
              json_build_array('category', json_build_array('category ' || n % 90))))),
          'event', json_strip_nulls(json_build_object('kind', kind, 'name', kind || '-v1', 'time', ms,
            'session', md5((n / 8)::text), 'sku', case when n % 10 < 8 then 'sku-' || n % 20000 end,
            'quantity', case when n % 10 between 6 and 7 then 1 + n % 3 end,
            'value', case when n % 10 = 8 then (n % 20000) / 100.0 end,
            'currency', case when n % 10 = 8 then 'EUR' end,
            'transactionId', case when n % 10 = 8 then 'order-' || n end)))::text
      from (
        select n, $3::bigint + n * 7919::bigint % 86400000 as ms,
          (array['product-view', 'product-view', 'product-view', 'product-view', 'product-view',
            'product-view', 'add-to-cart', 'add-to-cart', 'purchase', 'custom'])[1 + n % 10] as kind
        from generate_series($4::integer, $5::integer - 1) as n) as numbered`,
      [siteId, day, start, from, to],
    );
  }
  await client.query('analyze event');
  await client.query('reset statement_timeout');
  client.release();
}
