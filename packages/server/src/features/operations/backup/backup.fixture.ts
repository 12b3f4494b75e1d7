// A shop server whose database is backed up, and empty databases to restore it into.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../../config.ts';
import { testDatabase } from '../../../db/testing.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { shopServer } from '../../events/collect/shop.fixture.ts';
import { openLedger } from '../ledger/index.ts';
import type { BackupKeys } from './encryption.ts';
import { makeBackup, restoreBackup } from './index.ts';

export const silent = createLog('silent');
export type Target = Awaited<ReturnType<typeof testDatabase>>;

/** A server until the test file is done: those that share a process have one each. */
export async function backupServer() {
  const server = await shopServer();
  after(server.close);
  const { ctx, shop, workOff } = server;
  const { dataDir } = ctx.config;
  const file = (name: string) => join(dataDir, name);
  const backup = (name: string, keys?: BackupKeys) =>
    makeBackup(ctx.pool, file(name), { force: false, keys });
  const restore = (
    target: Target,
    path: string,
    options: { force?: boolean; own?: boolean; keys?: BackupKeys | undefined } = {},
  ) =>
    restoreBackup({ inbox: ctx.inbox, pool: target.pool, log: silent, now: Date.now }, path, {
      ...{ force: options.force ?? false, actor: 'test', keys: options.keys },
      ledger: options.own ? openLedger(dataDir, silent).read() : noEntries(),
    });
  /** A node on a database, with a data directory of its own or this one's. */
  const nodeOn = async (target: Target, folder = dataDir) => {
    const secret = (await readFile(file('secret.key'), 'utf8')).trim();
    const env = { DATA_DIR: folder, DATABASE_URL: target.url, PORT: '0', SECRET_KEY: secret };
    return startNode(readConfig(env), silent, { api: true, worker: true });
  };
  return { server, ctx, shop, workOff, dataDir, file, backup, restore, nodeOn };
}

export async function* noEntries() {
  // A ledger that is empty.
}

/** A migrated database without sites, until the file is done. */
export async function emptyTarget(): Promise<Target> {
  const target = await testDatabase();
  after(target.close);
  return target;
}

/** A restore raises the revisions in these. */
const withRevisions = [
  ...['site', 'feed', 'replaced_item', 'feed_revision', 'feed_transaction'],
  ...['feed_change', 'feed_health', 'feed_pull_run', 'feed_schedule', 'deleted_feed'],
];

/** Every row of every table, apart from what a restore itself writes. */
export async function dump(db: Target['kysely']): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relpersistence = 'p' order by 1`.execute(db);
  const found: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${withRevisions.includes(name) ? 'revision' : ''})::text as row
      from ${sql.table(name)} t where to_jsonb(t) ->> 'action' is distinct from 'site.restore'
      order by 1`.execute(db);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** The status that a key gets. */
export const self = async (url: string, key: string) =>
  (await fetch(`${url}/v2/keys/self`, { headers: { 'SVC-API-Key': key } })).status;
