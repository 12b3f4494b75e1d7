// What decided when: rows that the database keeps of every change of what decides.
import { sql } from 'kysely';
import { logStart } from '../../../../db/log-start.ts';
import type { Db } from '../../../../db/schema.ts';

export interface ConfigurationRow {
  readonly kind: 'campaign' | 'audience' | 'layer' | 'holdout' | 'strategy';
  readonly id: number;
  /** JSON text; of a campaign `{ status, definition }`. */
  readonly body: string;
}

/** What there was at a revision: a campaign, and all that campaigns may refer to. */
export async function selectConfiguration(
  db: Db,
  siteId: number,
  campaignId: number,
  revision: number,
): Promise<ConfigurationRow[]> {
  const { rows } = await sql<{ kind: ConfigurationRow['kind']; id: string; body: string }>`
    select kind, object_id as id, body from (
      select distinct on (kind, object_id) kind, object_id, body from kept_configuration
      where site_id = ${siteId} and revision <= ${revision}
        and (kind <> 'campaign' or object_id = ${campaignId})
      order by kind, object_id, revision desc) as latest
    where body is not null
    order by kind, object_id`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Forgets what was replaced before the log's first day: no decision is left that it made. */
export async function forgetOldConfiguration(db: Db): Promise<void> {
  await sql`
    with first as (select ${logStart} as day)
    delete from kept_configuration as old using first
    where exists (
      select from kept_configuration as later
      where later.site_id = old.site_id and later.kind = old.kind
        and later.object_id = old.object_id and later.revision > old.revision
        and later.kept_at < first.day)`.execute(db);
}
