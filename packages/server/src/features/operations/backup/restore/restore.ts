// Restoring a backup: checked to its last byte beside what is in use, then put in its place.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { Migration } from '../../../../db/migrate.ts';
import type { Db } from '../../../../db/schema.ts';
import { jumpFeedRevisions } from '../../../catalog/feeds/index.ts';
import { insertAudit } from '../../../configuration/audit/index.ts';
import { announceChanges, jumpRevisions } from '../../../configuration/sites/index.ts';
import { type Applied, applyLedger, type Deletion } from '../../ledger/index.ts';
import { brokenBackup } from '../broken.ts';
import {
  type Document,
  type Head,
  type Part,
  type TableEnd,
  type TableHead,
  unpack,
} from '../container.ts';
import type { BackupKeys } from '../encryption.ts';
import {
  appliedMigrations,
  isFaultOfData,
  loadTable,
  makeTables,
  migrateForward,
  refuseInUse,
  refuseNodes,
  type Staging,
  setSequences,
  swapTables,
  withStaging,
} from './store.ts';

export interface RestoreOptions {
  /** Replace a database that holds sites. */
  readonly force: boolean;
  /** That open an encrypted one. */
  readonly keys?: BackupKeys | undefined;
  readonly actor: string;
  /** What the backup must not bring back. */
  readonly ledger: AsyncIterable<Deletion>;
  readonly onProgress?: (share: number, words: string) => void;
}

export interface Restored {
  readonly madeAt: string;
  readonly tables: number;
  readonly rows: number;
  /** Migrations that were applied to the restored data. */
  readonly migrated: readonly string[];
  /** Tables that no release of Attune made; they are left out. */
  readonly unknown: readonly string[];
  readonly ledger: Applied;
}

/**
 * Makes the database what it was, apart from what the ledger lists as deleted. Throws `not_found`,
 * `conflict` while nodes run or the database has sites, and `invalid_request` for a broken file;
 * then nothing has changed.
 */
export async function restoreBackup(
  ctx: Pick<Context, 'inbox' | 'pool' | 'log' | 'now'>,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  const { size } = await stat(file).catch(() => {
    throw new ApiError('not_found', `There is no file ${file}.`);
  });
  const input = createReadStream(file);
  const parts = unpack(input, options.keys);
  try {
    return await withStaging(ctx.pool, async (staging) => {
      const known = await appliedMigrations();
      await refuseNodes(staging);
      await refuseInUse(staging, options.force, known);
      const head = readHead((await parts.next()).value);
      const level = levelOf(head, known);
      await makeTables(staging, known.slice(0, level));
      const report = (words: string) => options.onProgress?.(input.bytesRead / size, words);
      const loaded = await loadTables(staging, parts, report);
      await setSequences(staging, head.sequences);
      const newer = known.slice(level);
      await migrateForward(staging, newer);
      if (newer.length > 0) await setSequences(staging, head.sequences);
      // More than any node can have seen since: changes are rarer than one a second.
      const jump = Math.floor(ctx.now() / 1000);
      await jumpFeedRevisions(staging.db, jump);
      const applied = await swapTables(staging, (db) => finish(ctx, db, head, jump, options));
      const migrated = newer.map(({ name }) => name);
      return { madeAt: head.madeAt, ...loaded, migrated, ledger: applied };
    });
  } finally {
    await parts.return(undefined);
    input.destroy();
  }
}

async function finish(
  ctx: Pick<Context, 'inbox' | 'now'>,
  db: Db,
  { madeAt }: Head,
  jump: number,
  { actor, ledger }: RestoreOptions,
): Promise<Applied> {
  for (const siteId of await jumpRevisions(db, jump)) {
    const at = new Date(ctx.now());
    await insertAudit(db, { siteId, at, actor, action: 'site.restore', subject: madeAt });
  }
  await announceChanges(db);
  return applyLedger(db, ledger, ctx.now(), ctx.inbox);
}

function readHead(part: unknown): Head {
  const { format, version, migrations, sequences } = (part ?? {}) as Partial<Head>;
  if (format !== 'attune backup') throw brokenBackup('Attune did not make it');
  if (version !== 1 || !Array.isArray(migrations) || !Array.isArray(sequences)) {
    throw new ApiError(
      'conflict',
      'A newer release has made this backup; restore it with that one.',
    );
  }
  return part as Head;
}

/** How many of this release's migrations had been applied when the backup was made. */
function levelOf({ migrations }: Head, known: readonly Migration[]): number {
  migrations.forEach(({ number, name, checksum }, at) => {
    const ours = known[at];
    if (ours?.number === number && ours.checksum === checksum) return;
    throw new ApiError(
      'conflict',
      ours
        ? `The backup was made with another text of the migration ${name}.`
        : `A newer release has made this backup (with ${name}); restore it with that one.`,
    );
  });
  return migrations.length;
}

async function loadTables(
  staging: Staging,
  parts: AsyncGenerator<Part>,
  report: (words: string) => void,
): Promise<Pick<Restored, 'tables' | 'rows' | 'unknown'>> {
  const unknown: string[] = [];
  let tables = 0;
  let rows = 0;
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const head = readTableHead(part.value);
    report(head.table);
    const { data, end } = checkedData(parts, head, report);
    const loaded = await loadTable(staging, head, data).catch((error) => {
      if (!isFaultOfData(error)) throw error;
      throw brokenBackup(`the table ${head.table} cannot be loaded: ${error.message}`);
    });
    if (loaded === undefined) {
      unknown.push(head.table);
      for await (const _piece of data);
      continue;
    }
    if (loaded !== end().rows) throw brokenBackup(`rows of the table ${head.table} are missing`);
    tables += 1;
    rows += loaded;
  }
  return { tables, rows, unknown };
}

function readTableHead(part: Part): TableHead {
  const { table, columns } = Buffer.isBuffer(part)
    ? ({} as Partial<TableHead>)
    : (part as TableHead);
  if (typeof table !== 'string' || !Array.isArray(columns))
    throw brokenBackup('a table is missing');
  return part as TableHead;
}

/** A table's data up to its end, which is compared with what it states. */
function checkedData(
  parts: AsyncGenerator<Part>,
  { table }: TableHead,
  report: (words: string) => void,
): { data: AsyncGenerator<Buffer>; end: () => TableEnd } {
  let found: Partial<TableEnd> | undefined;
  async function* read(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for (;;) {
      const part = await parts.next();
      if (part.done) throw brokenBackup('it is cut off');
      if (Buffer.isBuffer(part.value)) {
        hash.update(part.value);
        report(table);
        yield part.value;
        continue;
      }
      found = part.value as Document as TableEnd;
      const isRight = found.table === table && found.sha256 === hash.digest('hex');
      if (!isRight) throw brokenBackup(`the checksum of the table ${table} is wrong`);
      return;
    }
  }
  return { data: read(), end: () => found as TableEnd };
}
