// A whole server for a test file: real PostgreSQL, real HTTP, every answer checked against the
// contract.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, endpoints, type Permission, pathForm, type Source } from '@attune/contract';
import { type Client, createClient } from '@attune/sdk';
import { readConfig } from './config.ts';
import type { Context, SiteSnapshot } from './context.ts';
import { testDatabase } from './db/testing.ts';
import { createKey } from './features/access/api-keys/index.ts';
import { createSite } from './features/configuration/sites/index.ts';
import { countInbox } from './features/events/collect/index.ts';
import { replayDecision, storedConfigurations } from './features/insights/explanations/index.ts';
import { checkAnswer } from './http/validate.ts';
import { createLog, type Log } from './log/log.ts';
import { type Roles, startNode } from './node.ts';
import { runningMs } from './running-time.fixture.ts';

export interface TestServer {
  readonly url: string;
  readonly ctx: Context;
  /** Of its database, for further processes. */
  readonly databaseUrl: string;
  /** Makes a site; the server has one named `test` already. */
  readonly site: (name: string, options?: SiteOptions) => Promise<TestSite>;
  readonly test: TestSite;
  /** Resolves when all that came of what the server has answered is recorded. */
  readonly recorded: () => Promise<void>;
  /** Resolves when the inbox is worked off, and the server has applied the result. */
  readonly folded: () => Promise<void>;
  /** Also makes every decision again that it has answered: one that differs is an error. */
  readonly close: () => Promise<void>;
}

interface SiteOptions {
  readonly vertical?: string;
  readonly settings?: Record<string, unknown>;
}

export interface TestServerOptions extends SiteOptions {
  /** Settings beside those that the test server itself needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** Instead of silence. */
  readonly log?: Log;
  /** Given the database's URL, where the server reaches it instead. */
  readonly through?: (databaseUrl: string) => Promise<string>;
}

export interface TestSite {
  readonly id: number;
  readonly snapshot: () => SiteSnapshot;
  /** Makes a key and returns its value. */
  readonly key: (permissions: readonly Permission[], source?: Source) => Promise<string>;
  /** A client with a new key of these permissions. */
  readonly client: (permissions: readonly Permission[], source?: Source) => Promise<Client>;
}

/** A machine that is busy with other tests is no database that fails. */
const patient = { PROFILE_DEADLINE: '5000' };

/** Hashing is slow on purpose, and paced: tests sign in more often in a second than people do. */
const passwordCost = { N: 2 ** 10, r: 8, p: 1 };

