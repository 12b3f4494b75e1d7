// The tables of models and of what they are built from, as TypeScript sees them.
import type { ColumnType, Generated } from 'kysely';

/** A bigint: pg gives a decimal string, and takes a string or a number. */
type Big = ColumnType<string, string | number, string | number>;
/** Null until it is set. */
type Later<T> = ColumnType<T | null, never, T | null>;

export interface ModelTables {
  event_day_change: {
    site_id: number;
    day: string;
    partition: number;
    changes: Big;
    version: Generated<string>;
  };
  event_day_block: {
    site_id: number;
    day: string;
    block: number;
    part: number;
    changes: Big;
    rows: Big;
    bytes: Buffer;
  };
  model: {
    site_id: number;
    key: string;
    method: string;
    version: Generated<number>;
    state: Generated<'waiting' | 'building' | 'ready' | 'failed'>;
    wanted_at: Later<Date>;
    started_at: Later<Date>;
    phase: Generated<string>;
    share: Generated<number>;
    tries: Generated<number>;
    rows: Generated<string>;
    fault: Later<string>;
    failed_at: Later<Date>;
    checked_at: Later<Date>;
    needed_at: Date;
  };
  model_version: {
    site_id: number;
    key: string;
    version: number;
    built_at: Date;
    bytes: Big;
    facts: string;
  };
  model_cpu: { site_id: number; day: string; cpu_ms: Big };
  model_part: { site_id: number; key: string; version: number; part: number; bytes: Buffer };
  recommendation_count: {
    site_id: number;
    day: string;
    strategy_id: Big;
    page: string;
    partition: number;
    lists: Big;
    full_lists: Big;
    fallback_lists: Big;
    shown: string[];
  };
  recommendation_figures: {
    site_id: number;
    question: string;
    first_day: string;
    as_of: Date;
    took_ms: number;
    /** JSON text. */
    figures: string;
  };
  recommended_item: { site_id: number; day: string; strategy_id: Big; sku: string };
  evaluation: {
    site_id: number;
    id: string;
    requested_at: Date;
    requested_by: string;
    request: string;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    started_at: Later<Date>;
    finished_at: Later<Date>;
    phase: Generated<string>;
    share: Generated<number>;
    fault: Later<string>;
    results: Later<string>;
  };
}
