// The tables as TypeScript sees them; the migrations are the truth.
import type { Feature, Permission, Role, Source, Vertical } from '@attune/contract';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { CampaignTables } from './campaign-tables.ts';
import type { ExportTables } from './export-tables.ts';
import type { FeedTables } from './feed-tables.ts';
import type { ModelTables } from './model-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { PeopleTables } from './people-tables.ts';

/** A bigint: pg gives a decimal string, and takes a string or a number. */
type Big = ColumnType<string, string | number, string | number>;
/** A jsonb column: read parsed, written as JSON text. */
type Jsonb<T> = ColumnType<T, string, string>;

export interface Schema
  extends CampaignTables,
    ExportTables,
    FeedTables,
    ModelTables,
    NotificationTables,
    PeopleTables {
  site: {
    id: Generated<number>;
    name: string;
    vertical: Vertical;
    features: Feature[];
    settings: Jsonb<Record<string, unknown>>;
    salt: Buffer;
    identity_secret: Buffer;
    revision: ColumnType<string, never, string | number>;
    created_at: Date;
    events_from: ColumnType<string | null, never, string>;
    audit_from: ColumnType<Date | null, never, Date>;
  };
  signing_key: { site_id: number; id: number; secret: Buffer | null; active_at: Date };
  audit: {
    site_id: number;
    id: Generated<string>;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    subject_id: string | null;
    details: Jsonb<unknown> | null;
  };
  api_key: {
    site_id: number;
    id: Generated<number>;
    name: string;
    notes: string;
    source: Source;
    permissions: Permission[];
    hash: Buffer;
    sealed_value: Buffer | null;
    allowed_origins: string[] | null;
    expires_at: Date | null;
    rate_limit: number | null;
    rate_burst: number | null;
    profile_misses: number | null;
    compatibility: Generated<boolean>;
    created_at: Date;
    deleted_at: Date | null;
    hint: string | null;
    successor_id: number | null;
    deleted_revision: ColumnType<string | null, number | undefined, number>;
  };
  ingestion_warning: {
    site_id: number;
    day: string;
    key_id: number;
    code: string;
    endpoint: string;
    place: string;
    detail: string;
    count: Big;
    first_at: Date;
    last_at: Date;
    samples: string[];
    trace_id: string;
  };
  key_use: {
    site_id: number;
    key_id: number;
    day: string;
    permission: Permission | 'none';
    calls: Big;
    last_used_at: Date;
  };
  key_client: {
    site_id: number;
    key_id: number;
    user_agent: string;
    address: string;
    calls: Big;
    last_used_at: Date;
  };
  node: {
    id: string;
    name: string;
    roles: ('api' | 'worker')[];
    version: string;
    started_at: Date;
    seen_at: Date;
    lease_ms: number;
  };
  node_revision: {
    node_id: string;
    site_id: number;
    revision: Big;
    keys_at: Date;
    all_at: Date | null;
  };
  teammate: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    two_factor_enabled: ColumnType<boolean, boolean | undefined, boolean>;
    created_at: Date;
    updated_at: Date;
  };
  teammate_session: {
    id: string;
    teammate_id: string;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Date;
    updated_at: Date;
    ends_at: Date | null;
  };
  teammate_verification: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Date;
    updated_at: Date;
  };
  teammate_account: {
    id: string;
    teammate_id: string;
    account_id: string;
    provider_id: string;
    password: string | null;
    created_at: Date;
    updated_at: Date;
  };
  teammate_second_factor: { id: string; teammate_id: string; used_codes: string[] };
  membership: {
    site_id: number;
    teammate_id: string;
    role: Role;
    code_editing: boolean;
    from_groups: ColumnType<boolean, boolean | undefined, boolean>;
    created_at: Date;
  };
  invitation: {
    site_id: number;
    id: Generated<number>;
    email: string | null;
    role: Role;
    code_editing: boolean;
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    expires_at: Date;
  };
  managed_object: {
    site_id: number;
    kind:
      | 'campaign'
      | 'audience'
      | 'identifier-type'
      | 'layer'
      | 'holdout'
      | 'metric'
      | 'strategy'
      | 'template';
    id: ColumnType<string, number | undefined, never>;
    version: ColumnType<number, number | undefined, number>;
    name: string;
    body: string;
    archived_at: ColumnType<Date | null, never, Date | null>;
  };
  object_version: {
    site_id: number;
    kind: string;
    object_id: Big;
    version: number;
    at: Date;
    actor: string;
    action: string;
    body: string;
  };
  dynamic_weights: {
    site_id: number;
    campaign_id: Big;
    experience_id: Big;
    version: number;
    computed_at: Date;
    /** JSON text: variation id -> weight. */
    weights: string;
    site_revision: Big;
  };
  kept_configuration: {
    site_id: number;
    kind: 'campaign' | 'audience' | 'layer' | 'holdout' | 'strategy';
    object_id: Big;
    revision: Big;
    kept_at: ColumnType<Date, Date | undefined, never>;
    body: string | null;
  };
  idempotent_answer: { site_id: number; key: string; request: Buffer; answer: string; at: Date };
  inbox: {
    id: Generated<string>;
    site_id: number;
    partition: number;
    entry: string | null;
    packed: Buffer | null;
    size: number | null;
  };
  event_type: { type: string };
  rejected_entry: {
    id: Generated<string>;
    site_id: number;
    at: Date;
    entry: string;
    reason: string;
  };
  event_import: {
    site_id: number;
    import_id: string;
    partition: number;
    kind: string;
    accepted: number;
    repeated: number;
    begun_at: Generated<Date>;
  };
  event: {
    site_id: number;
    day: string;
    id: string;
    user_id: Big;
    kind: string;
    time: Date;
    data: string;
  };
  excluded_traffic: {
    site_id: number;
    campaign_id: Big;
    day: Date;
    traffic: string;
    decisions: Big;
    variations: unknown;
  };
  exposure: {
    site_id: number;
    campaign_id: Big;
    experience_id: Big;
    user_id: Big;
    variation_id: Big;
    holdout_id: Big;
    draw: string;
    time: Date;
    event_id: string;
    allocation_version: number;
    propensity: number;
    is_kept: boolean;
    device: string | null;
    is_returning: boolean | null;
    unit_id: Big | null;
    browser: string | null;
  };
}

/** A connection pool or a transaction: every store function takes one as its first argument. */
export type Db = Kysely<Schema>;