/** Starts a server with its own database. `await server.close()` when the file is done. */
export async function testServer(
  roles: Roles = { api: true, worker: true },
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { env, through, log = createLog(process.env['LOG_LEVEL'] ?? 'silent') } = options;
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'attune-data-'));
  const databaseUrl = through ? await through(database.url) : database.url;
  const found = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' };
  const read = readConfig({ ...(!through && patient), ...env, ...found });
  const config = { ...read, passwordCost, gatherMs: 0, silentMs: 0 };
  const node = await startNode(config, log, roles);
  const { ctx, url = '' } = node;

  const sites: number[] = [];
  const site = async (name: string, wanted: SiteOptions = {}): Promise<TestSite> => {
    const { id } = await createSite(ctx, { name, ...wanted }, 'test');
    sites.push(id);
    const snapshot = () => ctx.snapshots.site(id)!;
    const key: TestSite['key'] = async (permissions, source = 'Server-side') => {
      const request = { name: 'test key', source, permissions };
      return (await createKey(ctx, snapshot(), request, 'test')).value;
    };
    const client: TestSite['client'] = async (permissions, source) =>
      checkedClient(url, await key(permissions, source));
    return { id, snapshot, key, client };
  };
  const folded = async () => {
    await node.catchUp();
    const accepted = await ctx.inbox.mark();
    await eventually(async () => (await countInbox(ctx.db, accepted)) === 0);
    await node.catchUp();
  };
  return {
    url,
    ctx,
    databaseUrl: database.url,
    site,
    test: await site('test', options),
    recorded: node.catchUp,
    folded,
    close: async () => {
      try {
        if (roles.worker) await replayAnswered(url, folded, ctx, sites);
      } finally {
        await node.stop();
      }
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ids of the decisions that were answered, by where it was. */
const answered = new Map<string, Set<string>>();

/** Ids of the decisions that `checkedFetch` has seen a server answer. */
export const decisionsSeen = (url: string): ReadonlySet<string> => answered.get(url) ?? new Set();

/** A client that rejects, as tests expect of what is refused, and waits for a busy machine. */
export const checkedClient = (url: string, key: string): Client =>
  createClient({
    url,
    key,
    fetch: checkedFetch,
    throwOnError: true,
    timeoutMs: 60_000,
    retries: 0,
  });

/** Makes all logged decisions again that a server has answered, and throws where one differs. */
async function replayAnswered(
  url: string,
  folded: () => Promise<void>,
  ctx: Context,
  sites: readonly number[],
): Promise<void> {
  const ids = decisionsSeen(url);
  answered.delete(url);
  if (ids.size === 0) return;
  await folded();
  for (const siteId of sites) {
    const configurationAt = storedConfigurations(ctx, siteId);
    for (const id of ids) await replayOne(ctx, siteId, id, configurationAt);
  }
}

async function replayOne(
  ctx: Context,
  siteId: number,
  id: string,
  configurationAt: ReturnType<typeof storedConfigurations>,
): Promise<void> {
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) return;
  const found = await replayDecision(ctx, snapshot, id, configurationAt).catch((error) => {
    // Another site's, or erased by the test.
    if (['not_found', 'decision_gone', 'not_ready'].includes(error.code)) return undefined;
    throw error;
  });
  if (found?.same !== false) return;
  const { summary, differences, values } = found;
  throw new Error(`${summary} ${JSON.stringify({ differences, values, id })}`);
}

const forms = endpoints.map((endpoint) => ({ endpoint, form: pathForm(endpoint.path) }));

/** A browser's: `fetch` calls itself a program, which a Client-side key takes for a bot. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** Like `fetch` in a browser, but an answer that breaks the contract is an error. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  if (!headers.has('user-agent')) headers.set('user-agent', userAgent);
  const response = await fetch(input, { ...init, headers });
  const { pathname } = new URL(String(input));
  const method = init?.method ?? 'GET';
  const answering = method === 'HEAD' ? 'GET' : method;
  const endpoint = forms.find(
    (one) => one.endpoint.method === answering && one.form.test(pathname),
  )?.endpoint;
  if (!endpoint || method === 'HEAD') return response;
  const text = await response.clone().text();
  const type = response.headers.get('content-type');
  const errors = checkAnswer(endpoint, response.status, text, type);
  if (!/^[0-9a-f]{32}$/.test(response.headers.get('svc-trace-id') ?? '')) {
    throw new Error(`${endpoint.id} answered without a trace id`);
  }
  if (errors.length > 0) {
    const found = JSON.stringify(errors);
    throw new Error(`${endpoint.id} broke the contract: ${found} in ${text.slice(0, 500)}`);
  }
  const decides = endpoint === api.choose || endpoint.protocol === 'ofrep';
  if (decides && response.ok) note(new URL(String(input)).origin, text);
  return response;
};

function note(url: string, text: string): void {
  const ids = answered.get(url) ?? new Set();
  answered.set(url, ids);
  for (const [, id] of text.matchAll(/"decisionId":"([^"]+)"/g)) ids.add(id!);
}

/**
 * Resolves when a session waits for a lock in this database; for one of a table, of a mode, or in a
 * statement with some text, where that is named. PostgreSQL lists all databases, and tests of
 * others run meanwhile.
 */
export async function lockAwaited(
  pool: Context['pool'],
  { table, mode, text }: { readonly table?: string; readonly mode?: string; text?: string } = {},
): Promise<void> {
  await eventually(async () => {
    const { rows } = await pool.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()
         and ($1::text is null or relation = $1::regclass) and ($2::text is null or mode = $2)
         and ($3::text is null or position($3 in query) > 0)`,
      [table, mode, text],
    );
    return rows.length > 0;
  });
}

/**
 * Resolves with what `look` returns once that is something; looks again until then. Rejects after a
 * bound that is far beyond what the service promises.
 */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  boundMs = 20_000,
): Promise<T> {
  const end = runningMs() + boundMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (runningMs() > end) throw new Error(`not within ${boundMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
