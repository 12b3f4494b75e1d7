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
  published_campaign: {
    site_id: number;
    campaign_id: Big;
    site_revision: Big;
    published_at: Date;
    body: string;
    version: number | null;
    actor: string | null;
  };
}
