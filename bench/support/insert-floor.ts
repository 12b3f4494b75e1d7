// The floor of collect: one connection that inserts batches of events' texts, each a commit.
//
// Reads `{ url, seconds }` as JSON on standard input, writes how many rows a second it committed.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const batch = 500;
const { url, seconds } = JSON.parse(await text(process.stdin)) as { url: string; seconds: number };
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query('drop table if exists insert_floor');
await client.query(`create table insert_floor (
  id bigint generated always as identity primary key,
  site_id integer not null, partition smallint not null, entry text not null)`);
const ends = performance.now() + 1000 * seconds;
const began = performance.now();
let rows = 0;
while (performance.now() < ends) {
  const entries = Array.from({ length: batch }, (_, at) => eventText(at));
  await client.query(
    `insert into insert_floor (site_id, partition, entry)
     select 1, 1, entry from unnest($1::text[]) as entry`,
    [entries],
  );
  rows += batch;
}
process.stdout.write(String((1000 * rows) / (performance.now() - began)));
await client.query('drop table insert_floor');
await client.end();

function eventText(at: number): string {
  const event = {
    id: randomUUID(),
    time: Date.now(),
    name: 'Product page',
    session: 'f'.repeat(32),
    kind: 'product-view',
    sku: `sku-${at}`,
  };
  return JSON.stringify({ v: 1, device: '100000000000000001', identifiers: [], event });
}
