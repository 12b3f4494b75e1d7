// Exports a test site's days to folders that go when the tests are done.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestServer, TestSite } from '../../../testing.ts';
import { dayMs } from '../../insights/reports/planted.fixture.ts';
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
  readonly remove: () => Promise<void>;
}

/** The UTC day so many days ago. */
export const dayOf = (daysBack: number): string =>
  new Date(Date.now() - daysBack * dayMs).toISOString().slice(0, 10);

/** Where a server's sites are exported to. */
export function warehouseOf({ ctx, test }: TestServer): Warehouse {
  const folders: string[] = [];
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
    async remove() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
