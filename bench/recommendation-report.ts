// How long the report of recommendations takes for a shop that showed a million lists in 28 days:
// made from the log, and from the figures that a worker keeps.
//
// Run from the project's root:
//   npm run bench -- recommendation-report [--exposures 1000000] [--rounds 5]
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addEventDay } from '../packages/server/src/features/events/collect/store.ts';
import {
  callWith,
  experienceServer,
} from '../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { renewRecommendationFigures } from '../packages/server/src/features/insights/recommendation-report/figures/renew.ts';
import { machineName } from './support/machine.ts';

const { values: asked } = parseArgs({
  options: {
    exposures: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
});
const [exposures, rounds] = [Number(asked.exposures), Number(asked.rounds)];
const items = 2_000;
const days = 28;
const dayMs = 86_400_000;
/** A list in so many is clicked, and bought after in so many; an order in so many is refunded. */
const every = { click: 10, order: 20, refund: 400 };
const minutesAfter = { exposure: 0, click: 1, purchase: 30, refund: 60 };

type Server = Awaited<ReturnType<typeof experienceServer>>;
type Call = ReturnType<typeof callWith>;

async function main(): Promise<void> {
  const server = await experienceServer({ api: true, worker: false });
  try {
    const { test } = server;
    const call = callWith(server.url, await test.key(['manage', 'feed']));
    const strategies = await makeShop(call);
    await plant(server, strategies);
    const read = async (query: string) => {
      const began = performance.now();
      const { status, text, body } = await call('GET', `/v2/recommendations/report?${query}`);
      if (status !== 200) throw new Error(`a report answered ${status}: ${text}`);
      return { ms: performance.now() - began, body };
    };
    const times = async (count: number, query: (round: number) => string): Promise<number[]> => {
      const all: number[] = [];
      // What took long is cached under its request: each of these is another one.
      for (let round = 0; round < count; round += 1) all.push((await read(query(round))).ms);
      return all;
    };
    const fromLog = await times(2, (round) => (round === 0 ? '' : `windowDays=${7 + round}`));
    const began = performance.now();
    if (!(await renewRecommendationFigures(server.ctx, test.snapshot())))
      throw new Error('not due');
    const renewed = performance.now() - began;
    const { rows } = await server.ctx.pool.query<{ bytes: number }>(
      'select length(figures) as bytes from recommendation_figures',
    );
    const { body } = await read('');
    const whole = await times(rounds, (round) => `from=${dayAgo(27 - round)}`);
    const one = await times(rounds, (round) => `strategy=${strategies[round % strategies.length]}`);
    report(body.total, { fromLog, renewed, bytes: rows[0]!.bytes, whole, one });
  } finally {
    await server.close();
  }
}

const dayAgo = (count: number) => new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);

/** Items of which each four are variants of one, and four strategies. */
async function makeShop(call: Call): Promise<number[]> {
  await call('POST', '/v2/feeds', { id: '7', name: 'Items' });
  const rows = Array.from({ length: items }, (_, at) => ({
    ...{ sku: `s${at}`, group_id: `g${at >> 2}`, name: `Item ${at}`, price: 10 + (at % 90) },
    ...{ url: 'https://shop.example/i', image_url: 'https://shop.example/i.png' },
    ...{ in_stock: true, categories: [`c${at % 20}`] },
  }));
  await call('PUT', '/v2/feeds/svcid/7', { items: rows });
  const strategies: number[] = [];
  for (const name of ['Newest', 'Dearest', 'Cheapest', 'New again']) {
    const made = await call('POST', '/v2/strategies', {
      name,
      steps: [{ method: { type: 'newest' } }],
    });
    if (made.status !== 201) throw new Error(made.text);
    strategies.push(made.body.id);
  }
  return strategies;
}

