// The task of an exporting thread, and its messages.
import type { Config } from '../../../config.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import type { ExportFormat } from '../../../nightly-config.ts';
import type { ExportKindName, ExportResult } from '../exports/index.ts';

export interface ExportTask {
  readonly siteId: number;
  /** Milliseconds since the epoch, when it begins. */
  readonly now: number;
  /** Of the site alone. */
  readonly place: string;
  readonly format: ExportFormat;
  readonly kinds: readonly ExportKindName[];
  /** Days before this one, YYYY-MM-DD. */
  readonly until: string;
}

/** A task as a thread is given it. */
export interface ExporterData {
  readonly target: DatabaseTarget;
  readonly config: Pick<Config, 'objectStore' | 'secretKeys' | 'dataDir' | 'logLevel'>;
  readonly task: ExportTask;
}

export type ExporterMessage =
  | {
      readonly type: 'progress';
      readonly kind: ExportKindName;
      readonly part: string;
      readonly rows: number;
      readonly bytes: number;
    }
  | { readonly type: 'done'; readonly kind: ExportKindName; readonly result: ExportResult }
  /** Why it ended before all was done, for teammates. */
  | { readonly type: 'failed'; readonly reason: string };

export type Report = (message: ExporterMessage) => void;
