// Approvals of drafts: asked for, given, refused, withdrawn; and which teammates may decide.
import type {
  ApprovalOutput,
  ApprovalRequestOutput,
  ApprovalRule,
  Membership,
} from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { listMembers } from '../../access/teammates/index.ts';
import { notify } from '../../configuration/notifications/index.ts';
import {
  type ApprovalRequest,
  closeApprovalRequest,
  insertApprovalRequest,
  selectApprovalRequest,
  selectOpenRequests,
} from '../../configuration/publications/index.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import {
  type ObjectRow,
  readObject,
  refuseArchived,
  selectAuthors,
  selectObjects,
  subjectOf,
} from '../../configuration/versioned-objects/index.ts';
import { approvalRuleOf, needsApproval } from '../campaigns/index.ts';

const campaign = { kind: 'campaign', noun: 'campaign' } as const;

/** A reader: a teammate, or a key, which decides nothing. */
export interface Reader extends Who {
  readonly membership: Membership | undefined;
}

/** How the draft of a campaign stands. Throws `not_found`. */
export async function readApproval(
  ctx: Context,
  reader: Reader,
  id: number,
): Promise<ApprovalOutput> {
  const { db } = ctx;
  const { siteId } = reader;
  const row = await readObject(db, siteId, campaign, id);
  const request = await selectApprovalRequest(db, siteId, id);
  const rule = await approvalRuleOf(db, siteId);
  const judge = await judgeOf(ctx, siteId, rule, [id]);
  return {
    rule,
    isNeeded: await needsApproval(db, siteId, row),
    request: request ? shown(request, row.version) : null,
    mayDecide:
      request !== undefined && isWaiting(request, row) && judge(reader, request) === undefined,
  };
}

/** Requests that stand: not outdated, not withdrawn, and not published yet. */
export async function listApprovals(ctx: Context, reader: Reader) {
  const { db } = ctx;
  const { siteId } = reader;
  const open = await selectOpenRequests(db, siteId);
  if (open.length === 0) return [];
  const among = open.map(({ campaignId }) => campaignId);
  const page = { after: undefined, limit: among.length, filter: { among } };
  const drafts = await selectObjects(db, siteId, 'campaign', page);
  const rows = new Map(drafts.map((row) => [row.id, row]));
  const standing = open.filter(
    ({ campaignId, version }) => rows.get(campaignId)?.version === version,
  );
  const latest = standing.slice(0, listedMax);
  const rule = await approvalRuleOf(db, siteId);
  const ids = latest.map(({ campaignId }) => campaignId);
  const judge = await judgeOf(ctx, siteId, rule, ids);
  return latest.map((request) => {
    const row = rows.get(request.campaignId)!;
    return {
      campaignId: row.id,
      name: subjectOf(row).subject,
      selector: row.name,
      request: shown(request, row.version),
      mayDecide: request.status === 'waiting' && judge(reader, request) === undefined,
    };
  });
}

const listedMax = 100;

/**
 * Asks for approval of a draft as it is now, also where the site does not insist on one. Throws
 * `not_found`, or `conflict`.
 */
export async function askApproval(
  ctx: Context,
  who: Who,
  id: number,
  { note = '' }: { readonly note?: string },
): Promise<void> {
  const { siteId, actor } = who;
  await changeApproval(ctx, who, id, 'ask-approval', async (tx, row) => {
    const before = await selectApprovalRequest(tx, siteId, id);
    if (before?.status === 'approved' && before.version === row.version) {
      throw new ApiError('conflict', `Version ${row.version} is approved already: publish it.`);
    }
    const { version } = row;
    const at = new Date(ctx.now());
    const asked = { askedAt: at, askedBy: actor, note };
    await insertApprovalRequest(tx, siteId, { campaignId: id, version, ...asked });
    const named = { campaignId: id, campaignName: subjectOf(row).subject };
    const data = { ...named, version, by: actor, note };
    await notify(tx, { siteId, at }, { type: 'campaign.approval_asked', data });
    return note;
  });
}

/** Withdraws the request that stands, also one that was approved. Throws as above. */
export async function withdrawApproval(ctx: Context, who: Who, id: number): Promise<void> {
  await changeApproval(ctx, who, id, 'withdraw-approval', async (tx, row) => {
    const request = await selectApprovalRequest(tx, who.siteId, id);
    const isOpen = request?.status === 'waiting' || request?.status === 'approved';
    if (!request || !isOpen || request.version !== row.version) {
      throw new ApiError('conflict', 'No request for approval of this draft stands.');
    }
    await close(ctx, tx, who, request, { status: 'withdrawn', comment: request.comment });
    return '';
  });
}

