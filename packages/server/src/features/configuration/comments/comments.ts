// Comments on a campaign: each is its author's, to edit and to delete.
import type { CommentOutput } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { insertAudit } from '../audit/index.ts';
import { readObject, subjectOf } from '../versioned-objects/index.ts';
import {
  type CommentRow,
  deleteComment,
  insertComment,
  selectComment,
  selectComments,
  updateComment,
} from './store.ts';

const campaign = { kind: 'campaign', noun: 'campaign' } as const;
const listedMax = 500;

/** The comments on a campaign. Throws `not_found`. */
export async function listComments(
  { db }: Context,
  who: Who,
  campaignId: number,
): Promise<CommentOutput[]> {
  await readObject(db, who.siteId, campaign, campaignId);
  const rows = await selectComments(db, who.siteId, campaignId, listedMax);
  return rows.map((row) => shown(row, who));
}

/** Adds a comment. Throws `not_found`. */
export async function addComment(
  ctx: Context,
  who: Who,
  campaignId: number,
  text: string,
): Promise<CommentOutput> {
  return change(ctx, who, campaignId, 'comment', async (tx) => {
    const said = { at: new Date(ctx.now()), author: who.actor, text };
    return shown(await insertComment(tx, who.siteId, campaignId, said), who);
  });
}

/** Edits a comment. Throws `not_found`, or `conflict` for somebody else's. */
export async function editComment(
  ctx: Context,
  who: Who,
  campaignId: number,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<CommentOutput> {
  return change(ctx, who, campaignId, 'edit-comment', async (tx) => {
    await ownComment(tx, who, campaignId, id);
    const row = await updateComment(tx, who.siteId, id, { text, at: new Date(ctx.now()) });
    return shown(row, who);
  });
}

/** Deletes a comment. Throws as editing does. */
export async function removeComment(
  ctx: Context,
  who: Who,
  campaignId: number,
  id: string,
): Promise<void> {
  await change(ctx, who, campaignId, 'delete-comment', async (tx) => {
    await ownComment(tx, who, campaignId, id);
    await deleteComment(tx, who.siteId, id);
  });
}

/** No change of what is served: the site's revision stays. The text itself is not audited. */
async function change<T>(
  ctx: Context,
  { siteId, actor }: Who,
  campaignId: number,
  action: string,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    const about = subjectOf(await readObject(tx, siteId, campaign, campaignId));
    const done = await work(tx);
    const at = new Date(ctx.now());
    await insertAudit(tx, { siteId, at, actor, action: `campaign.${action}`, ...about });
    return done;
  });
}

async function ownComment(tx: Db, who: Who, campaignId: number, id: string): Promise<void> {
  const row = await selectComment(tx, who.siteId, campaignId, id);
  if (!row) throw new ApiError('not_found', 'There is no such comment on this campaign.');
  if (isOwn(row, who)) return;
  throw new ApiError('conflict', `The comment is ${row.author}'s: its author alone can change it.`);
}

/** A key keeps its comments when it is given another name. */
const isOwn = ({ author }: CommentRow, { actor }: Who) => identityOf(author) === identityOf(actor);
const identityOf = (actor: string) => /^key \d+/.exec(actor)?.[0] ?? actor;

function shown(row: CommentRow, who: Who): CommentOutput {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    by: row.author,
    text: row.text,
    editedAt: row.edited_at?.toISOString() ?? null,
    isOwn: isOwn(row, who),
  };
}
