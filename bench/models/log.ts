// A log of events to build models from, as large as is asked for: sessions of neighbouring items.
import type pg from 'pg';

export interface Size {
  readonly events: number;
  readonly days: number;
  readonly items: number;
  readonly users: number;
  /** What items are called; the default is sku-0, sku-1 and so on. */
  readonly skus?: readonly string[];
}

const dayMs = 86_400_000;
/** Days that are logged at once. */
export const writers = 3;

/** Sessions of some neighbouring items, the first of them popular; a tenth of events is bought. */
export async function logEvents(pool: pg.Pool, size: Size): Promise<string> {
  const { days } = size;
  const started = performance.now();
  const left = Array.from({ length: days }, (_, at) => days - at);
  const write = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      await logDay(pool, size, number);
      if (left.length % 10 === 0) console.error(`${left.length} days to be logged`);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await pool.query('analyze event');
  const seconds = Math.round((performance.now() - started) / 1_000);
  const stored = await pool.query(`select sum(pg_total_relation_size(inhrelid)) as bytes
    from pg_inherits where inhparent = 'event'::regclass`);
  const gigabytes = (Number(stored.rows[0].bytes) / 1e9).toFixed(2);
  return `${gigabytes} GB of log, written in ${seconds} s`;
}

/** Logs the events of a day that many days ago. */
async function logDay(
  pool: pg.Pool,
  { events, days, items, users, skus = [] }: Size,
  number: number,
): Promise<void> {
  const today = Math.floor(Date.now() / dayMs);
  const textOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
  const [day, next] = [textOf(today - number), textOf(today - number + 1)];
  await pool.query(`create table if not exists event_${day.replaceAll('-', '_')}
    partition of event for values from ('${day}') to ('${next}')`);
  const ofDay = Math.ceil(events / days);
  await pool.query(madeEvents, [day, ofDay, number * 1_000_003, users, items, skus]);
  await pool.query(noteChanges, [day, ofDay]);
}

/** As a worker notes them, so that what is made of a day is made again. */
const noteChanges = `
  insert into event_day_change (site_id, day, partition, changes) values (1, $1::date, 0, $2)
  on conflict (site_id, day, partition)
  do update set changes = event_day_change.changes + excluded.changes`;

const madeEvents = `
  insert into event (site_id, day, id, user_id, kind, time, data)
  select 1, $1::date, 'e' || n, person, kind,
              $1::date + n * interval '0.1 second',
              '{"v":1,"event":{"id":"e' || n || '","time":' ||
              (extract(epoch from $1::date) * 1000 + n * 100)::bigint || ',"name":"' || kind ||
              '","session":"s' || session || '","kind":"' || kind || '",' || case kind
                when 'purchase' then '"transactionId":"t' || $1 || n || '","cart":[{"sku":"' ||
                  name || '","quantity":1,"price":9.5},{"sku":"' || next ||
                  '","quantity":2,"price":12}]'
                when 'add-to-cart' then '"quantity":1,"sku":"' || name || '"'
                else '"sku":"' || name || '"' end ||
              '},"identified":false,"observations":[["view",[["color",["red"]],' ||
              '["brand",["Brand ' || sku % 50 || '"]]]]]}'
       from (
         select n, session, hashint4(session + $3) & 2147483647 as hash,
                (hashint4(session * 7 + $3) & 2147483647) % $4 as person,
                floor($5 * power((hashint4(session + $3) & 1048575) / 1048576.0, 3))::int
                  + (hashint4(n) & 15) as sku,
                case when n % 10 = 0 then 'purchase' when n % 10 = 1 then 'add-to-cart'
                     else 'product-view' end as kind
         from (select n, n / 6 as session from generate_series(0, $2::int - 1) as n) as numbered
       ) as made
       cross join lateral (
         select coalesce(($6::text[])[1 + sku], 'sku-' || sku) as name,
                coalesce(($6::text[])[2 + sku], 'sku-' || (sku + 1)) as next) as named`;
