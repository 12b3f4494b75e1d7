// How long the report of a large campaign takes: made from the log, and from the figures that a
// worker keeps.
//
// Run from the project's root: npm run bench -- reports [--users 1000000] [--rounds 5]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addEventDay } from '../packages/server/src/features/events/collect/store.ts';
import {
  experienceServer,
  variation,
} from '../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { renewFigures } from '../packages/server/src/features/insights/reports/figures/renew.ts';
import { machineName } from './support/machine.ts';

const { values: asked } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
});
const [users, rounds] = [Number(asked.users), Number(asked.rounds)];
const days = 28;
const dayMs = 86_400_000;

interface Answered {
  readonly status: number;
  readonly ms: number;
}

type Server = Awaited<ReturnType<typeof experienceServer>>;

async function main(): Promise<void> {
  const server = await experienceServer({ api: true, worker: false });
  try {
    const { ctx, test, manage } = server;
    const start = Date.now() - days * dayMs;
    Object.assign(ctx, { now: () => start });
    const id = await publish(server);
    Object.assign(ctx, { now: () => Date.now() });
    await plant(server, id, start);
    const read = async (): Promise<Answered> => {
      const began = performance.now();
      const { status } = await manage('GET', `/v2/campaigns/${id}/report?metric=revenue`);
      return { status, ms: performance.now() - began };
    };
    const before = await read();
    console.error('read once', before);
    const began = performance.now();
    const made = await renewFigures(ctx, test.snapshot());
    const renewed = performance.now() - began;
    const { rows } = await ctx.pool.query<{ took_ms: number; bytes: string }>(
      'select took_ms, length(figures) as bytes from campaign_figures order by metric_id',
    );
    const after: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { status, ms } = await read();
      if (status !== 200) throw new Error(`a report that is kept answered ${status}`);
      after.push(ms);
    }
    report({ before, after, renewed, made, kept: rows });
  } finally {
    await server.close();
  }
}

async function publish({ publish }: Server): Promise<number> {
  return publish({
    selector: 'banner',
    metrics: { primary: 2, others: [3] },
    experiences: [{ name: 'All', variations: [variation(null, 1, 'A'), variation('new', 1, 'B')] }],
  });
}

/** Users evenly over the days; a tenth buys within two days of the first exposure. */
async function plant({ ctx, test }: Server, id: number, start: number): Promise<void> {
  const { db } = ctx;
  const pool = await ctx.pool.connect();
  await pool.query('set statement_timeout = 0');
  const snapshot = test.snapshot().campaignsById.get(id)?.published;
  if (!snapshot) throw new Error('the campaign is not published');
  const [experience] = snapshot.definition.experiences;
  const [a, b] = experience!.variations;
  const key = `${id}:${experience!.id}:${snapshot.definition.seed}`;
  for (let day = 0; day <= days; day += 1) {
    await addEventDay(db, new Date(start + day * dayMs).toISOString().slice(0, 10)).catch(() => {});
  }
  const at = `$2::timestamptz + n * ($3::interval / $4::double precision)`;
  await pool.query(
    `insert into exposure (site_id, campaign_id, experience_id, user_id, variation_id, draw, time,
       event_id, allocation_version, propensity, is_kept, device, is_returning)
     select $1, $5, $6, n * 7919::bigint, case when n % 2 = 0 then $7::bigint else $8::bigint end, $9,
       ${at}, 'e' || n, 1, 0.5, false, 'desktop', false
     from generate_series(1, $4::integer) as n`,
    [
      ...[test.id, new Date(start).toISOString(), `${days} days`, users],
      ...[id, experience!.id, a!.id, b!.id, key],
    ],
  );
  await pool.query(
    `insert into event (site_id, day, id, user_id, kind, time, data)
     select $1, (time at time zone 'UTC')::date, 'p' || n, n * 7919::bigint, 'purchase', time,
       json_build_object('event', json_build_object('kind', 'purchase', 'transactionId', 't' || n,
         'value', 10 + n % 90, 'lines', '[]'::json))::text
     from (select n, least(${at} + (n % 48) * interval '1 hour', now()) as time
           from generate_series(10, $4::integer, 10) as n) as bought`,
    [test.id, new Date(start).toISOString(), `${days} days`, users],
  );
  await pool.query('analyze exposure');
  await pool.query('analyze event');
  await pool.query('reset statement_timeout');
  pool.release();
}

interface Measured {
  readonly before: Answered;
  readonly after: readonly number[];
  readonly renewed: number;
  readonly made: number;
  readonly kept: readonly { readonly took_ms: number; readonly bytes: string }[];
}

function report({ before, after, renewed, made, kept }: Measured): void {
  const middle = (of: readonly number[]) =>
    of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)]!;
  const text = `# Reports of a large campaign

Made by \`npm run bench -- reports\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.
A campaign of ${users.toLocaleString('en')} users over ${days} days, a tenth of them buyers; report of revenue by HTTP.

| | |
| --- | --- |
| made from exposures and the log, as each request did before | ${before.status === 200 ? '' : `${before.status} after `}${(before.ms / 1000).toFixed(1)} s |
| answered from the figures that a worker keeps, median of ${after.length} | ${(middle(after) / 1000).toFixed(2)} s |
| the slowest of them | ${(Math.max(...after) / 1000).toFixed(2)} s |
| a worker's pass over both of the campaign's metrics (${made} made) | ${(renewed / 1000).toFixed(1)} s |
| size of what is kept, by metric | ${kept.map(({ bytes }) => `${(Number(bytes) / 1000).toFixed(0)} kB`).join(', ')} |

A worker makes figures again after five minutes, or ten times as long as they took, whichever is longer: a campaign
costs a tenth of a core at most.
`;
  if (users >= 1_000_000) writeFileSync(join(import.meta.dirname, 'results/reports.md'), text);
  console.log(text);
}

await main();
