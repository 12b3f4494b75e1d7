// The server that is attacked: with one of everything, its log and its writes watched.
import { api, type Endpoint, permissionIds } from '@attune/contract';
import pg from 'pg';
import { recomputeTotals } from '../../packages/server/src/features/people/profiles/index.ts';
import { absent, exampleOf, type Named } from '../../packages/server/src/http/examples.fixture.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import {
  eventually,
  type TestServer,
  type TestSite,
  testServer,
} from '../../packages/server/src/testing.ts';
import { projectRoot } from '../support/attune.ts';
import { canary } from './hostile.ts';

export interface Target {
  readonly url: string;
  /** Names of things that exist now. */
  readonly named: () => Named;
  readonly keys: Readonly<Record<KeyKind, string>>;
  /** Makes anew what an accepted request to this endpoint took away. */
  readonly replaceWhat: (deleter: Endpoint) => Promise<void>;
  /** Counts the rows that were ever written; of any table, by anybody. */
  readonly writes: () => Promise<number>;
  /** Which tables had rows written since a count. */
  readonly writtenSince: (count: number) => Promise<string>;
  /** Resolves when nothing waits for a worker and nothing has been written for a while. */
  readonly settled: () => Promise<number>;
  /** What is in a text, or in the log, that must stay secret; empties the list of the log. */
  readonly leakIn: (text: string) => string | undefined;
  readonly takeLogFaults: () => readonly string[];
  readonly close: () => Promise<void>;
}

export type KeyKind = 'server' | 'browser' | 'other' | 'unknown';

const secretKey = 'the-fuzzers-own-master-key-of-40-characters';

/** Of a slow machine: its operator is told where in the code a database was waited for. */
const waitedInVain = /"level":"warn".*"message":"(Connection terminated due to|timeout exceeded)/;

/** What no text that leaves the process may hold: stacks, SQL, paths. */
const telling =
  /node_modules|\bfile:\/\/|\s{4}at |\\n\s+at |\.(?:ts|js|sql):\d|SQLSTATE|violates|invalid input syntax|relation \\?"|syntax error at or near|pg_catalog|svc_[sc]_[0-9A-Za-z]{30}/;

/** Starts one. `await target.close()` when done. */
export async function startTarget(): Promise<Target> {
  const logFaults: string[] = [];
  let leaks: Leaks = { leakIn: () => undefined, secretIn: () => undefined };
  const log = createLog('debug', {
    write: (line: string) => {
      const found = waitedInVain.test(line) ? leaks.secretIn(line) : leaks.leakIn(line);
      const leak = found ?? (line.includes(canary) ? 'what a request held' : undefined);
      if (leak) logFaults.push(`the log holds ${leak}: ${line.slice(0, 2_000)}`);
      else if (/"level":"(error|fatal)"/.test(line)) logFaults.push(line.slice(0, 4_000));
    },
  });
  const server = await testServer(undefined, { log, env: { SECRET_KEY: secretKey } });
  const db = new pg.Pool({ connectionString: server.databaseUrl, max: 1 });
  await db.query(watchWrites);
  const { test: site, url } = server;
  const other = await server.site('other');
  const keys = {
    server: await site.key(permissionIds),
    browser: await site.key(['serve', 'collect'], 'Client-side'),
    other: await other.key(permissionIds),
    unknown: `svc_s_${'0'.repeat(36)}`,
  };
  leaks = leaksOf(server, keys);
  const { leakIn } = leaks;

  let named = await makeFurniture(url, keys.server, site);
  // Then no worker does it meanwhile, of its own.
  for (const { id } of [site, other]) await recomputeTotals(server.ctx, id);
  const countWrites = async () => {
    const text = 'select coalesce(max(id), 0)::int as count from fuzz_write';
    const { rows } = await db.query({ name: 'count', text });
    return rows[0].count as number;
  };
  return {
    url,
    keys,
    named: () => named,
    replaceWhat: async ({ path }) => {
      made += 1;
      if (path === api.deleteFeed.path) {
        // Its id is taken until it is emptied.
        named = { ...named, feed: String(700_000 + made) };
        named = { ...named, transaction: await fillFeed(url, keys.server, named) };
      }
      for (const [kind, maker] of Object.entries(makers)) {
        if (!path.startsWith(maker.path)) continue;
        const names = { ...named, name: `thing-${made}`, selector: `selector-${made}` };
        named = { ...names, [kind]: String((await send(url, keys.server, maker, names)).id) };
      }
    },
    writes: countWrites,
    writtenSince: async (count) => {
      const { rows } = await db.query(
        'select name, count(*)::int from fuzz_write where id > $1 group by name order by name',
        [count],
      );
      return rows.map((row) => `${row.count} of ${row.name}`).join(', ');
    },
    settled: async () => {
      await server.folded();
      return untilQuiet(db, countWrites);
    },
    leakIn,
    takeLogFaults: () => logFaults.splice(0),
    close: async () => {
      await db.end();
      await server.close();
    },
  };
}

