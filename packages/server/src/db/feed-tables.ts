// The tables of feeds as TypeScript sees them; the migrations are the truth.
import type { ColumnType, Generated } from 'kysely';

/** As `schema.ts` has them. */
type Big = ColumnType<string, string | number, string | number>;
type Jsonb<T> = ColumnType<T, string, string>;

export interface FeedTables {
  feed: {
    site_id: number;
    id: Big;
    name: string;
    affinity: string[];
    orderable: Generated<string[]>;
    revision: ColumnType<string, string | number | undefined, string | number>;
    items: ColumnType<number, number | undefined, number>;
    created_at: Date;
  };
  /** A view of the newest versions. */
  item: { site_id: number; feed_id: Big; sku: string; data: Jsonb<Record<string, unknown>> };
  item_version: {
    site_id: number;
    feed_id: Big;
    version: Big;
    sku: string;
    hash: string | null;
    data: string | null;
  };
  feed_revision: {
    site_id: number;
    feed_id: Big;
    revision: Big;
    last_version: Big;
    skus: string[] | null;
  };
  feed_transaction: {
    site_id: number;
    feed_id: Big;
    id: string;
    at: Date;
    accepted: number;
    rejected: number;
    revision: Big;
  };
  feed_transaction_item: {
    site_id: number;
    feed_id: Big;
    transaction_id: string;
    position: number;
    item: string;
    message: string | null;
    succeeded: boolean;
  };
  feed_change: {
    site_id: number;
    feed_id: Big;
    revision: Big;
    at: Date;
    actor: string;
    way: 'api' | 'upload' | 'pull' | 'rollback' | 'command';
    note: string;
    is_whole: boolean;
    transaction_id: string;
    accepted: number;
    rejected: number;
    added: number;
    changed: number;
    removed: number;
    items: number;
  };
  deleted_feed: {
    site_id: number;
    feed_id: Big;
    revision: Big;
    at: Date;
    emptied_at: Date | null;
  };
  feed_health: { site_id: number; feed_id: Big; revision: Big; at: Date; body: string };
  feed_upload: {
    site_id: number;
    feed_id: Big;
    id: string;
    name: string;
    actor: string;
    at: Date;
    touched_at: Date;
    state: 'received' | 'checking' | 'checked' | 'publishing' | 'published' | 'failed';
    bytes: Big;
    reading: string | null;
    detection: string | null;
    progress: string | null;
    findings: string | null;
    problem: string | null;
  };
  feed_upload_part: { site_id: number; upload_id: string; place: number; bytes: Buffer };
  /** A view of whole feeds' schedules, for nodes of the previous release. */
  feed_pull: { site_id: number; feed_id: Big };
  feed_schedule: {
    site_id: number;
    feed_id: Big;
    name: string;
    is_partial: boolean;
    revision: Big | null;
    is_on: boolean;
    settings: string;
    authorization_sealed: Buffer | null;
    changed_at: Date;
    next_at: Date | null;
    asked_by: string | null;
    failures: Generated<number>;
    held_until: Date | null;
    etag: string | null;
    last_modified: string | null;
    columns: string[] | null;
  };
  feed_pull_run: {
    site_id: number;
    feed_id: Big;
    name: string;
    id: Generated<string>;
    started_at: Date;
    ended_at: Date | null;
    actor: string;
    status: 'running' | 'taken' | 'unchanged' | 'failed';
    detail: string;
    bytes: Big;
    accepted: number;
    rejected: number;
    revision: Big | null;
  };
}
