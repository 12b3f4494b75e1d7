// A server with a feed for a test file, and requests in few words.
import { type ClientRequest, request } from 'node:http';
import { sql } from 'kysely';
import { checkedFetch, type TestServer, testServer } from '../../../testing.ts';

export interface Answered {
  readonly status: number;
  readonly etag: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer.
  readonly body: any;
}

export interface FeedServer extends TestServer {
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answered>;
  /** Makes an empty feed of the site and returns its id. */
  readonly feed: (affinity?: readonly string[]) => Promise<string>;
  /** Replaces a feed by NDJSON. */
  readonly put: (
    feedId: string,
    rows: readonly unknown[],
    headers?: Record<string, string>,
  ) => Promise<Answered>;
  /** A feed's items: their data by sku, in order. */
  readonly items: (feedId: string) => Promise<Record<string, unknown>[]>;
  /** Begins an upload whose end is the test's business. */
  readonly begin: (feedId: string, headers?: Record<string, string>) => ClientRequest;
  /** Does a connection wait for more rows of an upload? */
  readonly isStaging: () => Promise<boolean>;
}

export const ndjson = (rows: readonly unknown[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Starts a server whose site, of vertical Other, requires no column but sku. */
export async function feedServer(env: Readonly<Record<string, string>> = {}): Promise<FeedServer> {
  const server = await testServer({ api: true, worker: false }, { vertical: 'Other', env });
  const key = await server.test.key(['feed']);
  const call: FeedServer['call'] = async (method, path, body, headers = {}) => {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await checkedFetch(server.url + path, {
      method,
      headers: { 'svc-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
    });
    const etag = response.headers.get('etag');
    const text = await response.text();
    return { status: response.status, etag, body: text && JSON.parse(text) };
  };
  const lines = { 'content-type': 'application/x-ndjson' };
  return {
    ...server,
    call,
    feed: async (affinity) =>
      (await call('POST', '/v2/feeds', { name: 'Shop', ...(affinity && { affinity }) })).body.id,
    put: (feedId, rows, headers) =>
      call('PUT', `/v2/feeds/svcid/${feedId}`, ndjson(rows), { ...lines, ...headers }),
    items: async (feedId) => {
      const rows = await server.ctx.db
        .selectFrom('item')
        .select('data')
        .where('feed_id', '=', feedId)
        .orderBy('sku')
        .execute();
      return rows.map(({ data }) => data);
    },
    begin: (feedId, headers) =>
      request(`${server.url}/v2/feeds/svcid/${feedId}`, {
        method: 'PUT',
        headers: { 'svc-api-key': key, ...lines, ...headers },
      }),
    isStaging: async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'
          and (query like '%attune feed versions%' or query like 'copy staged_row%')
      `.execute(server.ctx.db);
      return rows.length > 0;
    },
  };
}

/** Goes away in the middle of an upload. */
export async function abandon(upload: ClientRequest): Promise<void> {
  upload.on('error', () => undefined);
  const closed = new Promise((resolve) => upload.once('close', resolve));
  upload.destroy();
  await closed;
}