/** Resolves to how many rows were ever written, once no worker has anything to write. */
function untilQuiet(db: pg.Pool, countWrites: () => Promise<number>): Promise<number> {
  return eventually(async () => {
    const before = await countWrites();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { rows } = await db.query(
      `select (select count(*) from inbox)
         + (select count(*) from erasure where done_at is null)
         + (select count(*) from deleted_feed where emptied_at is null) as waiting`,
    );
    const after = await countWrites();
    return Number(rows[0].waiting) === 0 && after === before ? after : undefined;
  });
}

interface Leaks {
  /** Names the secret that a text holds, or what else must not leave the process. */
  readonly leakIn: (text: string) => string | undefined;
  readonly secretIn: (text: string) => string | undefined;
}

function leaksOf({ test, ctx, databaseUrl }: TestServer, keys: Target['keys']): Leaks {
  const identity = test.snapshot().identitySecret;
  const secrets = new Map([
    ...Object.entries(keys).map(([kind, value]) => [value, `the ${kind} key`] as const),
    [secretKey, 'the master key'],
    ...(['hex', 'base64', 'base64url'] as const).map(
      (form) => [identity?.toString(form) ?? '', 'the identity secret'] as const,
    ),
    [databaseUrl, 'the database URL'],
    [new URL(databaseUrl).pathname.slice(1), 'the name of the database'],
    [ctx.config.dataDir, 'the data directory'],
  ]);
  const secretIn = (text: string) => {
    for (const [secret, name] of secrets) if (secret && text.includes(secret)) return name;
    return undefined;
  };
  const tellingIn = (text: string) =>
    text.includes(projectRoot) ? 'the folder of the project' : telling.exec(text)?.[0];
  return { secretIn, leakIn: (text) => secretIn(text) ?? tellingIn(text) };
}

/** Notes each row that is written, and takes that back with a transaction that is taken back. */
const watchWrites = `
  create unlogged table fuzz_write (id bigserial primary key, name text not null);
  create function fuzz_note() returns trigger language plpgsql as $$
  begin
    insert into public.fuzz_write (name) values (tg_table_name);
    return null;
  end $$;
  do $$
  declare name regclass;
  begin
    for name in
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'fuzz_write'
        -- Written behind whatever is asked, also what is refused.
        and relname not in ('key_use', 'key_client', 'ingestion_warning', 'node', 'node_revision',
                            'event_type', 'delivery', 'notified', 'campaign_figures',
                            'recommendation_figures')
    loop
      execute format(
        'create trigger fuzz_note after insert or update or delete on %s
         for each row execute function fuzz_note()', name);
    end loop;
  end $$`;

let made = 0;

const makers = {
  campaign: api.createCampaign,
  audience: api.createAudience,
  identifierType: api.createIdentifierType,
} as const;

/** Sends the example of an endpoint, or another body; rejects when it is refused. */
async function send(url: string, key: string, endpoint: Endpoint, of: Named, body?: unknown) {
  const example = exampleOf(endpoint, of);
  const content = body ?? example.body;
  const response = await fetch(url + example.path, {
    method: endpoint.method,
    headers: { 'svc-api-key': key },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${endpoint.id}: ${answer}`);
  return answer && JSON.parse(answer);
}

/** One of everything that a site can have, by the API. */
async function makeFurniture(url: string, key: string, site: TestSite): Promise<Named> {
  made += 1;
  const names: Named = {
    ...absent,
    name: `thing-${made}`,
    feed: String(700_000 + made),
    item: 'lamp',
    selector: `selector-${made}`,
    cuid: `person-${made}`,
  };
  const ask = (endpoint: Endpoint, body?: unknown) => send(url, key, endpoint, names, body);
  const ids: Record<string, string> = { transaction: await fillFeed(url, key, names) };
  for (const [kind, maker] of Object.entries(makers)) ids[kind] = String((await ask(maker)).id);
  const named = { ...names, ...ids };
  await send(url, key, api.publishCampaign, named);
  await eventually(async () => site.snapshot().campaignsBySelector.has(names.selector));
  const chosen = await send(url, key, api.choose, named);
  return { ...named, decision: chosen.choices[0].decisionId };
}

/** Makes a feed with items, and gives the transaction that they came by. */
async function fillFeed(url: string, key: string, names: Named): Promise<string> {
  await send(url, key, api.createFeed, names);
  const items = [lamp, { ...lamp, sku: 'tent' }];
  return (await send(url, key, api.putFeed, names, { items })).data.transaction_id;
}

const lamp = {
  sku: 'lamp',
  group_id: 'lamps',
  name: 'Lamp',
  url: 'https://shop.example/lamp',
  price: 10,
  in_stock: true,
  image_url: 'https://shop.example/lamp.png',
  categories: ['Lamps'],
};
