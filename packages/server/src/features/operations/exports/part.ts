// A part of an export: one file, made of the rows of one moment.
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { Column } from './columns.ts';
import type { ExportConnection } from './store.ts';

/** What an export works with. */
export type ExportContext = Pick<Context, 'db' | 'pool' | 'now'>;

/** What an export reads from, and which days of it. */
export interface ExportSource {
  readonly ctx: ExportContext;
  readonly snapshot: SiteSnapshot;
  readonly client: ExportConnection;
  /** YYYY-MM-DD, UTC; included. */
  readonly since: string;
  /** Excluded. */
  readonly until: string;
}

export interface Part<Row> {
  /** Its folder within that of its kind, such as `day=2026-11-28`; '' for the one part of all. */
  readonly folder: string;
  /** While it is this, the rows are those of the last export; undefined: they may be others. */
  readonly version: string | undefined;
  /** The rows, and of which version they are. */
  readonly open: () => Promise<OpenPart<Row>>;
}

export interface OpenPart<Row> {
  readonly version: string | undefined;
  readonly rows: AsyncGenerator<readonly Row[]>;
}

/** Something that can be exported. */
export interface ExportKind<Row> {
  /** For the reference: what a row is. */
  readonly about: string;
  readonly columns: readonly Column<Row>[];
  /** The parts that there are, in order; each is read before the next is asked for. */
  readonly parts: (source: ExportSource) => AsyncIterable<Part<Row>>;
  /**
   * It is as of now: files that are no part any more are removed. Absent: parts are days, and days
   * that the site keeps no longer stay where they are.
   */
  readonly isCurrent?: true;
}
