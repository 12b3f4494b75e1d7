// What is logged of decisions so that they can be made again, beside their exposures.
import type { ChooseInput } from '@attune/contract';
import {
  type Decision,
  drawsOf,
  type LoggedDecision,
  type PageFacts,
  pageTypeIn,
  textOfValuesRead,
} from '@attune/core';
import type { Caller, Site } from '../../../context.ts';
import { type Line, linesOf } from '../../events/collect/index.ts';
import { listOf, type Recommended, recordedOf } from '../../recommendations/serving/index.ts';
import type { Decided } from './answer.ts';
import type { Gathered } from './gather.ts';
import type { RecommendationResults } from './recommending.ts';

type Logging = Pick<Site, 'settings'>;

/** Is a decision logged? Those that gave nothing are where the site wants them all. */
export function isLogged(
  { settings }: Logging,
  user: { readonly consents: boolean },
  { reason, variation }: Pick<Decision, 'reason' | 'variation'>,
): boolean {
  if (!user.consents || reason === 'preview' || reason === 'forced') return false;
  return variation !== null || reason === 'holdout' || settings.decisionLog === 'all';
}

/** What the logged decisions of a request read, as JSON; '' where that is nothing. */
export function valuesOf(
  site: Logging,
  { user, attributes }: Gathered,
  decided: readonly Decided[],
): string {
  const logged = decided.filter(({ decision }) => isLogged(site, user, decision));
  return textOfValuesRead(
    logged.map(({ compiled }) => compiled),
    attributes,
  );
}

/**
 * The line of those decisions that have no exposure in the log: they gave nothing, or count once
 * they are shown. What was read stands in it unless an exposure has it.
 */
export function logLines(
  { snapshot: { site } }: Caller,
  { options, context }: ChooseInput,
  gathered: Gathered,
  decided: readonly Decided[],
  results?: RecommendationResults,
): Line[] {
  const { user, device, session, units, isInternal, now: time } = gathered;
  const countsWhenShown = options?.isImplicitImpressionMode === false;
  // Most requests: whatever is logged has its exposure.
  if (!countsWhenShown && site.settings.decisionLog !== 'all') return [];
  const logged = decided.filter(({ decision }) => isLogged(site, user, decision));
  const unexposed = countsWhenShown
    ? logged
    : logged.filter(({ decision }) => drawsOf(decision).length === 0);
  if (unexposed.length === 0) return [];
  const values = unexposed.length < logged.length ? '' : valuesOf(site, gathered, decided);
  const event = {
    kind: 'decision' as const,
    name: 'decision',
    id: units.request,
    ...{ time, session, revision: site.revision },
    decided: unexposed.map((one) => toLogged(one, results?.get(one), pageTypeIn(context))),
    ...(values !== '' && { values: JSON.parse(values) }),
    ...(isInternal && { isInternal: true as const }),
  };
  const { identifiers } = user;
  return linesOf([{ siteId: site.id, device, identifiers, event }], site.salt);
}

function toLogged(
  { compiled, decision }: Decided,
  result: Recommended | undefined,
  page: PageFacts['type'] | undefined,
): LoggedDecision {
  const list = result && listOf(result, page);
  return {
    campaignId: compiled.definition.id,
    experienceId: decision.experience?.id ?? null,
    variationId: decision.variation?.id ?? null,
    reason: decision.reason,
    propensity: decision.propensity,
    ...(result && { recommended: recordedOf(result) }),
    ...(list && { list }),
  };
}
