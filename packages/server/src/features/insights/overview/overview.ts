// What a site looks like at a glance: gathered from what features have counted already.
import {
  consoleApi,
  isAutomatic,
  kindsReadBy,
  type Membership,
  mayUse,
  type OverviewOutput,
} from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectCallsByDay } from '../../access/key-use/index.ts';
import { listAudit } from '../../configuration/audit/index.ts';
import { countIngestionWarningsByDay } from '../ingestion-warnings/index.ts';
import type { CampaignResult, ResultsOf } from './results.ts';
import { readSetUp } from './set-up.ts';
import { type NightlyStatusOf, readWarnings } from './warnings.ts';

const changesShown = 8;
const campaignsShown = 10;
const daysShown = 14;
const dayMs = 86_400_000;

/** What is read of other features. */
export interface Sources {
  readonly resultsOf: ResultsOf;
  readonly nightlyStatus: NightlyStatusOf;
}

/** Gathers it all at once; each part is bounded. */
export async function readOverview(
  ctx: Context,
  { resultsOf, nightlyStatus }: Sources,
  snapshot: SiteSnapshot,
  reader: { readonly actor: string; readonly membership: Membership },
): Promise<OverviewOutput> {
  const { membership } = reader;
  const { id: siteId } = snapshot.site;
  const live = liveCampaigns(snapshot);
  const shown = live.slice(0, campaignsShown);
  const mayReadAudit = mayUse(consoleApi.listAudit, membership);
  const [results, audit, traffic, warnings, setUp] = await Promise.all([
    resultsOf(
      snapshot,
      shown.map(({ id }) => id),
    ),
    mayReadAudit ? listAudit(ctx, { siteId, membership }, lastChanges(membership)) : undefined,
    readTraffic(ctx, siteId),
    readWarnings(ctx, snapshot, reader, nightlyStatus),
    readSetUp(ctx, snapshot, membership),
  ]);
  return {
    liveCampaigns: {
      total: live.length,
      items: shown.map((campaign) => ({ ...campaign, ...shownResult(results.get(campaign.id)) })),
    },
    ...(audit && {
      changes: audit.entries.map(({ at, details = null, ...entry }) => ({
        ...{ ...entry, details },
        at: at.toISOString(),
      })),
    }),
    traffic,
    warnings: [...warnings, ...shown.flatMap((one) => ratioWarning(one, results.get(one.id)))],
    setUp,
  };
}

/** Those that serve, or will by their schedule: the latest first. */
function liveCampaigns({ campaignsById }: SiteSnapshot) {
  return [...campaignsById.values()]
    .flatMap(({ id, selector, status, published }) =>
      status === 'live' && published ? [{ id, selector, name: published.definition.name }] : [],
    )
    .sort((one, other) => other.id - one.id);
}

/** Of people, as the page of the audit log shows at first. */
const lastChanges = (membership: Membership) => ({
  limit: String(changesShown),
  kinds: kindsReadBy(membership, consoleApi)
    .filter((kind) => !isAutomatic(kind))
    .join(','),
});

const shownResult = (result: CampaignResult | undefined) =>
  result === undefined
    ? { state: 'computing' as const, result: null }
    : { state: result.state, result: result.shown };

function ratioWarning(
  { id, name }: { readonly id: number; readonly name: string },
  result: CampaignResult | undefined,
): OverviewOutput['warnings'] {
  if (!result?.sampleRatio) return [];
  const detail = result.sampleRatio;
  return [{ kind: 'sample-ratio', id: String(id), name, detail, at: null, count: null }];
}

/** What was asked and reported on each of the last days. */
async function readTraffic(ctx: Context, siteId: number): Promise<OverviewOutput['traffic']> {
  const days = Array.from({ length: daysShown }, (_, at) =>
    new Date(ctx.now() - (daysShown - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
  const since = days[0]!;
  const [calls, warnings] = await Promise.all([
    selectCallsByDay(ctx.db, siteId, since),
    countIngestionWarningsByDay(ctx.db, siteId, since),
  ]);
  return days.map((day) => ({
    day,
    choose: calls.get(`${day} serve`) ?? 0,
    collect: calls.get(`${day} collect`) ?? 0,
    warnings: warnings.get(day) ?? 0,
  }));
}
