// Publishing a version at a time: scheduled, moved, called off, and done by a worker.
import type { Fault } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../../api-error.ts';
import type { Context, Who } from '../../../../context.ts';
import { notify } from '../../../configuration/notifications/index.ts';
import { changeSite } from '../../../configuration/sites/index.ts';
import {
  type ObjectRow,
  readObject,
  refuseArchived,
  subjectOf,
} from '../../../configuration/versioned-objects/index.ts';
import { campaignKind, dependenciesOf } from '../accept.ts';
import { refuseUnapproved } from '../approval.ts';
import { checkCampaign } from '../check.ts';
import { named, publishCampaign } from '../publish.ts';
import { momentOnClock } from '../schedule.ts';
import { isAsScheduled, movedOn } from './claim.ts';
import { deleteScheduled, type ScheduledPublication, selectDue, upsertScheduled } from './store.ts';

/**
 * Has a worker publish the draft as it is now, at a time: RFC 3339, or one without a zone on the
 * clock of the site. Throws `not_found`, `approval_missing`, `conflict` for an archived campaign,
 * `invalid_request` for a time that has passed and for a draft that could not be published now.
 */
export async function schedulePublication(
  ctx: Context,
  who: Who,
  id: number,
  time: string,
): Promise<ObjectRow> {
  const { siteId, actor } = who;
  const { timeZone } = await dependenciesOf(ctx.db, siteId);
  const at = momentOnClock(time, timeZone);
  if (at === undefined || at <= ctx.now()) throw refusedTime(at);
  refuseInvalid((await checkCampaign(ctx, undefined, siteId, id)).faults);
  const change = { ...who, action: 'campaign.schedule', subject: String(id), about: scheduling };
  const { row } = await changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, siteId, campaignKind, id);
    refuseArchived(campaignKind, row);
    await refuseUnapproved(tx, siteId, row);
    const { version } = row;
    const scheduled = { campaignId: id, version, at: new Date(at), actor, refused: null };
    await upsertScheduled(tx, siteId, scheduled);
    return { row, scheduled };
  });
  return row;
}

function refusedTime(at: number | undefined): ApiError {
  const detail =
    at === undefined
      ? 'must be an RFC 3339 time such as 2026-11-01T00:00:00Z, or one without a zone'
      : 'has passed: publish the campaign now, or choose a later time';
  const errors: Fault[] = [{ pointer: '/at', detail }];
  return new ApiError('invalid_request', `The time ${detail}.`, { errors });
}

const scheduling = ({
  row,
  scheduled: { version, at },
}: {
  readonly row: ObjectRow;
  readonly scheduled: ScheduledPublication;
}) => ({ ...subjectOf(row), details: { version, publishAt: at.toISOString() } });

/** Calls a scheduled publication off. Throws `not_found`, or `conflict` where none is scheduled. */
export async function unschedulePublication(
  ctx: Context,
  who: Who,
  id: number,
): Promise<ObjectRow> {
  const change = { ...who, action: 'campaign.unschedule', subject: String(id), about: subjectOf };
  return changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, who.siteId, campaignKind, id);
    if (await deleteScheduled(tx, who.siteId, id)) return row;
    throw new ApiError('conflict', 'No publication of this campaign is scheduled.');
  });
}

/**
 * Publishes what is due, in the name of the teammate or key that scheduled it; what is refused is
 * noted with the reason, told, and not tried again. Several workers publish it once.
 */
export async function publishDue(ctx: Context): Promise<void> {
  for (const { siteId, ...due } of await selectDue(ctx.db, new Date(ctx.now()))) {
    const { campaignId, actor } = due;
    await publishOne(ctx, { siteId, actor }, due).catch((error) => {
      ctx.log.warn({ err: error, siteId, campaignId }, 'a scheduled publication has to wait');
    });
  }
}

async function publishOne(ctx: Context, who: Who, due: ScheduledPublication): Promise<void> {
  try {
    await publishCampaign(ctx, who, due.campaignId, { scheduled: due });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refuse(ctx, who.siteId, due, sayWhy(error));
  }
}

function sayWhy({ message, errors = [] }: ApiError): string {
  const [first] = errors;
  return first ? `The draft cannot be published: ${first.pointer} ${first.detail}.` : message;
}

/** Notes that a publication was refused, unless that is no news. */
async function refuse(
  ctx: Context,
  siteId: number,
  due: ScheduledPublication,
  cause: string,
): Promise<void> {
  const { campaignId: id, version, actor } = due;
  const action = 'campaign.schedule-refused';
  const details = { version, publishAt: due.at.toISOString(), cause };
  const change = { siteId, actor: 'worker', action, subject: String(id), about: subjectOf };
  const write = changeSite(ctx, { ...change, details }, async (tx) => {
    if (!(await isAsScheduled(tx, siteId, due))) throw movedOn();
    const row = await readObject(tx, siteId, campaignKind, id);
    await upsertScheduled(tx, siteId, { ...due, refused: cause });
    const data = { ...named(row), version, scheduledFor: due.at.toISOString(), by: actor, cause };
    const at = new Date(ctx.now());
    await notify(tx, { siteId, at }, { type: 'campaign.schedule_refused', data });
    return row;
  });
  await write.catch((error) => {
    // Another worker published it, or a teammate moved it.
    if (!(error instanceof ApiError)) throw error;
  });
}
