// Making a backup: everything in the database as of one moment, in one file.
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Part, packInto, type TableEnd } from './container.ts';
import type { BackupKeys } from './encryption.ts';
import { writeDurably } from './file.ts';
import { atOneMoment, type Moment } from './store.ts';

export interface BackupOptions {
  /** Replace a file of this name. */
  readonly force: boolean;
  /** To encrypt it with. */
  readonly keys?: BackupKeys | undefined;
  /** Called with what share is done, about, and in words. */
  readonly onProgress?: (share: number, words: string) => void;
}

export interface BackupMade {
  readonly file: string;
  readonly madeAt: string;
  readonly migration: string | undefined;
  /** Of the file. */
  readonly bytes: number;
  readonly isEncrypted: boolean;
  readonly rows: number;
  readonly tables: readonly TableEnd[];
}

/**
 * Writes a backup, durably and as a whole or not at all; its owner alone can read it. Secrets in it
 * are encrypted, as they are in the database; with keys, all of it is. Throws `conflict` for a file
 * that is there already.
 */
export async function makeBackup(
  pool: Pool,
  file: string,
  { force, keys, onProgress }: BackupOptions,
): Promise<BackupMade> {
  return atOneMoment(pool, async (moment) => {
    const tables: TableEnd[] = [];
    const bytes = await writeDurably(file, force, (output) =>
      packInto(output, partsOf(moment, tables, onProgress), keys),
    );
    const { madeAt, migrations } = moment;
    const migration = migrations.at(-1)?.name;
    const isEncrypted = keys !== undefined;
    return { file, madeAt, migration, bytes, isEncrypted, rows: sumOf(tables, 'rows'), tables };
  });
}

const sumOf = (tables: readonly TableEnd[], name: 'rows' | 'bytes') =>
  tables.reduce((sum, table) => sum + table[name], 0);

async function* partsOf(
  { madeAt, postgres, migrations, sequences, tables, copy }: Moment,
  done: TableEnd[],
  onProgress: BackupOptions['onProgress'],
): AsyncGenerator<Part, { tables: number; rows: number; bytes: number }> {
  const format = 'attune backup';
  yield { format, version: 1, madeAt, postgres, migrations, sequences };
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const table of tables) {
    const { bytes: size, ...head } = table;
    yield head;
    const hash = createHash('sha256');
    let bytes = 0;
    const pieces = copy(table);
    let piece = await pieces.next();
    for (; !piece.done; piece = await pieces.next()) {
      hash.update(piece.value);
      bytes += piece.value.length;
      onProgress?.((before + Math.min(bytes, size)) / all, head.table);
      yield piece.value;
    }
    const end = { table: head.table, rows: piece.value, bytes, sha256: hash.digest('hex') };
    done.push(end);
    before += size;
    yield end;
  }
  return { tables: done.length, rows: sumOf(done, 'rows'), bytes: sumOf(done, 'bytes') };
}
