// Exports a test site's days to folders that DuckDB reads, until the tests of the file are done.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { TestServer, TestSite } from '../../../testing.ts';
import { dayMs } from '../../insights/reports/planted.fixture.ts';
import { type Ask, openDuckDb } from './duckdb.fixture.ts';
import { type ExportFormat, type ExportKindName, exportKinds, folderTarget } from './index.ts';
import type { ExportOptions, ExportResult } from './run.ts';

interface Asked extends Pick<ExportOptions, 'signal' | 'onProgress'> {
  readonly format?: ExportFormat;
  readonly site?: TestSite;
}

export interface Warehouse {
  readonly newFolder: () => Promise<string>;
  /** Exports the thirty days before today. */
  readonly exportTo: (folder: string, kind: ExportKindName, asked?: Asked) => Promise<ExportResult>;
  /** Asks DuckDB about what was exported. */
  readonly ask: Ask;
}

/** The UTC day so many days ago. */
export const dayOf = (daysBack: number): string =>
  new Date(Date.now() - daysBack * dayMs).toISOString().slice(0, 10);

/** Opens what a server's sites are exported to; closed, with the server, after the file's tests. */
export async function warehouseOf({ ctx, test, close }: TestServer): Promise<Warehouse> {
  const folders: string[] = [];
  const duck = await openDuckDb();
  after(async () => {
    duck.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    await close();
  });
  return {
    async newFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'attune-export-'));
      folders.push(folder);
      return folder;
    },
    async exportTo(folder, kind, { format = 'parquet', site = test, ...more } = {}) {
      const span = { since: dayOf(30), until: dayOf(0) };
      const target = folderTarget(folder);
      return exportKinds[kind].run(ctx, site.snapshot(), { format, target, ...span, ...more });
    },
    ask: duck.ask,
  };
}
