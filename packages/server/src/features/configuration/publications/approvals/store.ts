// Requests for approval of campaigns' drafts, and what became of each.
import type { Db, Schema } from '../../../../db/schema.ts';

export interface ApprovalRequest {
  readonly id: string;
  readonly campaignId: number;
  /** Of the draft that it is about; a later version voids it. */
  readonly version: number;
  readonly status: Schema['approval_request']['status'];
  readonly askedAt: Date;
  readonly askedBy: string;
  readonly note: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly comment: string;
}

const columns = [
  ...(['id', 'campaign_id as campaignId', 'version', 'status', 'note', 'comment'] as const),
  ...(['asked_at as askedAt', 'asked_by as askedBy'] as const),
  ...(['decided_at as decidedAt', 'decided_by as decidedBy'] as const),
] as const;

/** Adds a request, which waits; the ones before it of the campaign count no more. */
export async function insertApprovalRequest(
  db: Db,
  siteId: number,
  {
    campaignId,
    version,
    askedAt,
    askedBy,
    note,
  }: Pick<ApprovalRequest, 'campaignId' | 'version' | 'askedAt' | 'askedBy' | 'note'>,
): Promise<void> {
  const asked = { asked_at: askedAt, asked_by: askedBy, note };
  const about = { site_id: siteId, campaign_id: campaignId, version };
  await db
    .insertInto('approval_request')
    .values({ ...about, status: 'waiting', ...asked })
    .execute();
}

/** The latest request about a campaign. */
export async function selectApprovalRequest(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<ApprovalRequest | undefined> {
  const row = await latestRequests(db, siteId)
    .where('campaign_id', '=', String(campaignId))
    .executeTakeFirst();
  return row && toRequest(row);
}

/** The latest request of each campaign whose version is not published; the newest first. */
export async function selectOpenRequests(db: Db, siteId: number): Promise<ApprovalRequest[]> {
  const rows = await db
    .selectFrom(latestRequests(db, siteId).as('request'))
    .leftJoin('publication', (join) =>
      join
        .on('publication.site_id', '=', siteId)
        .onRef('publication.campaign_id', '=', 'request.campaignId'),
    )
    .selectAll('request')
    .where('request.status', '!=', 'withdrawn')
    .where((is) =>
      is.or([
        is('publication.version', 'is', null),
        is('publication.version', '!=', is.ref('request.version')),
      ]),
    )
    .orderBy('request.id', 'desc')
    .execute();
  return rows.map(toRequest);
}

const latestRequests = (db: Db, siteId: number) =>
  db
    .selectFrom('approval_request')
    .distinctOn('campaign_id')
    .select(columns)
    .where('site_id', '=', siteId)
    .orderBy('campaign_id')
    .orderBy('id', 'desc');

const toRequest = (
  row: Omit<ApprovalRequest, 'campaignId'> & { readonly campaignId: string },
): ApprovalRequest => ({ ...row, campaignId: Number(row.campaignId) });

/** Says what became of a request. */
export async function closeApprovalRequest(
  db: Db,
  siteId: number,
  id: string,
  {
    status,
    at,
    by,
    comment,
  }: {
    readonly status: ApprovalRequest['status'];
    readonly at: Date;
    readonly by: string;
    readonly comment: string;
  },
): Promise<void> {
  await db
    .updateTable('approval_request')
    .set({ status, decided_at: at, decided_by: by, comment })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Forgets what was asked about a campaign that is deleted. */
export async function deleteApprovalRequests(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<void> {
  await db
    .deleteFrom('approval_request')
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .execute();
}
