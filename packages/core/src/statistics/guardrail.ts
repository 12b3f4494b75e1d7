// Knows when a variation does harm: whether a number that must not get worse did, at any time.

import { oneSidedPValue } from './boundary.ts';
import type { Estimate, Moments, PairMoments } from './moments.ts';
import { linearise } from './pairs.ts';
import { estimateMeans, type Strata } from './strata.ts';

/** What a guardrail tolerates. */
export interface GuardrailRule {
  readonly better: 'higher' | 'lower';
  /** How much worse than the control is tolerated, as a share of its number: 0.05. */
  readonly margin: number;
  /** Of this guardrail and variation: see `guardrailAlpha`. */
  readonly alpha: number;
  /** Exposed to each of the two before anything is called a breach. */
  readonly usersNeeded: number;
}

/**
 * What everyone exposed so far did: `strata[k]` is `[control, variation]` of an allocation version.
 *
 * rate: users with at least one outcome, and by version the chance of the variation among those who
 * were given one of the two; mean: of y; ratio: sum(y) / sum(x).
 */
export type GuardrailOutcomes =
  | { readonly kind: 'rate'; readonly strata: Strata; readonly shares: readonly number[] }
  | { readonly kind: 'mean'; readonly strata: Strata }
  | { readonly kind: 'ratio'; readonly strata: Strata<PairMoments> };

/** What the check says; it may be looked at as often as one likes. */
export interface GuardrailCheck {
  /** The variation's number as a share of the control's, less 1; null while it is unknown. */
  readonly change: number | null;
  /** The smallest alpha at which it would be a breach. */
  readonly pValue: number;
  readonly isBreached: boolean;
}

/**
 * Log-ratios by which a rate may be worse than the margin, from 4 % to 3.6 times, and how much each
 * counts: most about a half and a doubling, since guardrails are there for what is broken.
 */
const SHIFTS = [0.04, 0.08, 0.16, 0.32, 0.64, 1.28];
const WEIGHTS = [0.05, 0.05, 0.1, 0.25, 0.4, 0.15];

/** Below so many users of both together with an outcome the asymptotics are not trusted. */
const ACTIVE_NEEDED = 200;

/** The alpha of each check where several together may be wrong with `alpha` (Bonferroni). */
export const guardrailAlpha = (guardrails: number, variations: number, alpha = 0.05): number =>
  alpha / Math.max(1, guardrails * variations);

/**
 * Tests whether a variation is worse than its control by more than the margin.
 *
 * Always valid: a variation that is not is ever called a breach with probability alpha at most.
 * Users count from their first exposure on, with what they did until now.
 */
export function checkGuardrail(outcomes: GuardrailOutcomes, rule: GuardrailRule): GuardrailCheck {
  const strata =
    outcomes.kind === 'ratio'
      ? outcomes.strata.map((stratum) => stratum.map(linearise))
      : outcomes.strata;
  const [control, variation] = estimateMeans(strata, [0, 1]) as [Estimate, Estimate];
  const users = [0, 1].map((at) =>
    outcomes.strata.reduce((sum, stratum) => sum + (stratum[at] as Moments).users, 0),
  );
  const evidence =
    outcomes.kind === 'rate'
      ? rateEvidence(outcomes, rule)
      : meanEvidence(control, variation, rule);
  const pValue = Number.isFinite(evidence) ? evidence : 1;
  const change = variation.mean / control.mean - 1;
  return {
    change: control.mean > 0 && Number.isFinite(change) ? change : null,
    pValue,
    isBreached: Math.min(...users) >= rule.usersNeeded && pValue <= rule.alpha,
  };
}

/**
 * Of conversions, those of the variation are as many as its share of users says.
 *
 * If the variation's rate is r times the control's, each next conversion is the variation's with
 * probability q = p r / (1 - p + p r), whenever it comes and however rates move: Lindon and Malek,
 * "Anytime-Valid Inference for Multinomial Count Data" (NeurIPS 2022), on Bernoulli processes. At
 * the margin's r this is a mixture martingale over what is worse, and for any better r less.
 */
function rateEvidence(
  { strata, shares }: Extract<GuardrailOutcomes, { kind: 'rate' }>,
  { better, margin }: GuardrailRule,
): number {
  const sign = better === 'higher' ? -1 : 1;
  const tolerated = 1 + sign * margin;
  const logs = SHIFTS.map((size) => {
    const shift = sign * size;
    return strata.reduce((sum, [control, variation], at) => {
      const share = shares[at] as number;
      const expected = (share * tolerated) / (1 - share + share * tolerated);
      const own = (variation as Moments).active;
      const both = own + (control as Moments).active;
      return sum + own * shift - both * Math.log1p(expected * Math.expm1(shift));
    }, 0);
  });
  const most = Math.max(...logs);
  const mixed = logs.reduce((sum, each, at) => sum + WEIGHTS[at]! * Math.exp(each - most), 0);
  return Math.min(1, Math.exp(-most) / mixed);
}

/**
 * The one-sided asymptotic sequence of mean - tolerated * control.
 *
 * Each variance is the larger of the two a user: one who harms by taking all outcomes away would
 * otherwise seem to be known exactly.
 */
function meanEvidence(
  control: Estimate,
  variation: Estimate,
  { better, margin }: GuardrailRule,
): number {
  if (control.active + variation.active < ACTIVE_NEEDED || control.mean < 0) return 1;
  const sign = better === 'higher' ? -1 : 1;
  const tolerated = 1 + sign * margin;
  const spread = Math.max(
    control.variance * control.information,
    variation.variance * variation.information,
  );
  const error = Math.sqrt(
    spread * (tolerated ** 2 / control.information + 1 / variation.information),
  );
  const harm = sign * (variation.mean - tolerated * control.mean);
  return oneSidedPValue(harm / error, control.information + variation.information);
}
