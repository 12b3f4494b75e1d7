// The tables of the people that sites serve, beside their events, as TypeScript sees them.
import type { ColumnType, Generated } from 'kysely';

/** A bigint: pg gives a decimal string, and takes a string or a number. */
type Big = ColumnType<string, string | number, string | number>;

type TransactionTable = { site_id: number } & Record<
  'transaction_id' | 'claimant' | 'day' | 'event_id',
  string
>;

export interface PeopleTables {
  audience_list: { site_id: number; audience_id: Big; members: number; changed_at: Date };
  audience_member: { site_id: number; type: string; value: string; audience_id: Big };
  unit_assignment: {
    site_id: number;
    unit_id: Big;
    key: string;
    time: Date;
    variation_id: Big;
  };
  user_fact: {
    site_id: number;
    type: string;
    value: string;
    attributes: Generated<string>;
    edits: Generated<string>;
    changed_at: Date;
  };
  user_import: { site_id: number; id: string; at: Date; accepted: number; rejected: number };
  user_import_row: {
    site_id: number;
    import_id: string;
    position: number;
    succeeded: boolean;
    message: string | null;
  };
  profile: { site_id: number; user_id: Big; state: string };
  identifier: {
    site_id: number;
    type: string;
    value: string;
    person_id: Big;
    drawn_at: Date | null;
  };
  device: {
    site_id: number;
    user_id: Big;
    owner_id: Big;
    present_id: Big;
    is_first: Generated<boolean>;
    since: Date | null;
  };
  purchase: TransactionTable;
  refund: TransactionTable;
  stale_profile: { site_id: number; user_id: Big; number: Generated<string> };
  affinity_total: {
    site_id: number;
    number: number;
    day: string;
    computed_at: Date;
    totals: string;
  };
  erasure: {
    site_id: number;
    id: string;
    requested_at: Date;
    inbox_id: Big;
    stream_place: Big;
    type: string | null;
    value: string | null;
    done_at: Date | null;
    traces: Buffer[] | null;
    again: Generated<boolean>;
    claims: Generated<boolean>;
    batch: ColumnType<string | null, string | undefined, never>;
    place: ColumnType<number | null, number | undefined, never>;
    found: ColumnType<boolean | null, boolean | undefined, never>;
  };
}
