// The tables of nightly exports as TypeScript sees them; the migrations are the truth.
import type { ColumnType, Generated } from 'kysely';

/** A bigint: pg gives a decimal string, and takes a string or a number. */
type Big = ColumnType<string, string | number, string | number>;

/** The same, null until it is set. */
type BigOrNull = ColumnType<string | null, undefined, string | number>;

export interface ExportTables {
  nightly_export: {
    site_id: number;
    since: Date;
    night: string | null;
    done_at: Date | null;
    files: number | null;
    rows: BigOrNull;
    bytes: BigOrNull;
    started_at: Date | null;
    held_until: Date | null;
    failures: Generated<number>;
    failed_at: Date | null;
    fault: string | null;
    retry_at: Date | null;
  };
  nightly_export_kind: {
    site_id: number;
    kind: string;
    night: string;
    part: string | null;
    files: number;
    rows: Big;
    bytes: Big;
    done_at: Date | null;
  };
}