export interface Decision {
  readonly version: number;
  readonly decision: 'approve' | 'send-back';
  readonly comment?: string;
}

/**
 * Approves a draft, or sends it back. Throws `not_found`, `role_missing`, or `conflict` for one's
 * own, for a draft that changed and for what was decided before.
 */
export async function decideApproval(
  ctx: Context,
  teammate: Reader,
  id: number,
  { version, decision, comment = '' }: Decision,
): Promise<void> {
  await changeApproval(ctx, teammate, id, decision, async (tx, row) => {
    const request = await selectApprovalRequest(tx, teammate.siteId, id);
    if (row.version !== version) {
      const detail = `The draft is at version ${row.version} now, and you decided on ${version}: read it again.`;
      throw new ApiError('conflict', detail);
    }
    if (!request || !isWaiting(request, row)) {
      throw new ApiError('conflict', 'No request for approval of this version is waiting.');
    }
    const rule = await approvalRuleOf(tx, teammate.siteId);
    const judge = await judgeOf({ ...ctx, db: tx }, teammate.siteId, rule, [id]);
    const refusal = judge(teammate, request);
    if (refusal) throw refusal;
    const status = decision === 'approve' ? 'approved' : 'sent-back';
    await close(ctx, tx, teammate, request, { status, comment });
    return comment;
  });
}

async function close(
  ctx: Context,
  tx: Db,
  { siteId, actor: by }: Who,
  { id }: ApprovalRequest,
  outcome: Pick<ApprovalRequest, 'status' | 'comment'>,
): Promise<void> {
  await closeApprovalRequest(tx, siteId, id, { at: new Date(ctx.now()), by, ...outcome });
}

/** A change of a request, with its audit entry; `work` gives what was said to it. */
async function changeApproval(
  ctx: Context,
  who: Who,
  id: number,
  action: string,
  work: (tx: Db, row: ObjectRow) => Promise<string>,
): Promise<void> {
  const about = ({ row, said }: { row: ObjectRow; said: string }) => ({
    ...subjectOf(row),
    details: { version: row.version, ...(said && { comment: said }) },
  });
  const { siteId, actor } = who;
  const change = { siteId, actor, action: `campaign.${action}`, subject: String(id), about };
  await changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, siteId, campaign, id);
    refuseArchived(campaign, row);
    return { row, said: await work(tx, row) };
  });
}

const isWaiting = ({ status, version }: ApprovalRequest, row: ObjectRow) =>
  status === 'waiting' && version === row.version;

type Judge = (reader: Reader, request: ApprovalRequest) => ApiError | undefined;

/** Says why a teammate may not decide on a request; undefined: they may. */
async function judgeOf(
  ctx: Context,
  siteId: number,
  rule: ApprovalRule,
  ids: readonly number[],
): Promise<Judge> {
  const members = await listMembers(ctx, siteId);
  const authors = await selectAuthors(ctx.db, siteId, 'campaign', ids);
  return ({ membership, actor }, { campaignId, askedBy }) => {
    if (!membership || !approves(rule, membership)) {
      const detail = `On this site ${rule === 'admin' ? 'an Admin' : 'an Editor or Admin'} approves.`;
      return new ApiError('role_missing', detail);
    }
    const own = [askedBy, authors.get(campaignId)?.actor];
    const others = members.filter((one) => approves(rule, one) && !own.includes(one.email));
    if (!own.includes(actor) || others.length === 0) return undefined;
    const detail =
      actor === askedBy
        ? 'You asked for this approval: another teammate has to give it.'
        : 'You wrote this version: another teammate has to approve it.';
    return new ApiError('conflict', detail);
  };
}

const approves = (rule: ApprovalRule, { role }: Membership) =>
  role === 'Admin' || (rule !== 'admin' && role === 'Editor');

function shown(request: ApprovalRequest, present: number): ApprovalRequestOutput {
  const { version, status, note, comment, askedAt, askedBy, decidedAt, decidedBy } = request;
  const isOutdated = version !== present && status !== 'withdrawn';
  return {
    ...{ version, status: isOutdated ? 'outdated' : status, note, comment },
    ...{ askedAt: askedAt.toISOString(), askedBy },
    ...{ decidedAt: decidedAt?.toISOString() ?? null, decidedBy },
  };
}
