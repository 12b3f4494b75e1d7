// What every measurement of the service stands on: a PostgreSQL, a site in it, a key.
import { join } from 'node:path';
import { type Postgres, startApi, startPostgres } from '../support/servers.ts';
import { createShop, writeProfiles } from '../support/shop.ts';

export interface TestBed {
  readonly postgres: Postgres;
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  /** Runs an API for as long as some work takes. */
  readonly withApi: <T>(
    env: Readonly<Record<string, string>>,
    work: (api: { url: string; port: number }) => Promise<T>,
  ) => Promise<T>;
}

/** Makes a site with a thousand profiles of about 2 KB. */
export async function makeTestBed(): Promise<TestBed> {
  const postgres = await startPostgres();
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(postgres.folder, 'node'),
    SECRET_KEY: 'bench '.repeat(8),
  };
  const key = await createShop(env);
  await writeProfiles(postgres.url, 0, 1_000);
  return {
    postgres,
    env,
    key,
    async withApi(extra, work) {
      const api = await startApi({ ...env, ...extra });
      try {
        return await work({ url: `http://127.0.0.1:${api.port}`, port: api.port });
      } finally {
        await api.stop();
      }
    },
  };
}

/** What a server answers to a request's text; the floor is to answer as many bytes. */
export async function bodyOf(port: number, key: string, request: string): Promise<string> {
  const filled = request.replaceAll(/%+ user %+/g, '100000000000000001');
  const [head = '', body = ''] = filled.split('\r\n\r\n');
  const [method = '', path = ''] = head.split(' ');
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'svc-api-key': key },
    ...(body && { body }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}
