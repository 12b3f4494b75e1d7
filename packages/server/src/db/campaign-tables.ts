// The tables of campaigns beside their drafts, as TypeScript sees them.
import type { ColumnType, Generated } from 'kysely';

/** A bigint: pg gives a decimal string, and takes a string or a number. */
type Big = ColumnType<string, string | number, string | number>;

export interface CampaignTables {
  publication: {
    site_id: number;
    campaign_id: Big;
    status: 'live' | 'paused';
    version: number;
    body: string;
  };
  scheduled_publication: {
    site_id: number;
    campaign_id: Big;
    version: number;
    at: Date;
    actor: string;
    refused: string | null;
  };
  approval_request: {
    site_id: number;
    id: Generated<string>;
    campaign_id: Big;
    version: number;
    status: 'waiting' | 'approved' | 'sent-back' | 'withdrawn';
    asked_at: Date;
    asked_by: string;
    note: string;
    decided_at: Date | null;
    decided_by: string | null;
    comment: ColumnType<string, string | undefined, string>;
  };
  campaign_comment: {
    site_id: number;
    id: Generated<string>;
    campaign_id: Big;
    at: Date;
    author: string;
    text: string;
    edited_at: ColumnType<Date | null, never, Date>;
  };
  campaign_journal: {
    site_id: number;
    campaign_id: Big;
    hypothesis: string;
    owner: string;
    conclusion: string;
    decision: 'shipped' | 'reverted' | 'inconclusive' | null;
    decided_at: Date | null;
    decided_by: string | null;
    changed_at: Date;
  };
  published_campaign: {
    site_id: number;
    campaign_id: Big;
    site_revision: Big;
    published_at: Date;
    body: string;
    version: number | null;
    actor: string | null;
    is_step: Generated<boolean>;
  };
  campaign_figures: {
    site_id: number;
    campaign_id: Big;
    metric_id: Big;
    everyone: boolean;
    question: string;
    as_of: Date;
    took_ms: number;
    /** JSON text. */
    figures: string;
  };
  campaign_rollout: {
    site_id: number;
    campaign_id: Big;
    seed: string;
    step: number;
    state: 'running' | 'held' | 'returned' | 'complete';
    since: Date;
    takes_out: boolean;
    traffic: number;
    /** JSON text. */
    steps: string;
    guarded_from: Date | null;
    cause: string | null;
    checked_at: Date | null;
    /** JSON text. */
    checks: string;
  };
}
