// What terms take: now, and if they were others.
import type { AnswerOf, consoleApi } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { countAuditBefore } from '../../configuration/audit/index.ts';
import {
  auditStart,
  completeSettings,
  eventsStart,
  selectSite,
} from '../../configuration/sites/index.ts';
import { countEvents, daysBefore, dayText } from '../../events/collect/index.ts';

/** Terms are applied so often. */
const withinMinutes = 60;

/** Terms in days; those that are left out are as they are. */
export interface Terms {
  readonly retentionDays?: number | undefined;
  readonly auditRetentionDays?: number | undefined;
}

/** What of a site is past some terms, and goes within the hour that they hold. */
export async function readRetention(
  ctx: Context,
  siteId: number,
  { retentionDays, auditRetentionDays }: Terms,
): Promise<AnswerOf<typeof consoleApi.readRetention>> {
  const row = await selectSite(ctx.db, siteId);
  if (!row) throw new ApiError('not_found', 'The site is gone.');
  const { eventsFrom } = row;
  const inForce = completeSettings(row.settings);
  const settings = {
    retentionDays: retentionDays ?? inForce.retentionDays,
    auditRetentionDays: auditRetentionDays ?? inForce.auditRetentionDays,
  };
  const before = dayText(eventsStart({ settings, eventsFrom }, ctx.now()));
  const auditBefore = new Date(auditStart({ settings }, ctx.now()));
  const days = await daysBefore(ctx.db, siteId, before);
  return {
    ...settings,
    eventsFrom,
    events: {
      ...{ before, days: days.length, firstDay: days[0] ?? null },
      count: await countEvents(ctx.db, siteId, days),
    },
    audit: {
      before: auditBefore.toISOString(),
      count: await countAuditBefore(ctx.db, siteId, auditBefore),
    },
    withinMinutes,
  };
}

/**
 * Throws `conflict`, saying what would go and when, where terms that are shorter than those in
 * force take something. Terms that are no numbers are for the check of settings.
 */
export async function refuseUnconfirmedLoss(
  ctx: Context,
  siteId: number,
  wanted: Readonly<Record<string, unknown>>,
): Promise<void> {
  const row = await selectSite(ctx.db, siteId);
  const inForce = completeSettings(row?.settings ?? {});
  const shorter = (name: keyof Terms) => {
    const days = wanted[name] === null ? completeSettings({})[name] : wanted[name];
    return typeof days === 'number' && days >= 0 && days < inForce[name] ? days : undefined;
  };
  const terms = {
    retentionDays: shorter('retentionDays'),
    auditRetentionDays: shorter('auditRetentionDays'),
  };
  if (terms.retentionDays === undefined && terms.auditRetentionDays === undefined) return;
  const { events, audit } = await readRetention(ctx, siteId, terms);
  const losses = [
    ...(terms.retentionDays !== undefined && events.count > 0
      ? [`${events.count} events of ${events.days} days before ${events.before}`]
      : []),
    ...(terms.auditRetentionDays !== undefined && audit.count > 0
      ? [`${audit.count} audit entries from before ${audit.before.slice(0, 10)}`]
      : []),
  ];
  if (losses.length === 0) return;
  throw new ApiError(
    'conflict',
    `A shorter term deletes ${losses.join(' and ')} within ${withinMinutes} minutes. ` +
      'Nothing was changed. Confirm with allowLoss (--allow-loss).',
  );
}
