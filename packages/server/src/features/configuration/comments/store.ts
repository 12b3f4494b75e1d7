// What teammates and programs say of campaigns.
import type { Db } from '../../../db/schema.ts';

export interface CommentRow {
  readonly id: string;
  readonly at: Date;
  readonly author: string;
  readonly text: string;
  readonly edited_at: Date | null;
}

const columns = ['id', 'at', 'author', 'text', 'edited_at'] as const;

/** The latest comments on a campaign, the oldest first. */
export async function selectComments(
  db: Db,
  siteId: number,
  campaignId: number,
  limit: number,
): Promise<CommentRow[]> {
  const rows = await db
    .selectFrom('campaign_comment')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** One comment on a campaign. */
export async function selectComment(
  db: Db,
  siteId: number,
  campaignId: number,
  id: string,
): Promise<CommentRow | undefined> {
  return db
    .selectFrom('campaign_comment')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds a comment. */
export async function insertComment(
  db: Db,
  siteId: number,
  campaignId: number,
  { at, author, text }: Pick<CommentRow, 'at' | 'author' | 'text'>,
): Promise<CommentRow> {
  return db
    .insertInto('campaign_comment')
    .values({ site_id: siteId, campaign_id: campaignId, at, author, text })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Gives a comment another text. */
export async function updateComment(
  db: Db,
  siteId: number,
  id: string,
  { text, at }: { readonly text: string; readonly at: Date },
): Promise<CommentRow> {
  return db
    .updateTable('campaign_comment')
    .set({ text, edited_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes a comment. */
export async function deleteComment(db: Db, siteId: number, id: string): Promise<void> {
  await db
    .deleteFrom('campaign_comment')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Deletes what was said of a campaign that is deleted. */
export async function deleteComments(db: Db, siteId: number, campaignId: number): Promise<void> {
  await db
    .deleteFrom('campaign_comment')
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .execute();
}
