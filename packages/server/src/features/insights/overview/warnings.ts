// What of a site needs a look, of what the teammate may read.
import {
  consoleApi,
  type Membership,
  mayUse,
  type OverviewOutput,
  type StatusOutput,
} from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectExpiringKeys } from '../../access/api-keys/index.ts';
import { selectFailingPulls } from '../../catalog/feeds/index.ts';
import { selectWorkerSeenAt } from '../../configuration/nodes/index.ts';
import { listApprovals, type Reader } from '../../experiences/approvals/index.ts';
import { countIngestionWarningsByDay } from '../ingestion-warnings/index.ts';

type Warnings = OverviewOutput['warnings'];

/** How the nightly export of a site stands. */
export type NightlyStatusOf = (
  ctx: Context,
  snapshot: SiteSnapshot,
) => Promise<Pick<StatusOutput['nightlyExport'], 'isOn' | 'failure'>>;

const dayMs = 86_400_000;
const keyDays = 14;
/** Workers report every few seconds. */
const silentMs = 60_000;
/** Of each kind. */
const shownMax = 5;

/** In the order of how much they matter. */
export async function readWarnings(
  ctx: Context,
  snapshot: SiteSnapshot,
  { membership, actor }: Pick<Reader, 'actor'> & { readonly membership: Membership },
  nightlyStatus: NightlyStatusOf,
): Promise<Warnings> {
  const reader = { siteId: snapshot.site.id, actor, membership };
  const parts: readonly (readonly [{ access: Membership['role'] }, () => Promise<Warnings>])[] = [
    [consoleApi.readStatus, () => ofWorkers(ctx)],
    [consoleApi.decideApproval, () => ofApprovals(ctx, reader)],
    [consoleApi.readPull, () => ofPulls(ctx, snapshot)],
    [consoleApi.readStatus, async () => ofNightlyExport(await nightlyStatus(ctx, snapshot))],
    [consoleApi.listKeys, () => ofKeys(ctx, snapshot)],
    [consoleApi.listIngestionWarnings, () => ofIngestion(ctx, snapshot)],
  ];
  const found = await Promise.all(
    parts.map(([endpoint, read]) => (mayUse(endpoint, membership) ? read() : [])),
  );
  return found.flat();
}

async function ofWorkers({ db }: Context): Promise<Warnings> {
  const seen = await selectWorkerSeenAt(db);
  if (seen && seen.agoMs < silentMs) return [];
  const at = seen?.at.toISOString() ?? null;
  return [{ kind: 'no-worker', id: null, name: '', detail: '', at, count: null }];
}

/** What waits for the teammate. */
async function ofApprovals(ctx: Context, reader: Reader): Promise<Warnings> {
  const waiting = (await listApprovals(ctx, reader)).filter(({ mayDecide }) => mayDecide);
  const count = waiting.length;
  if (count === 0) return [];
  return [{ kind: 'approval', id: null, name: '', detail: '', at: null, count }];
}

async function ofPulls({ db }: Context, { site }: SiteSnapshot): Promise<Warnings> {
  const failing = await selectFailingPulls(db, site.id, shownMax);
  return failing.map(({ feedId, name, detail, failures, at }) => ({
    ...{ kind: 'failed-pull', id: feedId, name, detail, count: failures },
    at: at?.toISOString() ?? null,
  }));
}

function ofNightlyExport({ isOn, failure }: Awaited<ReturnType<NightlyStatusOf>>): Warnings {
  if (!isOn || !failure) return [];
  const { at, reason: detail } = failure;
  return [{ kind: 'failed-export', id: null, name: '', detail, at, count: null }];
}

async function ofKeys(ctx: Context, { site }: SiteSnapshot): Promise<Warnings> {
  const now = ctx.now();
  const span = { from: new Date(now), to: new Date(now + keyDays * dayMs) };
  const expiring = await selectExpiringKeys(ctx.db, site.id, span, shownMax);
  return expiring.map(({ id, name, expiresAt }) => ({
    ...{ kind: 'key-expires', id: String(id), name, detail: '', count: null },
    at: expiresAt.toISOString(),
  }));
}

/** Of today and yesterday (UTC). */
async function ofIngestion(ctx: Context, { site }: SiteSnapshot): Promise<Warnings> {
  const since = new Date(ctx.now() - dayMs).toISOString().slice(0, 10);
  const byDay = await countIngestionWarningsByDay(ctx.db, site.id, since);
  const count = [...byDay.values()].reduce((sum, one) => sum + one, 0);
  if (count === 0) return [];
  return [{ kind: 'ingestion', id: null, name: '', detail: '', at: null, count }];
}