/** Lists evenly over the days, of four slots each, with what follows from them. */
async function plant({ ctx, test }: Server, strategies: readonly number[]): Promise<void> {
  const start = Date.now() - days * dayMs;
  for (let day = 0; day <= days; day += 1) {
    await addEventDay(ctx.db, new Date(start + day * dayMs).toISOString().slice(0, 10)).catch(
      () => {},
    );
  }
  const pool = await ctx.pool.connect();
  await pool.query('set statement_timeout = 0');
  await pool.query(
    `create temporary table shown as
    select n, n / 3 * 7919::bigint as user_id,
      $1::timestamptz + n * ($2::interval / $3::double precision) as time,
      ($4::bigint[])[1 + n % 4] as strategy,
      ('{HOMEPAGE,CATEGORY,PRODUCT,CART,""}'::text[])[1 + n % 5] as page
    from generate_series(1, $3::integer) as n`,
    [new Date(start).toISOString(), `${days} days`, exposures, strategies],
  );
  const facts = `'session', md5(n::text), 'campaignId', 1003, 'experienceId', 1004, 'variationId', 1005`;
  await insertEvents(
    'exposure',
    `true`,
    `${facts}, 'revision', 11, 'propensity', 0.5,
    'allocationVersion', 1, 'assignment', json_build_object('key', '1003:1004:1e27e03b14fb0b32'),
    'recommended', json_build_array(json_build_array(0, 's' || n % ${items}, 0),
      json_build_array(1, 's' || (n + 1) % ${items}, 0),
      json_build_array(2, 's' || (n + 2) % ${items}, 0),
      json_build_array(3, 's' || (n + 3) % ${items}, 0)),
    'list', json_build_object('strategy', strategy, 'page', page, 'slots', 4)`,
  );
  await insertEvents(
    'click',
    `n % ${every.click} = 0`,
    `${facts}, 'sku', 's' || n / ${every.click} % ${items},
    'slot', json_strip_nulls(json_build_object('strategy', strategy, 'page', nullif(page, ''),
      'at', n / 7 % 4))`,
  );
  const sale = `'transactionId', 't' || n, 'currency', case when n % 50 = 0 then 'EUR' else 'USD' end`;
  const line = (sku: string, price: string) =>
    `json_build_object('sku', 's' || ${sku} % ${items}, 'quantity', 1, 'price', ${price})`;
  await insertEvents(
    'purchase',
    `n % ${every.order} = 0`,
    `${sale}, 'value', 60 + n % 90,
    'cart', json_build_array(${line('(n / 10 + n / 20 % 2)', '25')}, ${line('(n * 7)', '35')})`,
  );
  await insertEvents('refund', `n % ${every.refund} = 0`, `${sale}, 'value', 20`);
  await pool.query(
    `insert into recommendation_count (site_id, day, strategy_id, page, partition,
      lists, full_lists, fallback_lists, shown)
    select $1::integer, (time at time zone 'UTC')::date, strategy, page, n % 16, count(*), count(*), 0,
      array_fill(count(*), array[4])
    from shown group by 1, 2, 3, 4, 5`,
    [test.id],
  );
  await pool.query(
    `insert into recommended_item (site_id, day, strategy_id, sku)
    select distinct $1::integer, (time at time zone 'UTC')::date, strategy, 's' || (n + at) % ${items}
    from shown cross join generate_series(0, 3) as at`,
    [test.id],
  );
  for (const table of ['event', 'recommendation_count', 'recommended_item']) {
    await pool.query(`analyze ${table}`);
  }
  await pool.query('reset statement_timeout');
  pool.release();

  /** Some of what was shown, minutes later. */
  async function insertEvents(
    kind: keyof typeof minutesAfter,
    which: string,
    said: string,
  ): Promise<void> {
    const minutes = minutesAfter[kind];
    await pool.query(
      `insert into event (site_id, day, id, user_id, kind, time, data)
      select $1, (at at time zone 'UTC')::date, '${kind}:' || md5(n::text) || n, user_id, '${kind}', at,
        json_build_object('v', 1, 'event', json_build_object('kind', '${kind}', 'name', '${kind}',
          ${said}), 'identified', false, 'observations', '[]'::json)::text
      from (select *, least(time + interval '${minutes} minutes', now()) as at from shown) as shown
      where ${which}`,
      [test.id],
    );
  }
}

interface Total {
  readonly lists: number;
  readonly clicks: number;
  readonly direct: { readonly items: number };
  readonly assisted: { readonly items: number };
}

interface Measured {
  readonly fromLog: readonly number[];
  readonly renewed: number;
  readonly bytes: number;
  readonly whole: readonly number[];
  readonly one: readonly number[];
}

function report({ lists, clicks, direct, assisted }: Total, measured: Measured): void {
  const { fromLog, renewed, bytes, whole, one } = measured;
  const middle = (of: readonly number[]) =>
    of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)]!;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const row = (what: string, of: readonly number[]) =>
    `| ${what}, median of ${of.length} | ${seconds(middle(of))} |`;
  const number = (of: number) => of.toLocaleString('en');
  const [load = 0] = loadavg();
  const text = `# The report of recommendations

Made by \`npm run bench -- recommendation-report\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.
Other work waited for these cores meanwhile: load ${load.toFixed(0)}.
${number(lists)} lists in ${days} days, ${number(clicks)} clicks, ${number(exposures / every.order)} orders of two items, of which
${number(direct.items)} are credited as direct and ${number(assisted.items)} as assisted. By HTTP.

| | |
| --- | --- |
| made from the log, faster of ${fromLog.length} | ${seconds(Math.min(...fromLog))} |
${row('from the figures that a worker keeps', whole)}
| the slowest of them | ${seconds(Math.max(...whole))} |
${row('the same of one strategy', one)}
| a worker's pass | ${seconds(renewed)} |
| size of what is kept | ${(bytes / 1000).toFixed(0)} kB |

A worker makes figures again after five minutes, or ten times as long as they took, whichever is longer.
`;
  if (exposures >= 1_000_000) {
    writeFileSync(join(import.meta.dirname, 'results/recommendation-report.md'), text);
  }
  console.log(text);
}

await main();
