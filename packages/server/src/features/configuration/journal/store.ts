// Rows of the journal: one for each campaign of which something was written.
import type { Db, Schema } from '../../../db/schema.ts';

export interface JournalRow {
  readonly campaignId: number;
  readonly hypothesis: string;
  readonly owner: string;
  readonly conclusion: string;
  readonly decision: Schema['campaign_journal']['decision'];
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly changedAt: Date;
}

/** What was written of a campaign, or of each; the last changed first. */
export async function selectJournal(
  db: Db,
  siteId: number,
  campaignId?: number,
): Promise<JournalRow[]> {
  let query = db
    .selectFrom('campaign_journal')
    .select(['campaign_id as campaignId', 'hypothesis', 'owner', 'conclusion', 'decision'])
    .select(['decided_at as decidedAt', 'decided_by as decidedBy', 'changed_at as changedAt'])
    .where('site_id', '=', siteId)
    .orderBy('changed_at', 'desc');
  if (campaignId !== undefined) query = query.where('campaign_id', '=', String(campaignId));
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, campaignId: Number(row.campaignId) }));
}

/** Writes what is to be read of a campaign. */
export async function upsertJournalEntry(db: Db, siteId: number, row: JournalRow): Promise<void> {
  const { campaignId, hypothesis, owner, conclusion, decision } = row;
  const written = { hypothesis, owner, conclusion, decision, changed_at: row.changedAt };
  const values = { ...written, decided_at: row.decidedAt, decided_by: row.decidedBy };
  await db
    .insertInto('campaign_journal')
    .values({ site_id: siteId, campaign_id: campaignId, ...values })
    .onConflict((conflict) => conflict.columns(['site_id', 'campaign_id']).doUpdateSet(values))
    .execute();
}

/** Forgets what was written of a campaign that is deleted. */
export async function deleteJournalEntry(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<void> {
  await db
    .deleteFrom('campaign_journal')
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .execute();
}
