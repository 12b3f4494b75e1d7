// A past decision made again, from the configuration of its revision and the values that it read.
import type { ReplayOutput } from '@attune/contract';
import {
  attributesRead,
  type Decision,
  drawsOf,
  type Pin,
  pathsNotKept,
  type RecordedSlot,
} from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { isWaiting } from '../../events/collect/index.ts';
import { type DecisionRecord, decodeDecision } from '../../events/decision-ids/index.ts';
import { selectNames } from '../../people/identity/index.ts';
import { decideOne } from '../../serving/choose/index.ts';
import { explained } from './explained.ts';
import { type Logged, type LoggedOutcome, readLogged } from './logged.ts';
import { type ConfigurationAt, storedConfigurations } from './stored-configuration/snapshot-at.ts';

/** From what was recorded: feeds and models have moved on since. */
function recommendedOf({ recommended }: LoggedOutcome): ReplayOutput['recommended'] {
  if (!recommended) return null;
  return recommended.map(([slot, sku, step, propensity = 1]) => ({
    ...{ slot, sku, step: step < 0 ? null : step, propensity },
  }));
}

/** Pins that were not in their slots; what left them out then is not recorded. */
function lostThen({ variation }: Decision, { recommended }: LoggedOutcome) {
  const { pins = [] } = (variation?.payload ?? {}) as { readonly pins?: readonly Pin[] };
  const reason = 'a filter, a rule or the feed left it out then';
  return pins
    .filter((pin) => recommended && !recommended.some((one) => isAt(pin, one)))
    .map((pin) => ({ ...pin, reason }));
}

const isAt = (pin: Pin, [slot, sku]: RecordedSlot) => slot === pin.slot && sku === pin.sku;

function outcomeOf({ recommended: _, ...outcome }: LoggedOutcome) {
  return outcome;
}

type Differences = ReplayOutput['differences'];
type Replayed = Omit<ReplayOutput, 'decisionId' | 'time' | 'revision' | 'userId' | 'userName'>;

/** What was decided so long ago has left the node that decided it. */
const lingerMs = 1_000;

/**
 * Makes a decision again. Throws `not_found` for what is no decision of this site, `decision_gone`
 * for one that the log or the stored configuration has no more, `not_ready` for one that is too
 * new.
 */
export async function replayDecision(
  ctx: Context,
  { site, signingKeys }: SiteSnapshot,
  decisionId: string,
  configurationAt = storedConfigurations(ctx, site.id),
): Promise<ReplayOutput> {
  const record = decodeDecision(signingKeys, decisionId);
  if (!record) throw new ApiError('not_found', 'This is no decision id of this site.');
  const { userId, revision, time } = record;
  const userName = (await selectNames(ctx.db, site.id, [userId])).get(userId) ?? null;
  const common = { decisionId, time: new Date(time).toISOString(), revision, userId, userName };
  return { ...common, ...(await replay(ctx, site.id, record, configurationAt)) };
}

async function replay(
  ctx: Context,
  siteId: number,
  record: DecisionRecord,
  configurationAt: ConfigurationAt,
): Promise<Replayed> {
  if (!record.isLogged) return notLogged(whyNotLogged(record));
  const logged = await readLogged(ctx.db, siteId, record);
  if (!logged) {
    const isNew = ctx.now() - record.time < lingerMs;
    if (!isNew && !(await isWaiting(ctx.db, siteId, await ctx.inbox.mark()))) {
      throw gone(
        'The log no longer has it: its retention is over, its user was erased, or it was ' +
          'lost.',
      );
    }
    throw new ApiError('not_ready', 'The log has not taken it in yet; ask again in a moment.');
  }
  const at = await configurationAt(record.campaignId, record.revision);
  const campaign = at?.snapshot.campaignsById.get(record.campaignId);
  if (!at || !campaign) throw gone('The configuration of its revision is no longer kept.');
  const input = inputOf(record, logged, campaign.published?.definition.accountType);
  const again = decideOne(input, { campaign, preview: undefined });
  const { reason, experience, variation, propensity } = again.decision;
  const recomputed = {
    ...{ reason, propensity },
    experienceId: experience?.id ?? null,
    variationId: variation?.id ?? null,
    variationIds: drawsOf(again.decision).map((draw) => draw.variation.id),
  };
  const differences = differencesOf(logged.outcome, recomputed);
  const notKept = pathsNotKept(logged.values);
  const same = differences.length === 0 ? true : notKept.length > 0 ? null : false;
  const { definition } = again.compiled;
  const lost = lostThen(again.decision, logged.outcome);
  return {
    summary: summaryOf(same, differences, notKept),
    ...{ same, differences, notKept, recomputed },
    campaign: { id: definition.id, name: definition.name },
    logged: outcomeOf(logged.outcome),
    recommended: recommendedOf(logged.outcome),
    values: { ...logged.values },
    explanation: explained(again.compiled, again.input, at.audiences, lost),
  };
}

/** The input of `decide` then; an assignment that did not hold counts as none. */
function inputOf(
  { unit, time, request }: DecisionRecord,
  { session, values, outcome }: Logged,
  accountType = '',
): Parameters<typeof decideOne>[0] {
  const assigned = outcome.reason === 'assigned' ? outcome.variationId : null;
  // Of these, the campaign draws by one.
  const accounts = outcome.reason === 'no_account' ? {} : { [accountType]: unit };
  return {
    now: time,
    attributes: attributesRead(values),
    units: { device: unit, person: unit, accounts, session, request },
    assigned: () => assigned ?? undefined,
  };
}

function differencesOf(logged: LoggedOutcome, recomputed: LoggedOutcome): Differences {
  const fields = ['reason', 'experienceId', 'variationId', 'propensity'] as const;
  const differing = fields.filter(
    (field) => logged[field] !== comparable(recomputed, logged)[field],
  );
  const differences: Differences = differing.map((field) => ({
    field,
    logged: logged[field],
    recomputed: recomputed[field],
  }));
  const [before, now] = [logged.variationIds, recomputed.variationIds];
  if (before && now && String(before.toSorted()) !== String(now.toSorted())) {
    differences.push({ field: 'variationIds', logged: before, recomputed: now });
  }
  return differences;
}

/** An exposure does not say whether affinity or the draw gave it. */
function comparable(recomputed: LoggedOutcome, logged: LoggedOutcome): LoggedOutcome {
  const isByTaste = recomputed.reason === 'affinity' && logged.variationIds !== undefined;
  return isByTaste ? { ...recomputed, reason: 'allocated' } : recomputed;
}

function summaryOf(
  same: boolean | null,
  differences: readonly { readonly field: string }[],
  notKept: readonly string[],
): string {
  if (same) return 'Made again, the decision is the same.';
  if (same === null) {
    return `It cannot be replayed: ${notKept.join(', ')} was too long to be logged.`;
  }
  const fields = differences.map(({ field }) => field).join(', ');
  return `Made again, the decision differs in ${fields}.`;
}

function whyNotLogged({ isAskedFor, variationId }: DecisionRecord): string {
  if (isAskedFor) return 'It was asked for by a preview or as a test user; such are never logged.';
  return variationId === 0
    ? 'It gave nothing, and the site logs what was served only (setting decisionLog).'
    : 'Its user had not consented, so that nothing was logged.';
}

const notLogged = (summary: string): Replayed => ({
  ...{ summary, same: null, campaign: null, logged: null, recomputed: null, recommended: null },
  ...{ differences: [], values: {}, notKept: [], explanation: null },
});

const gone = (detail: string) => new ApiError('decision_gone', detail);
