// The publication of a campaign's draft: the one gate that every way to make something live passes.
import { isOver } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changesBetween } from '../../configuration/audit/index.ts';
import { readJournalEntry, writeJournalEntry } from '../../configuration/journal/index.ts';
import { notify } from '../../configuration/notifications/index.ts';
import {
  type Publication,
  selectPublications,
  upsertPublication,
} from '../../configuration/publications/index.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import {
  type ObjectRow,
  readObject,
  refuseArchived,
  subjectOf,
} from '../../configuration/versioned-objects/index.ts';
import { checkSlots } from '../layers/index.ts';
import { campaignKind, dependenciesOf, withAccountType } from './accept.ts';
import { refuseUnapproved } from './approval.ts';
import { isBackToControl } from './ended.ts';
import { beginServing } from './rollout/publishing.ts';
import { refuseUnlessAsScheduled } from './scheduled/claim.ts';
import { deleteScheduled, type ScheduledPublication } from './scheduled/store.ts';
import { definitionOf, inputOf } from './stored.ts';
import { rivalOf, validateCampaign, validateServing } from './validate.ts';

/** How a draft is published. */
export interface Publishing {
  /** By a file, before the site has the items that it recommends or the accounts it counts by. */
  readonly isCarried?: boolean;
  /** The reason for which it is published though it needs an approval and has none. */
  readonly withoutApproval?: string | undefined;
  /** Of a worker: the publication that it found due. */
  readonly scheduled?: ScheduledPublication;
}

/**
 * Makes a campaign's draft live. Every publication passes here, and so through the approval that
 * the site may ask for. Throws `approval_missing`, `not_found`, `conflict` over the selector name
 * or for an archived one, `invalid_request` for a draft that could not be written today.
 */
export async function publishCampaign(
  ctx: Context,
  who: Who,
  id: number,
  { isCarried = false, withoutApproval, scheduled }: Publishing = {},
): Promise<ObjectRow> {
  const { siteId, actor } = who;
  const change = { ...who, action: 'campaign.publish', subject: String(id), about: statusChange };
  const { row } = await changeSite(ctx, change, async (tx, revision) => {
    const row = await readObject(tx, siteId, campaignKind, id);
    if (scheduled) await refuseUnlessAsScheduled(tx, siteId, row, scheduled);
    refuseArchived(campaignKind, row);
    if (withoutApproval === undefined) await refuseUnapproved(tx, siteId, row);
    const before = await checkToServe(tx, siteId, row, isCarried);
    const body = await beginServing(tx, siteId, row, before, ctx.now());
    const after: Publication = { campaignId: id, status: 'live', version: row.version, body };
    const at = { revision, time: new Date(ctx.now()), actor };
    await upsertPublication(tx, siteId, after, at);
    await deleteScheduled(tx, siteId, id);
    await decideByEnd({ ...ctx, db: tx }, who, row, before);
    const data = { ...named(row), version: row.version, by: actor };
    await notify(tx, { siteId, at: at.time }, { type: 'campaign.published', data });
    return { row, before, after, withoutApproval, scheduled };
  });
  return row;
}

/** With its test, the journal of a campaign ends: shipped or reverted, unless it is decided. */
async function decideByEnd(
  ctx: Context,
  who: Who,
  { id, body }: ObjectRow,
  before: Publication | undefined,
): Promise<void> {
  const definition = definitionOf(body);
  if (!isOver(definition) || (before && isOver(definitionOf(before.body)))) return;
  const { hypothesis, owner, conclusion, decision } = await readJournalEntry(ctx, who.siteId, id);
  if (decision !== null) return;
  const decided = isBackToControl(definition) ? 'reverted' : 'shipped';
  await writeJournalEntry(ctx, who, id, { hypothesis, owner, conclusion, decision: decided });
}

/** Refuses what cannot be served; what is published of the campaign until now. */
async function checkToServe(
  tx: Db,
  siteId: number,
  { id, body }: ObjectRow,
  isCarried: boolean,
): Promise<Publication | undefined> {
  const definition = definitionOf(body);
  const input = inputOf(body);
  const own = await dependenciesOf(tx, siteId);
  const dependencies = isCarried ? withAccountType(own, input) : own;
  const publications = await selectPublications(tx, siteId);
  const published = publications.map((one) => definitionOf(one.body));
  refuseInvalid([
    ...validateCampaign(input, definition, dependencies),
    ...validateServing(definition, dependencies, published, !isCarried),
  ]);
  await checkSlots(tx, siteId, definition);
  const rival = rivalOf(definition, published);
  if (rival) {
    throw new ApiError('conflict', `Campaign ${rival.id} is published as "${rival.selector}".`);
  }
  return publications.find(({ campaignId }) => campaignId === id);
}

/** A campaign as notifications name it. */
export const named = ({ id, body }: ObjectRow) => ({
  ...{ campaignId: id, campaignName: inputOf(body).name },
});

type PublicationStatus = Pick<Publication, 'status' | 'version'> | undefined;

/** What an audit entry says of a change of the status. */
export const statusChange = ({
  row,
  before,
  after,
  withoutApproval,
  scheduled,
}: {
  row: ObjectRow;
  before: PublicationStatus;
  after: PublicationStatus;
  withoutApproval?: string | undefined;
  scheduled?: ScheduledPublication | undefined;
}) => ({
  ...subjectOf(row),
  details: {
    ...changesBetween(statusOf(before), statusOf(after)),
    ...(withoutApproval !== undefined && { withoutApproval }),
    ...(scheduled && { scheduledFor: scheduled.at.toISOString() }),
  },
});

/** What of a campaign is published, as the audit log shows it. */
function statusOf(publication: PublicationStatus) {
  return publication
    ? { status: publication.status, publishedVersion: publication.version }
    : { status: 'draft', publishedVersion: null };
}
