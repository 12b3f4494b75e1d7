// The main job on published data: two API nodes and two workers, each a process of its own.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Client } from '@attune/sdk';
import { type TestDatabase, testDatabase } from '../packages/server/src/db/testing.ts';
import {
  checkedClient,
  checkedFetch,
  decisionsSeen,
  eventually,
} from '../packages/server/src/testing.ts';
import { makeFolder, type Running, runJson, startAttune } from './support/attune.ts';
import {
  type Basket,
  journeyIsMissing,
  readBaskets,
  readProducts,
  transactionsFile,
} from './support/journey.ts';
import { profileDifferences, storedProfiles } from './support/profile-differences.ts';

const seed = Number(process.env['SEED'] ?? 20_261_121);
/** In other orders every so many-th household is sent again; `HOUSEHOLDS=all`: each of them. */
const every = process.env['HOUSEHOLDS'] === 'all' ? 1 : 5;
const permissions = 'serve,collect,feed,userprofile,manage';
const affinity = 'department,brand,product_category';

interface Node {
  readonly running: Running;
  readonly env: Record<string, string>;
}

describe('a year of real purchases', { skip: journeyIsMissing }, () => {
  let database: TestDatabase;
  let folder: string;
  let nodes: Node[];
  let workers: Node[];
  const products = journeyIsMissing ? [] : readProducts();
  const baskets = journeyIsMissing ? [] : readBaskets();

  before(async () => {
    database = await testDatabase();
    folder = await makeFolder('journey');
    const start = async (command: string, name: string) => {
      const env = {
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, name),
        SECRET_KEY: 'a secret that the nodes of this test share',
      };
      return { running: await startAttune(command, env), env };
    };
    nodes = [await start('api', 'a'), await start('api', 'b')];
    workers = [await start('worker', 'c'), await start('worker', 'd')];
  });

  after(async () => {
    for (const { running } of [...nodes, ...workers]) assert.equal(await running.stop(), 0);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function makeSite(name: string): Promise<Client[]> {
    const [{ env }] = nodes as [Node];
    await runJson(['site', 'create', '--name', name, '--vertical', 'Other'], env);
    // The purchases are of 2017.
    const settings = JSON.stringify({ retentionDays: 36_500 });
    await runJson(['site', 'set', '--site', name, '--settings', settings], env);
    const create = ['--site', name, '--id', '777', '--name', 'products', '--affinity', affinity];
    await runJson(['feeds', 'create', ...create], env);
    const key = ['--site', name, '--name', 'k', '--source', 'server', '--permissions', permissions];
    const { value } = await runJson<{ value: string }>(['keys', 'create', ...key], env);
    const clients = nodes.map(({ running: { url } }) => checkedClient(url, value));
    const { data } = await clients[0]!.putItems('777', products);
    assert.deepEqual([data.accepted, data.rejected], [20_897, 0]);
    return clients;
  }

  /** Sends baskets, a request for each run of one household's, a few requests at once. */
  async function send(client: Client, sent: readonly Basket[], perRequest: number): Promise<void> {
    const requests = requestsOf(sent, perRequest);
    const sender = async () => {
      for (let next = requests.pop(); next; next = requests.pop()) await client.events(next);
    };
    await Promise.all([sender(), sender(), sender(), sender()]);
  }

  const folded = () =>
    eventually(async () => {
      const { rows } = await database.pool.query('select 1 from inbox limit 1');
      return rows.length === 0;
    }, 120_000);

  /** Does a site hold the same profiles of those who were sent again as the one in order? */
  async function assertSame(site: string): Promise<void> {
    const found = await profileDifferences(
      database.pool,
      { site: 'in-order', profiles: wanted },
      site,
    );
    const complaints = [...nodes, ...workers].flatMap(({ running }) => running.complained());
    // In one line: the summary at the end of a run shows only the first of several.
    assert.ok(!found, JSON.stringify({ complaints, ...found }));
  }

  const isSentAgain = (household: string) => Number(household) % every === 0;
  const again = baskets.filter(({ household }) => isSentAgain(household));
  let inOrder: Map<string, string>;
  /** Of those who are sent again. */
  let wanted: Map<string, string>;
  let clients: Client[];

  test('products and purchases go in, and every household has a profile', async () => {
    assert.deepEqual([products.length, baskets.length], [20_897, 47_243]);
    clients = await makeSite('in-order');
    await send(clients[0]!, baskets, 1_000);
    await folded();
    inOrder = await storedProfiles(database.pool, 'in-order');
    assert.equal(inOrder.size, 2_377);
    wanted = new Map([...inOrder].filter(([household]) => isSentAgain(household)));
  });

  test('profiles are read by external id, with ranks from 1 without gaps, in the text', async () => {
    for (const household of ['1', '718', '2261', '1324']) {
      const ranked = await clients[1]!.affinity({ cuid: household, cuidType: 'external' });
      assert.deepEqual(Object.keys(ranked ?? {}), ['brand', 'department', 'product_category']);
      for (const values of Object.values(ranked ?? {})) {
        const ranks = Object.values(values);
        assert.deepEqual(
          ranks,
          ranks.map((_, at) => at + 1),
        );
      }
    }
  });

  test('the same events shuffled and sent twice give the same bytes', async (t) => {
    t.diagnostic(`SEED=${seed}`);
    const [client] = (await makeSite('shuffled')) as [Client];
    await send(client, shuffled(again, seed), 12);
    await send(client, shuffled(again, seed + 1), 50);
    await folded();
    await assertSame('shuffled');
  });

  test('the same events in two halves to two nodes at once give the same bytes', async () => {
    const [a, b] = (await makeSite('halves')) as [Client, Client];
    const isFirst = (_: Basket, at: number) => at % 2 === 0;
    const halves = [again.filter(isFirst), again.filter((basket, at) => !isFirst(basket, at))];
    await Promise.all([send(a, halves[0]!, 100), send(b, halves[1]!, 100)]);
    await folded();
    await assertSame('halves');
  });

  test('a rebuild from the log gives the same bytes', async () => {
    const [{ env }] = nodes as [Node];
    const rebuild = ['profile', 'rebuild', '--site', 'shuffled'];
    const { rebuilt, changed } = await runJson<{ rebuilt: number; changed: number }>(rebuild, env);
    assert.deepEqual({ rebuilt, changed }, { rebuilt: wanted.size, changed: 0 });
    await assertSame('shuffled');
  });

  test('the published file, imported by what is suggested, is one purchase a basket', async () => {
    const [{ env }] = nodes as [Node];
    const settings = JSON.stringify({ retentionDays: 36_500 });
    const site = ['--name', 'imported', '--vertical', 'Other', '--settings', settings];
    await runJson(['site', 'create', ...site], env);
    const text = gunzipSync(await readFile(transactionsFile)).toString('utf8');
    const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
    const isTried = (household: string) => Number(household) % 10 === 0;
    const some = join(folder, 'transactions.csv');
    const rows = lines.filter((line) => isTried(line.slice(0, line.indexOf(','))));
    await writeFile(some, [head, ...rows].join('\n'));
    const wantedOf = baskets.filter(({ household }) => isTried(household));
    const args = (file: string) => ['events', 'import', file, '--site', 'imported', '--suggested'];
    type Report = Record<'rows' | 'events' | 'accepted' | 'repeated' | 'rejected', number>;
    const whole = await runJson<Report>([...args(transactionsFile), '--dry-run'], env);
    assert.deepEqual([whole.rows, whole.events, whole.rejected], [75_000, baskets.length, 0]);
    const first = await runJson<Report>(args(some), env);
    assert.deepEqual([first.accepted, first.repeated], [wantedOf.length, 0]);
    const again = await runJson<Report>(args(some), env);
    assert.deepEqual([again.accepted, again.repeated], [0, wantedOf.length]);
    const { rows: sums } = await database.pool.query(`
      select round(sum((data::jsonb -> 'event' ->> 'value')::numeric), 2) as value,
             sum(jsonb_array_length(data::jsonb -> 'event' -> 'cart'))::int as lines
      from event where site_id = (select id from site where name = 'imported')`);
    const sum = wantedOf.reduce((all, { event }) => all + event.properties.value, 0);
    assert.deepEqual(
      [Number(sums[0].value), sums[0].lines],
      [Math.round(sum * 100) / 100, rows.length],
    );
  });

  test('a campaign targeted at an affinity rank answers as the profile says', async () => {
    const [{ running, env }] = nodes as [Node];
    const name = ['--site', 'in-order', '--name', 'm', '--source', 'server'];
    const key = await runJson<{ value: string }>(
      ['keys', 'create', ...name, '--permissions', 'manage'],
      env,
    );
    const post = async (path: string, body?: unknown) => {
      const response = await checkedFetch(`${running.url}${path}`, {
        method: 'POST',
        headers: { 'SVC-API-Key': key.value, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { id: number; same?: boolean };
    };
    const variation = (data: string) => [
      { name: data, weight: 1, payload: { type: 'CUSTOM_JSON', data } },
    ];
    const { id } = await post('/v2/campaigns', {
      name: 'Meat lovers',
      selector: 'meat',
      type: 'custom',
      experiences: [
        {
          name: 'lovers',
          targeting: { 'affinity.department.MEAT.rank': { $lte: 3 } },
          variations: variation('meat'),
        },
        { name: 'others', variations: variation('other') },
      ],
    });
    await post(`/v2/campaigns/${id}/publish`);
    const seen = { meat: 0, other: 0 };
    for (const household of [...inOrder.keys()].slice(0, 100)) {
      const user = { cuid: household, cuidType: 'external' };
      const rank = (await clients[1]!.affinity(user))?.['department']?.['MEAT'] ?? Infinity;
      const answer = await eventually(async () => {
        const { choices } = await clients[1]!.choose({ user, selector: { names: ['meat'] } });
        return choices[0]?.variations[0]?.payload.data as 'meat' | 'other' | undefined;
      });
      assert.equal(answer, rank <= 3 ? 'meat' : 'other', `household ${household}, rank ${rank}`);
      seen[answer] += 1;
    }
    assert.ok(seen.meat > 0 && seen.other > 0, JSON.stringify(seen));
    // One node decided; the other one makes each decision again.
    const decided = [...decisionsSeen(nodes[1]!.running.url)];
    assert.ok(decided.length >= 100);
    for (const decisionId of decided) {
      const found = await eventually(async () => {
        const answer = await post('/v2/decisions/replay', { decisionId });
        return 'same' in answer && answer;
      });
      assert.equal(found.same, true, JSON.stringify(found));
    }
  });
});

function requestsOf(baskets: readonly Basket[], perRequest: number) {
  const requests = [];
  for (const [cuid, own] of Map.groupBy(baskets, ({ household }) => household)) {
    for (let at = 0; at < own.length; at += perRequest) {
      const events = own.slice(at, at + perRequest).map(({ event }) => event);
      requests.push({ user: { cuid, cuidType: 'external' }, events });
    }
  }
  return requests.reverse();
}

/** Fisher and Yates' shuffle by mulberry32, so that a seed repeats it. */
function shuffled<T>(items: readonly T[], from: number): T[] {
  const result = [...items];
  let state = from >>> 0;
  for (let last = result.length - 1; last > 0; last -= 1) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const other = ((mixed ^ (mixed >>> 14)) >>> 0) % (last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
